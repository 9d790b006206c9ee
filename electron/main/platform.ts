import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { app, utilityProcess } from 'electron';
import type { DoctorReport } from '../../shared/ipc/index.ts';
import type { Hardening } from '../../shared/processes/index.ts';
import type {
  Clock,
  ClosingBackupReader,
  ClosingInspection,
  Engine,
  EnginePorts,
  RestoredBackup,
  StatePaths,
  WantedRestore,
} from '../engine/index.ts';
import { tryDisplays } from './displays/displays.ts';
import type { Logger } from './logger.ts';
import { noTransport, withoutService } from './offline.ts';
import type { RuntimeFacts } from './runtime.ts';
import type { ProcessFacts, SandboxInfo } from './sandbox.ts';
import { sessionBus } from './screen-lock/screen-lock.ts';

type OwnPorts = Pick<
  EnginePorts,
  'paths' | 'consent' | 'askPassphrase' | 'askPin' | 'passkeys' | 'forceStore' | 'autoUnlock'
>;

/** The native part of pkcs11js, which set-up compiles if it can. */
const TOKEN_BINDING = join(app.getAppPath(), 'node_modules', 'pkcs11js', 'build', 'Release', 'pkcs11.node');

/** The parts of Electron and of this machine that the window and the command line share. */
export interface Platform {
  readonly version: string;
  /** The kernel refuses every connection of this run. */
  readonly isOffline: boolean;
  readonly paths: StatePaths;
  readonly logger: Logger;
  createEngine(own: OwnPorts): Promise<Engine>;
  createInspection(own: OwnPorts): Promise<ClosingInspection>;
  createBackupReader(own: OwnPorts): Promise<ClosingBackupReader>;
  restoreBackup(own: OwnPorts, wanted: WantedRestore): Promise<RestoredBackup>;
  /**
   * Examines this machine, and the engine where there is one. `keychain` false: this run must not touch it. `sandbox`
   * null: it was not measured.
   */
  doctor(
    options: { readonly keychain: boolean; readonly sandbox: SandboxInfo | null },
    engine: Engine | null,
  ): Promise<DoctorReport>;
}

export const userId = (): number | undefined => process.getuid?.();

/**
 * Returns a path among the built parts. It starts from the app's folder, because the bundler may move a module into a
 * chunk.
 */
export const builtPath = (...parts: string[]): string => join(app.getAppPath(), 'out', ...parts);

export const runtimeFacts = (): RuntimeFacts => ({
  // Electron's own `isPackaged` looks at the name of the executable, which is `castellan` in a checkout too.
  packaged: app.getAppPath().endsWith('.asar'),
  electron: process.versions.electron ?? '0',
  record: builtPath('runtime.json'),
});

/** The protection that the operating system granted this process. `isOffline`: the kernel refuses it connections. */
interface Granted {
  readonly hardening: Hardening;
  readonly isOffline: boolean;
}

export function createPlatform(paths: StatePaths, logger: Logger, { hardening, isOffline }: Granted): Platform {
  const version = app.getVersion();
  const portsWith = async (own: OwnPorts): Promise<EnginePorts> => {
    const [{ createProcessStarter }, { createTransport }] = await Promise.all([
      import('./processes.ts'),
      import('./transport.ts'),
    ]);
    const start = createProcessStarter({
      fork: (file, options) => utilityProcess.fork(file, [], options),
      folder: builtPath('main'),
      logger,
      environment: process.env,
    });
    return {
      ...own,
      version,
      clock: { now: Date.now, steady: () => performance.now(), pause },
      report: (error) => void logger.unexpected('engine.unexpected', error),
      transport: isOffline ? noTransport : createTransport({ version, environment: process.env }),
      startProcess: isOffline ? withoutService(start) : start,
    };
  };
  return {
    version,
    isOffline,
    paths,
    logger,
    createEngine: async (own) => (await loadEngine()).createEngine(await portsWith(own)),
    createInspection: async (own) => (await loadEngine()).createInspection(await portsWith(own)),
    createBackupReader: async (own) => (await loadEngine()).createBackupReader(await portsWith(own)),
    restoreBackup: async (own, wanted) => (await loadEngine()).restoreBackup(await portsWith(own), wanted),
    async doctor({ keychain, sandbox }, engine) {
      const [{ createStores, examine }, { runtimeInfo }] = await Promise.all([loadEngine(), import('./runtime.ts')]);
      const machine = {
        version,
        runtime: runtimeInfo(runtimeFacts()),
        hardening,
        isOffline,
        sandbox,
        paths,
        platform: process.platform,
        arch: process.arch,
        osRelease: osRelease(),
        glibc: glibcVersion(),
        displays: process.platform === 'linux' ? await tryDisplays(process.env) : [],
        sessionBus: sessionBus(process.env),
        tokenBinding: existsSync(TOKEN_BINDING),
        probeStores: createStores(paths, keychain ? null : 'file').probe,
        now: Date.now,
      };
      return examine(machine, engine);
    },
  };
}

/** The engine is most of this program. Help and the offline tools start without it. */
const loadEngine = () => import('../engine/index.ts');

/** The text that names this Linux (os-release(5)), or null. */
function osRelease(): string | null {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return null;
  }
}

/** The version of glibc that runs, or null without glibc. */
function glibcVersion(): string | null {
  // A report with the network asks for the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { readonly header?: { readonly glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime ?? null;
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
