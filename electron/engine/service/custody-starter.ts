import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { CUSTODY_MESSAGES, type CustodyMessages, type ReadyLine } from '../../../shared/processes/index.ts';
import type { KeyIndex, MasterRecord } from '../keys/key-index.ts';
import type { Stores } from '../keys/stores.ts';
import { withMasterKey } from '../keys/unlock.ts';
import type { Engine, EnginePorts, ProcessHandle } from '../types.ts';

type ServeOptions = Parameters<Engine['service']['serve']>[0];

export interface StartedCustody {
  readonly handle: ProcessHandle<CustodyMessages>;
  readonly line: ReadyLine;
}

/** Opens a local service's folder with what keeps its master key: the recorded store, or for a new folder the wanted one. */
export type StartCustody = (
  options: ServeOptions,
  master: { readonly passphrase: Uint8Array<ArrayBuffer> | null; readonly store: KeyStore | null },
) => Promise<StartedCustody>;

export function createCustodyStarter(ports: EnginePorts, stores: Stores, index: KeyIndex): StartCustody {
  const masterOf = async (directory: string, wanted: KeyStore | null): Promise<MasterRecord> => {
    const known = index.master(directory);
    if (known !== undefined) return known;
    const { kind, backend } = await stores.forNew(wanted);
    return { id: createHash('sha256').update(directory).digest('hex').slice(0, 16), directory, store: kind, backend };
  };

  const ask = (isNew: boolean): Promise<Uint8Array<ArrayBuffer>> => {
    if (ports.askPassphrase !== null)
      return ports.askPassphrase(isNew ? 'make the local service' : 'open the local service');
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      'The local service needs the passphrase to open its keys, so it was not started. Lock and unlock with the passphrase.',
    );
  };

  return async (options, { passphrase, store: wanted }) => {
    const directory = resolve(options.directory);
    const master = await masterOf(directory, wanted);
    const store = stores.forKept(master, 'The key that opens the local service');
    const isNew = index.master(directory) === undefined && !existsSync(join(directory, 'custody.db'));
    const handle = ports.startProcess('custody', CUSTODY_MESSAGES);
    const start = (key: Parameters<typeof handle.call<'start'>>[1]['master']) =>
      handle.call('start', { ...options, directory, master: key });
    try {
      const line = await (master.store === 'keychain'
        ? withMasterKey(store, master.id, isNew, (key) => start({ kind: 'key', key }))
        : withPassphrase(passphrase ?? (await ask(isNew)), (own) => start({ kind: 'passphrase', passphrase: own })));
      if (index.master(directory) === undefined) index.addMaster(master);
      return { handle, line };
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
