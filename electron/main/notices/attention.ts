import { type BrowserWindow, Menu, Notification, nativeImage, Tray } from 'electron';
import type { Preferences } from '../../../shared/ipc/index.ts';
import type { OpenedPlaces } from '../links/opened.ts';
import type { Logger } from '../logger.ts';
import { showWindow } from '../window/window.ts';
import type { ChosenWords } from '../words/chosen.ts';
import type { TrayActs, TrayState } from '../words/tray.ts';
import type { Notice } from './notices.ts';
import { type WatchedEngine, watchForNotices } from './watch.ts';

const TRAY_PIXELS = 22;
/** Announcements that are kept alive. A forgotten one no longer reports its click. */
const MAXIMUM_SHOWN = 20;

export interface AttentionOptions {
  readonly engine: WatchedEngine;
  readonly window: BrowserWindow;
  readonly opened: Pick<OpenedPlaces, 'show' | 'search'>;
  readonly preferences: () => Preferences;
  readonly words: Pick<ChosenWords, 'current' | 'onChange'>;
  readonly isOffline: boolean;
  /** The path of the program's icon, or null. */
  readonly icon: string | null;
  readonly logger: Logger;
  readonly lock: () => void;
  readonly quit: () => void;
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

/** The tray icon and the notifications of the system. Neither approves anything: both only show a place of the window. */
export function drawAttention(options: AttentionOptions): void {
  const { engine, window, opened, preferences, words, logger, lock, quit, every, isOffline } = options;
  const front = () => {
    if (!window.isDestroyed()) showWindow(window);
  };
  const shown = new Set<Notification>();
  const announce = ({ title, body, destination }: Notice) => {
    const notification = new Notification({ title, body });
    notification.on('click', () => {
      opened.show('notification', destination);
      front();
    });
    notification.on('close', () => void shown.delete(notification));
    shown.add(notification);
    const [oldest] = shown;
    if (shown.size > MAXIMUM_SHOWN && oldest !== undefined) shown.delete(oldest);
    notification.show();
  };
  const tray = createTray(options.icon, logger);
  const acts: TrayActs = {
    lock,
    quit,
    openWindow: front,
    openInbox() {
      opened.show('tray', { place: 'inbox', item: null });
      front();
    },
    openSearch() {
      opened.search();
      front();
    },
    openBackup() {
      opened.show('tray', { place: 'settings', item: 'backup' });
      front();
    },
  };
  let shownWaiting: TrayState['waiting'] = null;
  const showState = (waiting: TrayState['waiting']) => {
    shownWaiting = waiting;
    if (tray === null || tray.isDestroyed()) return;
    const state: TrayState = {
      ...stateOf(engine),
      isUnlocked: waiting !== null,
      waiting,
      isOffline,
      now: Date.now(),
      hasDetails: preferences().notices.details,
    };
    const { trayTooltip, trayTemplate } = words.current();
    tray.setToolTip(trayTooltip(state));
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(state, acts)));
  };
  showState(null);
  words.onChange(() => showState(shownWaiting));
  const stop = watchForNotices({
    engine,
    announce,
    every,
    words: () => words.current().notices,
    kinds: () => preferences().notices,
    isAway: () => window.isDestroyed() || !window.isFocused(),
    onWaiting: showState,
    now: () => Date.now(),
    report: () => undefined,
  });
  window.once('closed', () => {
    stop();
    tray?.destroy();
  });
}

/** Null where the system has no place for such icons. */
function createTray(icon: string | null, logger: Logger): Tray | null {
  if (icon === null) return null;
  try {
    return new Tray(nativeImage.createFromPath(icon).resize({ width: TRAY_PIXELS, height: TRAY_PIXELS }));
  } catch (error) {
    logger.unexpected('tray.failed', error);
    return null;
  }
}

/** Nothing is known of files that cannot be read, which the page reports. */
function stateOf(engine: WatchedEngine): Pick<TrayState, 'profile' | 'lastBackupAt'> {
  try {
    const { profile, backup } = engine.state();
    return { profile, lastBackupAt: profile === null ? undefined : backup.lastAt };
  } catch {
    return { profile: null, lastBackupAt: undefined };
  }
}
