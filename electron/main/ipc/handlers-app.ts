import type { AppState, DoctorReport } from '../../../shared/ipc/index.ts';
import type { ClearingClipboard } from '../window/clipboard.ts';
import type { Theme } from '../window/settings.ts';
import type { GroupHandlers } from './group.ts';

export interface AppPorts {
  state(): AppState;
  setTheme(theme: Theme): void;
  doctor(): Promise<DoctorReport>;
  readonly clipboard: ClearingClipboard;
}

export const appHandlers = ({ state, setTheme, doctor, clipboard }: AppPorts): GroupHandlers<'app'> => ({
  calls: {
    'app.state': () => state(),
    'app.setTheme': ({ theme }) => {
      setTheme(theme);
      return {};
    },
    'app.doctor': () => doctor(),
    'app.copy': async ({ text }) => {
      await clipboard.copy(text);
      return {};
    },
  },
  jobs: {},
});
