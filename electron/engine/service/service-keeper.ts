import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { ChainReading, EndpointChain, KeyStore, TokenAt } from '../../../shared/model/index.ts';
import {
  CUSTODY_MESSAGES,
  type InitFile,
  type OutboxMessage,
  type Protection,
  type ReadyLine,
  type ServiceLogEntry,
} from '../../../shared/processes/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { createListeners } from '../tools/listeners.ts';
import { createMutex } from '../tools/mutex.ts';
import { within } from '../tools/within.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { ANYWHERE, createAddressFile, createServedAddress, type Ports, portsOf } from './address-file.ts';
import { type CustodyHandle, createCustodyProcesses } from './custody-process.ts';
import { createCustodyStarter, type ServeOptions } from './custody-starter.ts';
import type { Endpoints } from './named-endpoints.ts';
import { notReadHere, type Readings } from './readings.ts';

/** A service that ends again this soon after a start is not started a second time by itself. */
const RESTART_MILLISECONDS = 30_000;

/**
 * The longest wait for the service to close its database, in milliseconds. It may rewrite and read a file of gigabytes.
 * After it the process is killed: all answers are in the write-ahead log, and the next start checks every page.
 */
const STOP_MS = 5 * 60_000;

interface LocalStart {
  /** The init file of a new service. */
  readonly init?: InitFile | null;
  /** The store of a new service's master key. The default when absent or null. */
  readonly store?: KeyStore | null;
  /** The token that alone opens a new service. None when absent or null. */
  readonly onToken?: TokenAt | null;
}

/** Keeps the service inside this program: starts it, or finds the one another Castellan of the same folder runs. */
export interface ServiceKeeper {
  /** State of the embedded service as the window shows it. */
  state(): Pick<AppState['service'], 'state' | 'baseUrl' | 'problem'>;
  /** A request to the embedded service found nobody: forget an address that another Castellan had given. */
  noteUnreachable(): void;
  /** Starts the embedded service for the local profile if it does not run yet, here or in another Castellan. Throws PROFILE_CHANGED. */
  startLocal(options?: LocalStart): Promise<ReadyLine>;
  /**
   * Starts the embedded service's process without a key, beside the vault that is being opened. Does nothing when the
   * service runs.
   */
  prepareLocal(): void;
  /** Ends the process that `prepareLocal` started, unless the service runs in it. */
  endPrepared(): void;
  /** Pauses or resumes reading the history before accounts were followed. Throws NOT_FOUND. */
  pauseHistory(chain: EndpointChain, paused: boolean): Promise<void>;
  /** The service's process. Null when none runs here, or another Castellan runs it. */
  own(): Pick<CustodyHandle, 'call'> | null;
  /** `castellan serve`: a service of its own folder and ports. */
  serve(options: ServeOptions): Promise<ReadyLine>;
  /**
   * Ends the service after its open requests. Returns false when it failed to close its database, or did not close it in
   * five minutes. Then it is killed, which keeps all confirmed changes.
   */
  stop(): Promise<boolean>;
  /** Kills this process's service, the surest wipe of its master key. All confirmed changes are on disk. */
  lock(): void;
  /** The operating system's protections of the service's process. If none runs, one without keys is started to ask. */
  report(): Promise<Protection>;
  /** Calls the listener when the service's process ended unexpectedly. Returns the function that removes it. */
  onExit(listener: (code: number) => void): () => void;
  /** Calls the listener with each message of this service's outbox. Returns the function that removes the listener. */
  onPost(listener: (message: OutboxMessage) => void): () => void;
  /** The same with the service's progress on a chain. */
  onReading(listener: (reading: ChainReading) => void): () => void;
  /** The same with each entry of the service's log. */
  onLog(listener: (entry: ServiceLogEntry) => void): () => void;
  /** The operator has gone on after a restart: its notice is no longer news. */
  acknowledge(): void;
}

export function createServiceKeeper(
  base: Base,
  {
    profiles,
    vault,
    tokens,
    endpoints,
    readings,
    lastBackupAt,
  }: {
    readonly profiles: Pick<Profiles, 'local' | 'requireConfirmed' | 'follow'>;
    readonly vault: Pick<VaultKeeper, 'openWithStore' | 'lock'>;
    readonly tokens: TokenKeeper;
    readonly endpoints: Pick<Endpoints, 'open' | 'note' | 'onChange'>;
    readonly readings: Pick<Readings, 'note' | 'forget'>;
    readonly lastBackupAt: () => number | null;
  },
): ServiceKeeper {
  const { ports, index, changes } = base;
  let state: AppState['service']['state'] = 'stopped';
  let problem: AppState['service']['problem'] = null;
  /** The service of this process, and the address in use, which may be another process's. */
  let own: CustodyHandle | null = null;
  let isServing = false;
  let ready: ReadyLine | null = null;
  let starting: Promise<ReadyLine> | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  const exits = createListeners<number>(ports.report);
  const posts = createListeners<OutboxMessage>(ports.report);
  const readingsNoted = createListeners<ChainReading>(ports.report);
  const logs = createListeners<ServiceLogEntry>(ports.report);
  const processes = createCustodyProcesses(ports.startProcess);
  const starter = createCustodyStarter(
    base,
    { vault, tokens, processes },
    {
      post: posts.announce,
      noteNode: endpoints.note,
      noteReading: (reading) => readingsNoted.announce(readings.note(reading)),
      log: logs.announce,
      lastBackupAt,
    },
  );
  const startCustody: typeof starter = async (...given) => {
    const line = await starter(...given);
    isServing = true;
    return line;
  };
  const address = createAddressFile(ports.paths.service);
  const served = createServedAddress(ports.paths.root);
  const set = (next: typeof state, notice: typeof problem = null) => {
    state = next;
    problem = notice;
    changes.announce('state');
  };

  const adopt = (local: boolean) => (handle: CustodyHandle) => {
    own = handle;
    isServing = false;
    handle.onExit((code) => {
      if (own !== handle) return;
      own = null;
      ready = null;
      readings.forget();
      if (local) recover();
      exits.announce(code);
    });
  };

  /** The token that opens the master key, as confirmed with the profile. Without a profile it is named each time. */
  const confirmedToken = (): TokenAt | null => {
    const sealedTo = profiles.local() === null ? undefined : index.master(ports.paths.service)?.sealedTo;
    if (sealedTo === undefined) return null;
    const { module, label, serial } = sealedTo.token;
    return { module, label, serial, slot: null };
  };

  const startHere = async ({
    init = null,
    store = null,
    onToken = confirmedToken(),
  }: LocalStart): Promise<ReadyLine> => {
    const options = {
      directory: ports.paths.service,
      dialect: 'spec' as const,
      init,
      endpoints: await endpoints.open(),
      onToken,
      logsRequests: false,
      hasMetrics: false,
    };
    const startAt = (at: Ports) => startCustody({ ...options, ...at }, store, adopt(true));
    const last = address.last();
    try {
      const line = await startAt(portsOf(last)).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'PORT_IN_USE') throw error;
        return startAt(ANYWHERE);
      });
      startedAt = ports.clock.steady();
      // Before the new address is kept, so that a crash in between repeats it.
      if (last !== null) await profiles.follow(last, line).catch(ports.report);
      address.write(line);
      return line;
    } catch (error) {
      own = null;
      throw error;
    }
  };

  /**
   * Finds the embedded service of another running Castellan. Used only when a process that could open this private
   * folder holds the database. Accepted only if it is the service of our profile.
   */
  const attach = (error: unknown): ReadyLine => {
    if (!(error instanceof AppError) || error.code !== 'DATABASE_IN_USE') throw error;
    const found = address.read();
    if (found === null) throw error;
    const profile = profiles.local();
    if (
      profile !== null &&
      (profile.signerKey !== found.keys.signer || profile.organizationId !== found.organizationId)
    )
      throw error;
    return found;
  };

  /** Asked in a function, because it changes while others wait. */
  const isStarting = () => state === 'starting';

  const startLocal: ServiceKeeper['startLocal'] = (options = {}) => {
    // The other Castellan may have ended since, and any program may have taken the port.
    if (own === null && ready !== null && address.read()?.baseUrl !== ready.baseUrl) ready = null;
    if (ready !== null) return Promise.resolve(ready);
    starting ??= (async () => {
      set('starting');
      try {
        const profile = profiles.local();
        if (profile !== null) await profiles.requireConfirmed(profile);
        ready = await startHere(options).catch(attach);
        set('running');
        return ready;
      } catch (error) {
        // A lock in the meantime has ended it.
        if (isStarting()) {
          set('failed', {
            title: 'The local service did not start',
            message: error instanceof Error ? error.message : String(error),
          });
        }
        throw error;
      } finally {
        starting = null;
      }
    })();
    return starting;
  };

  /** The embedded service died unexpectedly: start it again at once. All confirmed changes are on disk. */
  const recover = () => {
    if (state !== 'running') return;
    const title = 'The local service stopped';
    if (ports.clock.steady() - startedAt < RESTART_MILLISECONDS && problem !== null) {
      set('failed', {
        title,
        message:
          'Its process ended again right after its start. All confirmed changes are on disk. Run `castellan doctor`, then lock and unlock to start it.',
      });
      return;
    }
    set('failed', {
      title,
      message: 'Its process ended unexpectedly. All confirmed changes are on disk. Castellan is starting it again.',
    });
    startLocal().then(
      () =>
        set('running', {
          title: 'The local service was started again',
          message:
            'Its process had ended unexpectedly. No confirmed change was lost. Requests in progress are listed as unsettled.',
        }),
      ports.report,
    );
  };

  /** Forgets the service as if it had never run. Returns the process to end. */
  const letGo = (): CustodyHandle | null => {
    const ending = own;
    const wasLocal = state !== 'stopped';
    own = null;
    ready = null;
    readings.forget();
    if (wasLocal) set('stopped');
    if (wasLocal && ending !== null) address.release();
    served.release();
    return ending;
  };

  const stop = async () => {
    await processes.end();
    const ending = letGo();
    if (ending === null) return true;
    const gone = new Promise<void>((done) => void ending.onExit(() => done()));
    // A start may check a large file for minutes and read no message meanwhile, so it is killed.
    const closing = () => ending.call('stop', {}).then(() => true, ports.report);
    const isClosed = isServing && (await within(STOP_MS, closing())) === true;
    ending.kill();
    await gone;
    return isClosed || !isServing;
  };

  /** Restarts the embedded service. It takes the same ports again, so that its client programs continue to work. */
  const restart = async () => {
    await starting?.catch(ports.report);
    if (own === null || ready === null || state !== 'running') return;
    await stop();
    await startLocal();
  };
  const exclusive = createMutex();
  endpoints.onChange(() => exclusive(restart).catch(ports.report));

  return {
    startLocal,
    prepareLocal() {
      if (ready === null && starting === null) processes.prepare();
    },
    endPrepared: () => void processes.end(),
    acknowledge() {
      if (state === 'running' && problem !== null) set('running');
    },
    noteUnreachable() {
      if (own !== null || state !== 'running') return;
      ready = null;
      set('stopped');
    },
    state: () => ({ state, problem, baseUrl: ready?.baseUrl ?? null }),
    async pauseHistory(chain, paused) {
      if (own === null) throw notReadHere(chain);
      await own.call('pauseHistory', { chain, paused });
    },
    own: () => own,
    async serve(options) {
      try {
        return served.write(options.directory, await startCustody(options, null, adopt(false)));
      } finally {
        // They were only needed for the master key.
        vault.lock();
        tokens.lock();
      }
    },
    stop,
    lock: () => letGo()?.kill(),
    async report() {
      if (own !== null) return own.call('harden', {});
      const asked = ports.startProcess('custody', CUSTODY_MESSAGES);
      try {
        return await asked.call('harden', {});
      } finally {
        asked.kill();
      }
    },
    onPost: posts.on,
    onReading: readingsNoted.on,
    onLog: logs.on,
    onExit: exits.on,
  };
}
