import type { AppState } from '../../shared/ipc/index.ts';

export type Screen = 'start' | 'connect' | 'lock' | 'frame';

export interface ScreenContext {
  readonly before: Screen | null;
  readonly app: Pick<AppState, 'profile' | 'vault'>;
  /** True after the last step of the first start. */
  readonly startDone: boolean;
  /** The operator is connecting to a further service. */
  readonly connecting: boolean;
}

/**
 * Returns the screen for the state. Start and connect stay until their last step is done, although a profile exists by
 * then. The screen stays while the vault starts: a wrong passphrase must not flash the frame.
 */
export function nextScreen({ before, app, startDone, connecting }: ScreenContext): Screen {
  if (app.profile === null || (before === 'start' && !startDone)) return 'start';
  if (connecting) return 'connect';
  const stays = before === 'lock' ? 'lock' : 'frame';
  switch (app.vault.state) {
    case 'locked':
      return 'lock';
    case 'starting':
      return stays;
    case 'failed':
      return before === null && app.vault.needsPassphrase ? 'lock' : stays;
    case 'unlocked':
      return 'frame';
  }
}
