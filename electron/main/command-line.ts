import { app } from 'electron';
import { type CommandLineHost, type EngineOptions, runCommandLine } from '../cli/index.ts';
import { startedWithoutSandbox } from './arguments.ts';
import { lockRunningWindow } from './instance.ts';
import { makeFolders, pathsBelow } from './paths.ts';
import { type Platform, userId } from './platform.ts';
import { probeSandbox } from './sandbox-probe.ts';
import { reportReady } from './service-manager/report-ready.ts';
import { writeOutput, writeWords } from './write-output.ts';

/** Runs `castellan ARGS` with no window and returns its exit code. To be called after `ready`. */
export function runInTerminal(argv: readonly string[], platform: Platform): Promise<number> {
  const { version, logger } = platform;
  const portsOf = ({ root, ...own }: EngineOptions) => ({
    ...own,
    paths: root === null ? platform.paths : pathsBelow(root),
    passkeys: null,
    autoUnlock: true,
  });
  const usesFile = (process.env.CASTELLAN_PASSPHRASE_FILE ?? '') !== '';
  const host: CommandLineHost = {
    version,
    stdin: process.stdin,
    terminal: {
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
      // A terminal without a size reports 0.
      columns: process.stdout.columns || process.stderr.columns || undefined,
    },
    environment: process.env,
    stdout: (data) => writeOutput(process.stdout, data),
    stderr: (text) => writeWords(process.stderr, text),
    createEngine(options) {
      const ports = portsOf(options);
      makeFolders(ports.paths);
      return platform.createEngine(ports);
    },
    createInspection: (options) => platform.createInspection(portsOf(options)),
    createBackupReader: (options) => platform.createBackupReader(portsOf(options)),
    restoreBackup: (options, wanted) => platform.restoreBackup(portsOf(options), wanted),
    doctor: async (engine) => platform.doctor({ keychain: !usesFile, sandbox: await measureSandbox() }, engine),
    lockWindow: async () => lockRunningWindow(platform.paths.chromium),
    onSignal: listenToSignals,
    reportReady: () => reportReady(process.env),
    logUnexpected: (error) => logger.unexpected('cli.failed', error),
    now: Date.now,
  };
  return runCommandLine(argv, host);
}

const measureSandbox = () =>
  probeSandbox({
    userId: userId(),
    executable: process.execPath,
    withoutSandbox: startedWithoutSandbox(process.argv),
  });

/**
 * Chromium's own handlers of these signals ask the app to quit, which counts here as SIGTERM. A closed terminal (SIGHUP)
 * counts as SIGTERM too.
 */
function listenToSignals(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void {
  const onInterrupt = () => listener('SIGINT');
  const onTerminate = () => listener('SIGTERM');
  const onQuit = (event: Electron.Event) => {
    event.preventDefault();
    onTerminate();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  process.on('SIGHUP', onTerminate);
  app.on('before-quit', onQuit);
  return () => {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onTerminate);
    process.off('SIGHUP', onTerminate);
    app.off('before-quit', onQuit);
  };
}
