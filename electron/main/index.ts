import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { toErrorData } from '../../shared/errors/index.ts';
import { hardenProcess } from '../hardening/index.ts';
import { asksForOffline, asksToExplainSandbox, commandLineArguments } from './arguments.ts';
import { endAtSignals } from './ending.ts';
import { linkMessage, OFFLINE } from './instance.ts';
import { linkIn } from './links/link.ts';
import { createLogger, type Logger } from './logger.ts';
import { requireOffline } from './offline.ts';
import { currentSurroundings, makeFolders, mayOwn, pathsBelow, stateRoot } from './paths.ts';
import { createPlatform, type Platform, userId } from './platform.ts';
import { canSandbox, missingSandbox } from './sandbox.ts';
import { limitScripts, PAGE_SCHEME_REGISTRATION, refuseSwitches } from './security/index.ts';
import type { ChosenWords } from './words/chosen.ts';

const paths = pathsBelow(stateRoot(currentSurroundings()));
const argv = commandLineArguments(process.argv, app.isPackaged);
const isOffline = asksForOffline(process.argv);
/** The words of the window's program, once it runs. */
let words: ChosenWords | null = null;

/** Settings that must precede Electron's `ready`, for window and command line alike. */
function prepare(): Logger {
  // By default Node opens its inspector on this signal. If it cannot, the signal would end the program.
  process.on('SIGUSR1', () => undefined);
  if (argv === null) makeFolders(paths);
  const logger = createLogger({ path: paths.log, now: Date.now, isOwn: () => mayOwn(paths.root) });
  logger.write('info', 'main.started', {
    part: argv === null ? 'window' : 'cli',
    detail: `${app.getVersion()} on Electron ${process.versions.electron}`,
  });
  const inspected = inspectorUrl() !== undefined;
  if (inspected)
    process.stderr.write(
      'castellan: this layout is for tests, and a debugger can attach to it. Do not store keys with it.\n',
    );
  // Must precede our own switches, which may be the same as given ones.
  refuseSwitches(app.commandLine, process.argv, { inspected });
  const chromium = chromiumFolder();
  for (const name of ['userData', 'sessionData', 'crashDumps'] as const) app.setPath(name, chromium);
  // A dump of memory would hold whatever the process held.
  app.commandLine.appendSwitch('disable-crash-reporter');
  // Chromium wants a keychain only to seal cookies. There are none, so the operator's keychain is not used.
  app.commandLine.appendSwitch(process.platform === 'darwin' ? 'use-mock-keychain' : 'password-store', 'basic');
  limitScripts(app.commandLine);
  if (argv === null) protocol.registerSchemesAsPrivileged([PAGE_SCHEME_REGISTRATION]);
  // A network process would start from a process of Chromium that the filter of a command does not hold. Without a
  // sandbox it would be a second process with the same rights, and half a second more for a command.
  if (argv !== null && (isOffline || app.commandLine.hasSwitch('no-sandbox')))
    app.commandLine.appendSwitch('enable-features', 'NetworkServiceInProcess2');
  // The command line draws nothing. A process for graphics that a signal to the group ends would end main as well.
  if (argv !== null) app.commandLine.appendSwitch('in-process-gpu');
  // Also overrules --no-sandbox, except as root, where Electron would restart the window's process for ever.
  if (canSandbox(userId())) app.enableSandbox();
  // Electron's own handler would show the stack in a dialog.
  process.on('uncaughtException', (error) => stop(error, logger));
  process.on('unhandledRejection', (error) => logger.unexpected('main.rejection', error));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return logger;
}

/**
 * Returns the folder of Chromium's own files. The command line needs none of them, so its folder is removed at the end.
 */
function chromiumFolder(): string {
  if (argv === null) return paths.chromium;
  const folder = mkdtempSync(join(tmpdir(), 'castellan-'));
  process.on('exit', () => {
    // Otherwise Chromium's children would still write to that folder.
    for (const { pid } of app.getAppMetrics()) if (pid !== process.pid) endProcess(pid);
    removeFolder(folder);
  });
  return folder;
}

/**
 * Chromium's threads in this process may still write and create the folder again, so removal repeats until it stays
 * away.
 */
function removeFolder(folder: string): void {
  for (let attempt = 0; attempt < 10 && existsSync(folder); attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A thread wrote at that moment. The next attempt removes the folder.
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself already.
  }
}

/** Ends the program, because its state is unknown. */
function stop(error: unknown, logger: Logger | null): void {
  const { code, message } = toErrorData(error);
  const reference = logger?.unexpected('main.failed', error);
  const text = reference === undefined ? message : `${message} Reference in the log: ${reference}`;
  process.stderr.write(`castellan: ${text}\n`);
  if (argv === null && app.isReady()) {
    const dialogs = words?.current().dialogs;
    if (dialogs === undefined) dialog.showErrorBox(app.name, text);
    else {
      const shown = code === 'INTERNAL' ? dialogs.unexpected : message;
      dialog.showErrorBox(
        dialogs.stopped,
        reference === undefined ? shown : `${shown} ${dialogs.reference(reference)}`,
      );
    }
  }
  app.exit(1);
}

/** Waits until Electron is ready and other programs of the operator cannot read this process's memory. */
async function platformWhenReady(logger: Logger): Promise<Platform> {
  const [hardening] = await Promise.all([hardenProcess(process.platform, null), app.whenReady()]);
  return createPlatform(paths, logger, { hardening, isOffline });
}

/** Shows what to do where a window would have no sandbox: in the terminal, and in a dialog of the system. */
async function explainSandbox(): Promise<void> {
  const [problem, line] = missingSandbox(process.execPath);
  process.stderr.write(`castellan: ${problem}\n\n${line}\n`);
  const [{ openSettings }, { openWords }] = await Promise.all([
    import('./window/settings.ts'),
    import('./words/chosen.ts'),
    app.whenReady(),
  ]);
  const { language } = openSettings(paths.root).preferences();
  const { notOpened, noSandbox } = (await openWords(() => language)).current().dialogs;
  // Not the error box, which would also keep the program from ending at a signal.
  await dialog.showMessageBox({ type: 'error', message: notOpened, detail: `${noSandbox}\n\n${line}` });
  app.exit(1);
}

/** Opens the window once. A second start brings it to the front. */
async function startWindow(logger: Logger): Promise<void> {
  const link = linkIn(process.argv);
  const message = link === null ? {} : linkMessage(link);
  if (!app.requestSingleInstanceLock(isOffline ? OFFLINE : message)) {
    if (isOffline) {
      process.stderr.write(
        'castellan: Castellan is already running with this state folder, and that window may have a network. No window was opened. Close the other one, then start Castellan with --offline again. (ALREADY_RUNNING)\n',
      );
      return app.exit(1);
    }
    process.stderr.write(
      'castellan: Castellan is already running with this state folder. Its window is now in front. (ALREADY_RUNNING)\n',
    );
    return app.exit(0);
  }
  endAtSignals();
  const platform = await platformWhenReady(logger);
  const { runDesktop } = await import('./desktop.ts');
  await runDesktop(platform, (chosen) => {
    words = chosen;
  });
}

async function startCommandLine(own: readonly string[], logger: Logger): Promise<void> {
  const platform = await platformWhenReady(logger);
  const { runInTerminal } = await import('./command-line.ts');
  leave(await runInTerminal(own, platform));
}

/**
 * Ends the process by the C library's exit. Electron's own way first tears Chromium down. On the older runtime that
 * sometimes crashed while a child was still ending, so a successful command ended with 139.
 */
function leave(code: number): never {
  process.emit('exit', code);
  return (process as unknown as { reallyExit(code: number): never }).reallyExit(code);
}

async function start(kept: Logger): Promise<void> {
  if (argv === null && asksToExplainSandbox(process.argv, app.isPackaged)) return explainSandbox();
  if (isOffline) await requireOffline(argv === null ? 'window' : 'command');
  return argv === null ? startWindow(kept) : startCommandLine(argv, kept);
}

let logger: Logger | null = null;
try {
  logger = prepare();
  const kept = logger;
  // Not awaited here: Electron becomes ready only after this module has been evaluated.
  start(kept).catch((error: unknown) => stop(error, kept));
} catch (error) {
  stop(error, logger);
}
