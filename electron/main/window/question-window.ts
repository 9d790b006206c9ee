import { BrowserWindow, nativeTheme, type Session } from 'electron';
import { backgroundColour } from './theme.ts';
import { WEB_PREFERENCES } from './window.ts';

/** Options of a window of main's own, beside its page. */
export interface QuestionWindowOptions {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly minWidth: number;
  readonly minHeight: number;
  /** The window over whose middle it opens, or null. */
  readonly parent: BrowserWindow | null;
  readonly icon: string | null;
  readonly preload: string;
  readonly session: Session;
  readonly developerTools: boolean;
}

/** Creates a hidden window of main's own for a question to the operator. */
export function createQuestionWindow(options: QuestionWindowOptions): BrowserWindow {
  const { parent, icon, preload, session, developerTools, ...size } = options;
  const bounds = parent?.getBounds();
  return new BrowserWindow({
    ...size,
    ...(parent === null ? {} : { parent }),
    ...(bounds === undefined
      ? {}
      : {
          x: Math.round(bounds.x + (bounds.width - size.width) / 2),
          y: Math.round(bounds.y + (bounds.height - size.height) / 2),
        }),
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    backgroundColor: backgroundColour(nativeTheme),
    autoHideMenuBar: true,
    ...(icon === null ? {} : { icon }),
    webPreferences: { ...WEB_PREFERENCES, preload, session, devTools: developerTools },
  });
}
