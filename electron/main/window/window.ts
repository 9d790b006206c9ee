import type { BrowserWindowConstructorOptions } from 'electron';
import { BrowserWindow, nativeTheme } from 'electron';
import { DISABLED_FEATURES, PAGE_URLS } from '../security/index.ts';
import { MINIMUM_SIZE, type Opening } from './bounds.ts';
import { backgroundColour, type ThemeSource, titleBarOverlay } from './theme.ts';

export interface WindowOptions {
  readonly preload: string;
  /** Its size and place on the screen. */
  readonly opening: Opening;
  readonly icon: string | null;
  readonly platform: NodeJS.Platform;
  /** False in a packaged program. */
  readonly developerTools: boolean;
}

/** Every setting of our pages is explicit, because defaults may change. */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  spellcheck: false,
  navigateOnDragDrop: false,
  disableDialogs: true,
  enableDeprecatedPaste: false,
  disableBlinkFeatures: DISABLED_FEATURES,
} as const;

function windowOptions(
  { preload, opening, icon, platform, developerTools }: WindowOptions,
  theme: ThemeSource,
): BrowserWindowConstructorOptions {
  const titleBar: BrowserWindowConstructorOptions =
    platform === 'darwin'
      ? { titleBarStyle: 'hiddenInset' }
      : { titleBarStyle: 'hidden', titleBarOverlay: titleBarOverlay(theme) };
  const { isMaximised: _maximised, ...bounds } = opening;
  return {
    title: 'Castellan',
    ...bounds,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    show: false,
    backgroundColor: backgroundColour(theme),
    autoHideMenuBar: true,
    ...(icon === null ? {} : { icon }),
    ...titleBar,
    webPreferences: { ...WEB_PREFERENCES, preload, devTools: developerTools },
  };
}

/** Makes the window, and shows it once it has content. The security rules must have been applied before. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const window = new BrowserWindow(windowOptions(options, nativeTheme));
  window.once('ready-to-show', () => {
    if (options.opening.isMaximised) window.maximize();
    window.show();
  });
  const onTheme = () => {
    window.setBackgroundColor(backgroundColour(nativeTheme));
    if (options.platform !== 'darwin') window.setTitleBarOverlay(titleBarOverlay(nativeTheme));
  };
  nativeTheme.on('updated', onTheme);
  window.once('closed', () => nativeTheme.off('updated', onTheme));
  void window.loadURL(PAGE_URLS.app);
  return window;
}

/** Brings the window to the front: a second Castellan was started. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
