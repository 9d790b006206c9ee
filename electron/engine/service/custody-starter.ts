import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import {
  CUSTODY_DATABASE,
  CUSTODY_MESSAGES,
  type CustodyMessages,
  type Dialect,
  type InitFile,
  type OutboxMessage,
  type ReadyLine,
} from '../../../shared/processes/index.ts';
import type { Base } from '../base.ts';
import { createCourier } from '../courier/index.ts';
import type { MasterKey } from '../keys/key-index.ts';
import { withMasterKey } from '../keys/unlock.ts';
import type { ProcessHandle } from '../ports.ts';
import { writeToOutbox } from './outbox-file.ts';

export interface ServeOptions {
  readonly directory: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly authPort: number;
  readonly dialect: Dialect;
  /** Used when the folder holds no organization yet; then required. */
  readonly init: InitFile | null;
}

export type CustodyHandle = ProcessHandle<CustodyMessages>;

/**
 * Opens a local service's folder with what keeps its master key: the recorded store, or for a new folder the wanted one.
 * `adopt` gets the process before any key goes into it, so that it can be ended at every step.
 */
export type StartCustody = (
  options: ServeOptions,
  master: { readonly passphrase: Uint8Array<ArrayBuffer> | null; readonly store: KeyStore | null },
  adopt: (handle: CustodyHandle) => void,
) => Promise<ReadyLine>;

export function createCustodyStarter(
  { ports, stores, index }: Base,
  onPost: (message: OutboxMessage) => void,
): StartCustody {
  // A service that runs here was made here, by `serve --init` or as a profile: its receivers may be on this machine too.
  const courier = createCourier();
  const masterOf = async (directory: string, wanted: KeyStore | null): Promise<MasterKey> => {
    const known = index.master(directory);
    if (known !== undefined) return known;
    const { kind, backend } = await stores.forNew(wanted);
    return { id: createHash('sha256').update(directory).digest('hex').slice(0, 16), directory, store: kind, backend };
  };

  const ask = (isNew: boolean): Promise<Uint8Array<ArrayBuffer>> => {
    if (ports.askPassphrase !== null)
      return ports.askPassphrase(isNew ? 'make the local service' : 'open the local service', isNew);
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      'The local service needs the passphrase to open its keys, so it was not started. Lock and unlock with the passphrase.',
    );
  };

  return async (options, { passphrase, store: wanted }, adopt) => {
    const directory = resolve(options.directory);
    const master = await masterOf(directory, wanted);
    const store = stores.forKept(master, 'The key that opens the local service');
    const known = index.master(directory);
    const isNew = known === undefined && !existsSync(join(directory, CUSTODY_DATABASE));
    const post = (message: OutboxMessage) => {
      writeToOutbox(directory, message);
      onPost(message);
      return {};
    };
    const handle = ports.startProcess('custody', CUSTODY_MESSAGES, { carry: courier, post });
    adopt(handle);
    const start = (key: Parameters<typeof handle.call<'start'>>[1]['master']) =>
      handle.call('start', { ...options, directory, master: key });
    try {
      await handle.call('harden', {});
      const line = await (store.sealed
        ? withPassphrase(passphrase ?? (await ask(isNew)), (own) => start({ kind: 'passphrase', passphrase: own }))
        : withMasterKey(store, master.id, isNew, (key) => start({ kind: 'key', key })));
      if (known === undefined) index.keepMaster(master);
      return line;
    } catch (error) {
      handle.kill();
      throw error;
    }
  };
}

async function withPassphrase<Value>(
  passphrase: Uint8Array<ArrayBuffer>,
  use: (passphrase: Uint8Array<ArrayBuffer>) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(passphrase);
  } finally {
    passphrase.fill(0);
  }
}
