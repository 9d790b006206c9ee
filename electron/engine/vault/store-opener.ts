import { join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { isProtected, type MessageClient, type VaultMessages } from '../../../shared/processes/index.ts';
import { wipeBytes } from '../../../shared/wire/index.ts';
import { takeFileLock } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import { type Given, needsWindow } from './security-keys.ts';
import { createTries } from './tries.ts';

type Call = MessageClient<VaultMessages>;
type Passphrase = Uint8Array<ArrayBuffer> | null;

/**
 * Has a vault open the stores of keys, each with its typed secret or a security key's answer. Counts the tries of a
 * PIN.
 */
export interface StoreOpener {
  /**
   * Opens a store with `given`, which is wiped. Null means to ask for it where possible. Creates a store in which no key
   * is listed. Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, TRY_LATER, KEY_MISSING, and the store's errors. Then
   * nothing was opened.
   */
  open(call: Call, kind: KeyStore, given: Given | null): Promise<void>;
  /**
   * Changes the unlock methods of an open store in one write. `change` gets the new header from the vault with the
   * given secret. Throws like `open`, and what `change` throws.
   */
  change(
    kind: KeyStore,
    given: Given,
    change: () => Promise<{ readonly header: Uint8Array<ArrayBuffer> }>,
  ): Promise<void>;
  /** Runs `attempt` with the secret typed for a store, and counts the try where tries are counted. */
  tried<Value>(kind: KeyStore, passphrase: Passphrase, attempt: () => Promise<Value>): Promise<Value>;
  /** Returns in words why the next try must wait. Null when it need not. */
  problem(kind: KeyStore): Promise<string | null>;
}

const TRIES = 'tries';

/** `lock` ends the vault. A header that was not kept must not seal anything, because nothing could open that again. */
export function createStoreOpener({ ports, stores }: Pick<Base, 'ports' | 'stores'>, lock: () => void): StoreOpener {
  const tries = createTries(ports.clock, {
    read: () => stores.readOwn(TRIES),
    write: (bytes) => stores.writeOwn(TRIES, bytes),
    remove: () => stores.removeOwn(TRIES),
    lock: () => takeFileLock(join(ports.paths.root, 'tries.lock'), 0),
  });
  /** A passphrase file can be copied and tried elsewhere, so counting its tries would guard nothing. */
  const isCounted = (kind: KeyStore) => kind === 'keychain';

  const tried: StoreOpener['tried'] = (kind, passphrase, attempt) =>
    passphrase !== null && isCounted(kind) && stores.protection(kind) === 'protected' ? tries.make(attempt) : attempt();

  const keep: typeof stores.setHeader = async (kind, header, before) => {
    try {
      await stores.setHeader(kind, header, before);
    } catch (error) {
      lock();
      throw error;
    }
  };

  /** Names the key file, which the vault does not know, and the source of a wrong passphrase. */
  const namingFile =
    (kind: KeyStore) =>
    (error: unknown): never => {
      if (kind !== 'file' || !(error instanceof AppError) || error.code !== 'PASSPHRASE_WRONG') throw error;
      const [source, advice] =
        ports.askPassphrase !== null && ports.forceStore === 'file'
          ? [' in the file that CASTELLAN_PASSPHRASE_FILE names', 'Put the right passphrase alone into that file']
          : ['', 'Try again'];
      const { hint = '' } = error;
      throw new AppError(
        'PASSPHRASE_WRONG',
        sentence`The passphrase${source} does not open the key file ${ports.paths.keystore}. Nothing was unlocked. ${advice}.${hint}`,
        { hint, cause: error },
      );
    };

  /** Asks for the secret of a store when none was given. */
  const ask = async (kind: KeyStore, header: Uint8Array | null): Promise<Passphrase> => {
    if (header === null ? kind === 'keychain' : !isProtected(header)) return null;
    if (header !== null && !stores.isTyped(kind) && ports.askPassphrase !== null) throw needsWindow();
    const what = kind === 'keychain' ? 'keychain’s keys' : 'key file';
    const called = kind === 'keychain' ? 'PIN' : 'passphrase';
    if (ports.askPassphrase !== null)
      return ports.askPassphrase(`${header === null ? 'make' : 'open'} the ${what}`, header === null, called);
    throw new AppError(
      'PASSPHRASE_REQUIRED',
      sentence`The ${what} are locked. Nothing was done with them. Lock and unlock with the ${called}.`,
    );
  };

  return {
    tried,
    problem: async (kind) => (isCounted(kind) ? tries.problem() : null),
    async open(call, kind, before) {
      const header = await stores.header(kind);
      let given = before;
      try {
        const lost = header === null ? stores.lost(kind) : null;
        if (lost !== null) throw lost;
        if (given === null || (given.passphrase === null && given.securityKey === undefined))
          given = { passphrase: await ask(kind, header) };
        const opening = { store: kind, header, ...given };
        const opened = await tried(kind, given.passphrase, () => call('openStore', opening)).catch(namingFile(kind));
        if (header === null) await keep(kind, opened.header, null);
        opened.header.fill(0);
      } finally {
        wipeBytes(given);
        header?.fill(0);
      }
    },
    async change(kind, { passphrase }, change) {
      const before = await stores.header(kind);
      try {
        const { header } = await tried(kind, passphrase, change);
        await keep(kind, header, before);
        header.fill(0);
      } finally {
        before?.fill(0);
      }
    },
  };
}
