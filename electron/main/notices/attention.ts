import { type BrowserWindow, Menu, type NativeImage, Notification, nativeImage, Tray } from 'electron';
import type { Preferences } from '../../../shared/ipc/index.ts';
import type { OpenedPlaces } from '../links/opened.ts';
import type { Logger } from '../logger.ts';
import { showWindow } from '../window/window.ts';
import type { ChosenWords } from '../words/chosen.ts';
import type { TrayActs, TrayState } from '../words/tray.ts';
import { withDot } from './dot.ts';
import type { Notice } from './notices.ts';
import { type WatchedEngine, watchForNotices } from './watch.ts';

const TRAY_PIXELS = 22;
/** Pixels of the picture with a dot for each pixel of the icon, in each direction. Dense displays show all of them. */
const DOT_SCALE = 2;
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
  const icon = createIcon(options.icon, logger);
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
  let isDotted = false;
  const showState = (waiting: TrayState['waiting']) => {
    shownWaiting = waiting;
    if (icon === null || icon.tray.isDestroyed()) return;
    const { tray } = icon;
    const state: TrayState = {
      ...stateOf(engine),
      isUnlocked: waiting !== null,
      waiting,
      isOffline,
      now: Date.now(),
      hasDetails: preferences().notices.details,
    };
    const { trayTooltip, trayTemplate } = words.current();
    const isWaiting = waiting !== null && waiting.length > 0;
    if (isWaiting !== isDotted) tray.setImage(isWaiting ? icon.dotted : icon.plain);
    isDotted = isWaiting;
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
    icon?.tray.destroy();
  });
}

interface Icon {
  readonly tray: Tray;
  readonly plain: NativeImage;
  /** Says that a request waits. */
  readonly dotted: NativeImage;
}

/** Null where the system has no place for such icons. */
function createIcon(path: string | null, logger: Logger): Icon | null {
  if (path === null) return null;
  try {
    const picture = nativeImage.createFromPath(path);
    const plain = picture.resize({ width: TRAY_PIXELS, height: TRAY_PIXELS });
    const pixels = TRAY_PIXELS * DOT_SCALE;
    const size = { width: pixels, height: pixels };
    const bitmap = withDot(picture.resize(size).toBitmap(), pixels);
    const dotted = nativeImage.createFromBitmap(bitmap, { ...size, scaleFactor: DOT_SCALE });
    return { tray: new Tray(plain), plain, dotted };
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
