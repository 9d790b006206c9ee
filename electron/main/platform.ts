import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { app, utilityProcess } from 'electron';
import type { Hardening } from '../../shared/processes/index.ts';
import {
  type Clock,
  type ClosingBackupReader,
  type ClosingInspection,
  createBackupReader,
  createEngine,
  createInspection,
  createStores,
  type Engine,
  type EnginePorts,
  type MachineFacts,
  type RestoredBackup,
  restoreBackup,
  type StatePaths,
  type WantedRestore,
} from '../engine/index.ts';
import type { Logger } from './logger.ts';
import { noTransport, withoutService } from './offline.ts';
import { createProcessStarter } from './processes.ts';
import { type RuntimeInfo, runtimeInfo } from './runtime.ts';
import type { ProcessFacts, SandboxInfo } from './sandbox.ts';
import { sessionBus } from './screen-lock/screen-lock.ts';
import { createTransport } from './transport.ts';

type OwnPorts = Pick<
  EnginePorts,
  'paths' | 'consent' | 'askPassphrase' | 'askPin' | 'passkeys' | 'forceStore' | 'autoUnlock'
>;

/** The native part of pkcs11js, which set-up compiles if it can. */
const TOKEN_BINDING = join(app.getAppPath(), 'node_modules', 'pkcs11js', 'build', 'Release', 'pkcs11.node');

/** The parts of Electron and of this machine that the window and the command line share. */
export interface Platform {
  readonly version: string;
  readonly paths: StatePaths;
  readonly logger: Logger;
  readonly runtime: RuntimeInfo;
  createEngine(own: OwnPorts): Promise<Engine>;
  createInspection(own: OwnPorts): Promise<ClosingInspection>;
  createBackupReader(own: OwnPorts): Promise<ClosingBackupReader>;
  restoreBackup(own: OwnPorts, wanted: WantedRestore): Promise<RestoredBackup>;
  /** `keychain` false: this run must not touch it. `sandbox` null: it was not measured. */
  machine(options: { readonly keychain: boolean; readonly sandbox: SandboxInfo | null }): MachineFacts;
}

export const userId = (): number | undefined => process.getuid?.();

/**
 * Returns a path among the built parts. It starts from the app's folder, because the bundler may move a module into a
 * chunk.
 */
export const builtPath = (...parts: string[]): string => join(app.getAppPath(), 'out', ...parts);

/** The protection that the operating system granted this process. `isOffline`: the kernel refuses it connections. */
interface Granted {
  readonly hardening: Hardening;
  readonly isOffline: boolean;
}

export function createPlatform(paths: StatePaths, logger: Logger, { hardening, isOffline }: Granted): Platform {
  const version = app.getVersion();
  const runtime = runtimeInfo({
    packaged: app.isPackaged,
    electron: process.versions.electron ?? '0',
    record: builtPath('runtime.json'),
  });
  const start = createProcessStarter({
    fork: (file, options) => utilityProcess.fork(file, [], options),
    folder: builtPath('main'),
    logger,
    environment: process.env,
  });
  const startProcess = isOffline ? withoutService(start) : start;
  const portsWith = (own: OwnPorts): EnginePorts => ({
    ...own,
    version,
    clock: { now: Date.now, steady: () => performance.now(), pause },
    report: (error) => void logger.unexpected('engine.unexpected', error),
    transport: isOffline ? noTransport : createTransport({ version, environment: process.env }),
    startProcess,
  });
  return {
    version,
    paths,
    logger,
    runtime,
    createEngine: (own) => createEngine(portsWith(own)),
    createInspection: (own) => createInspection(portsWith(own)),
    createBackupReader: (own) => createBackupReader(portsWith(own)),
    restoreBackup: (own, wanted) => restoreBackup(portsWith(own), wanted),
    machine: ({ keychain, sandbox }) => ({
      version,
      runtime,
      hardening,
      isOffline,
      sandbox,
      paths,
      platform: process.platform,
      environment: process.env,
      sessionBus: sessionBus(process.env),
      tokenBinding: existsSync(TOKEN_BINDING),
      probeStores: createStores(paths, keychain ? null : 'file').probe,
      now: Date.now,
    }),
  };
}

const pause: Clock['pause'] = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

/** Returns a reader of the kernel's facts about a process of ours, or null on other systems. */
export const factsReader = (processId: number): (() => ProcessFacts) | null =>
  process.platform === 'linux'
    ? () => ({
        status: readFileSync(`/proc/${processId}/status`, 'utf8'),
        owner: statSync(`/proc/${processId}/status`).uid,
      })
    : null;
