import { existsSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ChainReading, KeyStore, TokenAt } from '../../../shared/model/index.ts';
import {
  CUSTODY_DATABASE,
  type Dialect,
  type InitFile,
  type ListedArchive,
  type NodeNote,
  type OutboxMessage,
  type ReadyLine,
  type ServiceLogEntry,
  type Surroundings,
} from '../../../shared/processes/index.ts';
import type { Base } from '../base.ts';
import { createCourier } from '../courier/index.ts';
import type { MasterKey } from '../keys/key-index.ts';
import { nameStore, readStoreId } from '../keys/store-identity.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { createTokenMasters } from '../tokens/token-master.ts';
import { masterKey } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { answerCopyRequests } from './copy-requests.ts';
import type { CustodyHandle, CustodyProcesses } from './custody-process.ts';
import { type ChainEndpoint, countEndpoints, createNodeCaller } from './endpoints.ts';
import { writeToOutbox } from './outbox-file.ts';

export interface ServeOptions {
  readonly directory: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly authPort: number;
  readonly dialect: Dialect;
  /** Used when the folder holds no organization yet, and then required. */
  readonly init: InitFile | null;
  /** The nodes for chain queries. */
  readonly endpoints: readonly ChainEndpoint[];
  /** The token required to start it. Null for none. */
  readonly onToken: TokenAt | null;
  /** True: each request is logged. */
  readonly logsRequests: boolean;
  /** True: `GET /metrics` is answered. */
  readonly hasMetrics: boolean;
}

/**
 * Opens a local service's folder with the store of its master key: the recorded store, or for a new folder the wanted
 * one. `adopt` gets the process before any key goes into it, so that it can be ended at every step.
 */
export type StartCustody = (
  options: ServeOptions,
  wanted: KeyStore | null,
  adopt: (handle: CustodyHandle) => void,
) => Promise<ReadyLine>;

export function createCustodyStarter(
  { ports, stores, index }: Base,
  {
    vault,
    tokens,
    processes,
  }: {
    readonly vault: Pick<VaultKeeper, 'openWithStore'>;
    readonly tokens: TokenKeeper;
    readonly processes: Pick<CustodyProcesses, 'take'>;
  },
  listeners: {
    readonly post: (message: OutboxMessage) => void;
    readonly noteNode: (note: NodeNote) => void;
    readonly noteReading: (reading: ChainReading) => void;
    readonly log: (entry: ServiceLogEntry) => void;
    /** Milliseconds since the epoch. Null without a backup. */
    readonly lastBackupAt: () => number | null;
  },
): StartCustody {
  // A service that runs here was made here, by `serve --init` or as a profile: its receivers may be on this machine too.
  const courier = createCourier();
  const tokenMasters = createTokenMasters(tokens);
  const masterOf = async (directory: string, wanted: KeyStore | null): Promise<MasterKey> => {
    const known = index.master(directory);
    if (known !== undefined) return known;
    if (readStoreId(directory) === null && existsSync(join(directory, CUSTODY_DATABASE)))
      throw unlisted(directory, ports.paths.credentials);
    const { kind, backend } = await stores.forNew(wanted);
    return { id: nameStore(directory), directory, store: kind, backend };
  };

  /** The master key that opens with a token. The token key it needs is listed before anything is sealed with it. */
  const tokenMaster = async (
    offer: Parameters<typeof tokenMasters.open>[0],
    master: MasterKey,
    { isNew, onToken }: { readonly isNew: boolean; readonly onToken: TokenAt | null },
  ) => {
    if (!isNew || onToken === null) return tokenMasters.open(offer, master, onToken);
    const made = await tokenMasters.make(offer, master, onToken);
    index.keepMaster(made.listed);
    return made.master;
  };

  return async ({ endpoints, onToken, logsRequests, hasMetrics, ...options }, wanted, adopt) => {
    const chains = countEndpoints(endpoints);
    const callNode = createNodeCaller(endpoints, ports.transport);
    const directory = resolve(options.directory);
    const master = await masterOf(directory, wanted);
    const store = stores.forKept(master, 'The key that opens the local service');
    const known = index.master(directory);
    const isNew = known === undefined && !existsSync(join(directory, CUSTODY_DATABASE));
    const post = (message: OutboxMessage) => {
      writeToOutbox(directory, message);
      listeners.post(message);
      return {};
    };
    const noteNode = (note: NodeNote) => {
      listeners.noteNode(note);
      return {};
    };
    const noteReading = (reading: ChainReading) => {
      listeners.noteReading(reading);
      return {};
    };
    const log = (entry: ServiceLogEntry) => {
      listeners.log(entry);
      return {};
    };
    const measure = () => ({ ...diskOf(directory), lastBackupAt: listeners.lastBackupAt() });
    // First, because it may ask for a PIN or a passphrase.
    const call = await vault.openWithStore(store.kind);
    const { handle, offered, serve } = processes.take();
    serve({ carry: courier, callNode, noteNode, noteReading, post, log, measure });
    adopt(handle);
    try {
      const { sealTo } = await offered;
      const usesToken = master.sealedTo !== undefined || onToken !== null;
      const sealed = usesToken
        ? await tokenMaster({ vault: call, store, sealTo }, master, { isNew, onToken })
        : await masterKey(call, store, { id: master.id, create: isNew, sealTo });
      const observed = { version: ports.version, logsRequests, hasMetrics };
      const line = await handle.call('start', { ...options, observed, chains, directory, master: sealed });
      const answers = {
        copy: (path: string, working: () => void) => copyStore(handle, { directory, path }, working),
        list: () => listArchives(handle, directory),
      };
      handle.onExit(answerCopyRequests(directory, answers, ports.report));
      nameStore(directory, master.id);
      if (known?.directory !== directory) index.keepMaster({ ...master, ...index.master(directory), directory });
      return line;
    } catch (error) {
      handle.kill();
      throw error;
    }
  };
}

/** The write-ahead log of a service's folder and the free space on its disk. Null where the system does not report it. */
function diskOf(directory: string): Pick<Surroundings, 'walBytes' | 'diskFreeBytes'> {
  const walBytes = statSync(`${join(directory, CUSTODY_DATABASE)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  try {
    const { bavail, bsize } = statfsSync(directory);
    return { walBytes, diskFreeBytes: bavail * bsize };
  } catch {
    return { walBytes, diskFreeBytes: null };
  }
}

/**
 * Copies a service's database, in its process, into the existing empty file at `path`. Returns the archives that the
 * copy lists.
 * @param working called with each reply before the last
 */
export async function copyStore(
  { call }: CustodyHandle,
  copy: { readonly directory: string; readonly path: string },
  working: () => void = () => undefined,
): Promise<ListedArchive[]> {
  for (;;) {
    const { isDone, archives } = await call('copyStore', copy);
    if (isDone) return archives;
    working();
  }
}

/** Lists the archives of a service's database, in its process. */
export async function listArchives({ call }: CustodyHandle, directory: string): Promise<ListedArchive[]> {
  return (await call('listArchives', { directory })).archives;
}

const unlisted = (directory: string, credentials: string) =>
  new AppError(
    'KEY_MISSING',
    sentence`The key that opens the local service in ${directory} is not listed in ${credentials}. Nothing was changed. Set CASTELLAN_HOME to the original state folder of the service, or to a complete copy of it.`,
  );
