import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  Menu,
  nativeTheme,
  powerMonitor,
  type Session,
  screen,
  session,
} from 'electron';
import type { AppState } from '../../shared/ipc/index.ts';
import type { Engine } from '../engine/index.ts';
import { isEnding } from './ending.ts';
import { asksForOfflineWindow, asksToLock, linkInMessage } from './instance.ts';
import { openDoor } from './ipc/bind.ts';
import { createEventSender, type EventSender, forwardEngineEvents } from './ipc/events.ts';
import { createHandlers } from './ipc/handlers.ts';
import { linkIn } from './links/link.ts';
import { createOpenedPlaces } from './links/opened.ts';
import type { Logger } from './logger.ts';
import { drawAttention } from './notices/attention.ts';
import { createPasskeyWindows } from './passkeys/window.ts';
import { builtPath, factsReader, type Platform, runtimeFacts, userId } from './platform.ts';
import { runtimeInfo } from './runtime.ts';
import { expectedSandbox, measuredSandbox } from './sandbox.ts';
import { followScreenLock } from './screen-lock/screen-lock.ts';
import { guardContents, guardSession, type PasskeyUrl, securityRules } from './security/index.ts';
import { createTrusted } from './trusted/window.ts';
import { checkUpdates, checkUpdatesDaily } from './updates.ts';
import { openBounds, openingBounds } from './window/bounds.ts';
import { createClearingClipboard, pageClipboard } from './window/clipboard.ts';
import { createKeptDrafts } from './window/drafts.ts';
import { createFileChooser } from './window/file-chooser.ts';
import { createGivenFiles } from './window/given-files.ts';
import { lockWhenIdle } from './window/idle-lock.ts';
import { versionsBefore } from './window/last-version.ts';
import { createOpenChooser } from './window/open-chooser.ts';
import { createPageHold } from './window/page-hold.ts';
import { openSettings } from './window/settings.ts';
import { openWindow, showWindow } from './window/window.ts';
import { type ChosenWords, openWords } from './words/chosen.ts';

/** On macOS the icon is the bundle’s. */
const ICON = join(app.getAppPath(), 'resources', 'icons', 'castellan-256.png');

/**
 * Milliseconds before the program ends even though closing has not finished. Every answered write is on disk by then.
 */
const CLOSE_MS = 10_000;
/** A signal to the group that ended the page's process, or the page's newest draft, has reached main by then. */
const RELOAD_MS = 250;

/**
 * The window and everything behind it. To be called after `ready`, by the one instance that holds the lock. `onWords` gets
 * the words of main in the chosen language.
 */
export async function runDesktop(platform: Platform, onWords: (words: ChosenWords) => void): Promise<void> {
  const { paths, logger } = platform;
  const developerTools = !app.isPackaged;
  const settings = openSettings(paths.root);
  const language = () => settings.preferences().language;
  const rulesOf = (page: 'app' | 'trusted' | PasskeyUrl) =>
    securityRules({ folder: builtPath('renderer'), page, language, developerTools });
  guardContents(rulesOf('app'), app);
  await guardSession(rulesOf('app'), session.defaultSession);
  const trustedSession = session.fromPartition('trusted');
  await guardSession(rulesOf('trusted'), trustedSession);
  const words = await openWords(language);
  const dialogs = () => words.current().dialogs;
  onWords(words);

  const runtime = runtimeInfo(runtimeFacts());
  const versions = versionsBefore(paths.root, platform.version);
  nativeTheme.themeSource = settings.preferences().theme;
  const clearing = createClearingClipboard(clipboard, after, process.platform);
  const windowIdle = followInput();
  let window: BrowserWindow | null = null;
  let sandbox = expectedSandbox(userId());
  const events = createEventSender(() => window?.webContents ?? null);

  const opened = createOpenedPlaces(() => events.send('app.opened', {}));
  const icon = existsSync(ICON) ? ICON : null;
  const holdPage = createPageHold(() => window);
  const trusted = createTrusted({
    preload: builtPath('preload', 'trusted.cjs'),
    icon,
    session: trustedSession,
    developerTools,
    logger,
    parent: () => window,
    holdPage,
    lock: () => lock(),
    onAsking: () => events.send('app.changed', {}),
    copy: (text) => void clearing.copy(text),
  });

  const passkeys = createPasskeyWindows({
    preload: builtPath('preload', 'passkey.cjs'),
    title: () => dialogs().passkey,
    icon,
    session: sessionsOf(rulesOf),
    developerTools,
    logger,
    parent: () => window,
    holdPage,
  });

  const keychain = (process.env.CASTELLAN_PASSPHRASE_FILE ?? '') === '';
  const engine = platform.createEngine({
    paths,
    consent: trusted.ask,
    askPassphrase: null,
    askPin: null,
    passkeys,
    forceStore: keychain ? null : 'file',
    autoUnlock: false,
  });
  engine.catch((error: unknown) => logger.unexpected('engine.failed', error));

  const state = (running: Engine): AppState => ({
    version: platform.version,
    ...versions,
    preferences: settings.preferences(),
    platform: process.platform,
    isAsking: trusted.isAsking(),
    isOffline: platform.isOffline,
    sandbox,
    runtime,
    ...running.state(),
  });
  const chooser = (title: () => string) =>
    createOpenChooser({ dialog, parent: () => window, title, button: () => dialogs().choose });
  openDoor({
    logger,
    isKnown: (id) => window?.webContents.id === id,
    handlers: engine.then((running) =>
      createHandlers(running, {
        state: () => state(running),
        setPreferences(preferences) {
          const before = language();
          settings.setPreferences(preferences);
          nativeTheme.themeSource = preferences.theme;
          events.send('app.changed', {});
          // The page has given main its place and its drafts by then.
          if (language() === before) return;
          void words.change().catch((error: unknown) => logger.unexpected('language.failed', error));
          after(RELOAD_MS, () => window?.reload());
        },
        takeOpened: () => opened.take(),
        checkUpdates: () => checkUpdates(running, events),
        doctor: () => platform.doctor({ keychain, sandbox }, running),
        chooseModule: chooser(() => dialogs().module),
        chooseImport: chooser(() => dialogs().import),
        chooseCarried: chooser(() => dialogs().carried),
        chooseGiven: createGivenFiles({ dialog, parent: () => window, words: dialogs }),
        closeAnswered: () => trusted.withdraw(() => false),
        chooseBackup: chooser(() => dialogs().backup),
        now: () => Date.now(),
        chooseFile: createFileChooser({ dialog, parent: () => window, folder: () => app.getPath('documents') }),
        clipboard: pageClipboard(clearing, () => window?.isFocused() === true),
        drafts: createKeptDrafts(running),
      }),
    ),
  });

  const lock = () => void engine.then((running) => running.vault.lock(), ignore);
  const drawMenu = () => {
    const { menuTemplate } = words.current();
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform: process.platform, developerTools, lock })));
  };
  drawMenu();
  words.onChange(drawMenu);
  const bounds = openBounds(paths.root);
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  window = openWindow({
    preload: builtPath('preload', 'index.cjs'),
    opening: openingBounds(bounds.read(), areas),
    icon,
    platform: process.platform,
    developerTools,
  });
  const { webContents } = window;
  const page = window;
  bounds.follow(page, after);
  page.once('show', () => logger.write('info', 'window.shown', { duration: Math.round(performance.now()) }));
  page.once('closed', () => {
    window = null;
    trusted.refuseAll();
    passkeys.refuse();
  });

  webContents.on('did-finish-load', () => {
    sandbox = measuredSandbox(expectedSandbox(userId()), factsReader(webContents.getOSProcessId()));
    events.send('app.changed', {});
  });
  outliveCrashes(page, logger, () => {
    trusted.withdraw();
    passkeys.refuse();
  });
  const started = linkIn(process.argv);
  if (started !== null) opened.follow(started);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    opened.follow(link);
  });
  app.on('second-instance', (_event, _argv, _folder, message) => {
    if (asksToLock(message)) return lock();
    if (asksForOfflineWindow(message) && !platform.isOffline) return;
    const link = linkInMessage(message);
    if (link !== null) opened.follow(link);
    showWindow(page);
  });
  void engine.then((running) => {
    followEngine(running, events, () => {
      // The engine withdraws its own questions. This call closes a window that only waits for a following one.
      trusted.withdraw(() => false);
      void clearing.clearNow();
    });
    lockWhenIdle({ monitor: powerMonitor, windowIdle, idleMinutes: running.idleTime.inForce, lock, every });
    drawAttention({
      engine: running,
      window: page,
      opened,
      icon,
      logger,
      lock,
      every,
      preferences: settings.preferences,
      isOffline: platform.isOffline,
      words,
      quit: () => app.quit(),
    });
    if (!platform.isOffline)
      checkUpdatesDaily({
        engine: running,
        events,
        isOn: () => settings.preferences().dailyUpdateCheck,
        logger,
        after,
        every,
      });
    if (process.platform === 'linux')
      followScreenLock({ environment: process.env, userId: userId() ?? 0, lock, every });
  }, ignore);
  closeBeforeQuit(async () => {
    await Promise.allSettled([clearing.clearNow(), engine.then((running) => running.close(), ignore)]);
  });
}

/** Makes a session for each relying party, with the security rules before its page is served. */
function sessionsOf(rulesOf: (page: PasskeyUrl) => ReturnType<typeof securityRules>) {
  const made = new Map<PasskeyUrl, Promise<Session>>();
  return (page: PasskeyUrl): Promise<Session> => {
    const own = session.fromPartition(`passkey ${page}`);
    const guarded = made.get(page) ?? guardSession(rulesOf(page), own).then(() => own);
    made.set(page, guarded);
    return guarded;
  };
}

/** Returns a function: seconds since the last key or pointer input in any window of ours that opens from now on. */
function followInput(): () => number {
  let last = performance.now();
  app.on('web-contents-created', (_event, contents) => {
    contents.on('input-event', () => {
      last = performance.now();
    });
  });
  return () => (performance.now() - last) / 1000;
}

/** A page that navigates away or crashes closes everything it opened. A crashed page is loaded again. */
function outliveCrashes(page: BrowserWindow, logger: Logger, forgetPage: () => void): void {
  page.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) forgetPage();
  });
  page.webContents.on('render-process-gone', (_event, { reason }) => {
    logger.write('error', 'page.gone', { detail: reason });
    forgetPage();
    // Chromium still tears down the old process, and a signal that ended it may still reach main.
    after(RELOAD_MS, () => {
      if (!page.isDestroyed() && !isEnding()) page.reload();
    });
  });
}

/** An unknown state (a damaged profile file, which the page then shows) counts as locked. */
function vaultState(engine: Engine): AppState['vault']['state'] {
  try {
    return engine.state().vault.state;
  } catch {
    return 'locked';
  }
}

/** Ends opened exports and clears their copies when the vault that holds them ends. */
function followEngine(engine: Engine, events: EventSender, forgetVault: () => void): void {
  forwardEngineEvents(engine, events);
  let wasUnlocked = false;
  engine.on('state', () => {
    const isUnlocked = vaultState(engine) === 'unlocked';
    if (wasUnlocked && !isUnlocked) forgetVault();
    wasUnlocked = isUnlocked;
  });
}

/** Ends the children and closes the databases before the program ends, with a time limit. */
function closeBeforeQuit(close: () => Promise<void>): void {
  let closing = false;
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    const end = () => app.exit(0);
    after(CLOSE_MS, end);
    void close().finally(end);
  });
}

const ignore = () => undefined;

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

function every(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}
