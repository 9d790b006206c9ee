import { BrowserWindow, nativeTheme, type Session, screen } from 'electron';
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

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Gives a window that size around the same middle, as far as its display has room. */
export function fitTo(window: BrowserWindow, size: Size): void {
  const { workArea } = screen.getDisplayMatching(window.getBounds());
  const { x, y, ...before } = window.getBounds();
  const width = Math.min(size.width, workArea.width);
  const height = Math.min(size.height, workArea.height);
  const left = x + Math.round((before.width - width) / 2);
  const top = y + Math.round((before.height - height) / 2);
  window.setBounds({
    width,
    height,
    x: Math.max(workArea.x, Math.min(left, workArea.x + workArea.width - width)),
    y: Math.max(workArea.y, Math.min(top, workArea.y + workArea.height - height)),
  });
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
