import { join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import { KEY_STORES, type KeyStore } from '../../../shared/model/index.ts';
import { isProtected, readSealedHeader, type SecurityKeyFacts, type Way } from '../../../shared/processes/index.ts';
import { base64urlEncode } from '../../../shared/wire/index.ts';
import { takeFileLock } from '../../storage/files/index.ts';
import { openStores, type SecretStore, type StoreProblem } from '../../storage/keychain/index.ts';
import type { StatePaths } from '../ports.ts';
import { createKeyIndex } from './key-index.ts';
import { headerLost } from './lost-files.ts';

/** The protection of a store: a PIN or passphrase opens it, or `unset` when it is still empty. */
export type StoreProtection = AppState['stores'][number]['protection'];

/** The stores that can keep keys here, and the ones in use. */
export interface Stores {
  /** The header by which the vault opens a store, which the caller wipes. Null when the store is still empty. */
  header(kind: KeyStore): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The error for a store without a header in which keys are listed. Null where none is listed. */
  lost(kind: KeyStore): AppError | null;
  /** Replaces the header `before`. Throws FILE_REFUSED when the store has another one. */
  setHeader(kind: KeyStore, header: Uint8Array, before: Uint8Array | null): Promise<void>;
  /** The protection at the last look at the header. */
  protection(kind: KeyStore): StoreProtection;
  /** True when opening it needs a secret or a touch, by the last look. */
  asks(kind: KeyStore): boolean;
  /** True when a PIN or passphrase opens it, by the last look. `securityKeys` are those that open it. */
  isTyped(kind: KeyStore): boolean;
  securityKeys(kind: KeyStore): readonly SecurityKeyFacts[];
  /** Reads the keychain item of that name for this folder as a whole. */
  readOwn(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  writeOwn(name: string, bytes: Uint8Array): Promise<void>;
  removeOwn(name: string): Promise<void>;
  /** The name of the back end that keeps the bytes. */
  backend(kind: KeyStore): string;
  /** Describes in a few words who could copy a key out of a store. */
  copying(kind: KeyStore): string;
  /** The report of each store, the preferred first. Its problem is from the last look. */
  report(): AppState['stores'];
  /** Looks at each store that this run may touch, then reports. */
  probe(): Promise<AppState['stores']>;
  /** The store for a new key: the wanted one, else the first that can be used. Throws why it cannot be used. */
  forNew(wanted: KeyStore | null): Promise<SecretStore>;
  /** The store that keeps a key. Throws KEY_STORE_CHANGED when this run may not or cannot use it. */
  forKept(key: { store: KeyStore; backend: string }, what: string): SecretStore;
}

/** The name of a store's header in the keychain. */
const HEADER = 'header';

/** Why a store is not touched in a run that has the passphrase in a file. */
const UNUSED: StoreProblem = {
  code: 'KEYCHAIN_UNAVAILABLE',
  title: 'Not used in this run',
  message:
    'CASTELLAN_PASSPHRASE_FILE is set, so Castellan stores keys only in the passphrase file. Unset it to store keys elsewhere.',
};

/** `forceStore` is the only store that may be used. Null allows all. */
export function createStores(
  paths: Pick<StatePaths, 'root' | 'keystore' | 'credentials'>,
  forceStore: KeyStore | null,
): Stores {
  const index = createKeyIndex(paths.credentials);
  const opened = openStores(paths.keystore);
  const { keychain } = opened;
  const stores = { ...opened, keychain: underOwnName(keychain, index.ownItems) };
  const protections = new Map<KeyStore, StoreProtection>();
  const ways = new Map<KeyStore, readonly Way[]>();
  const looked = new Map<KeyStore, StoreProblem | null>();
  const isUsed = (kind: KeyStore) => forceStore === null || forceStore === kind;

  const look = async (kind: KeyStore): Promise<StoreProblem | null> => {
    const problem = isUsed(kind) ? ((await stores[kind].probe()) ?? (await problemOfHeader(kind))) : UNUSED;
    looked.set(kind, problem);
    return problem;
  };

  const readOwn: Stores['readOwn'] = async (name) => {
    const id = index.keychainId();
    return id === null ? null : keychain.read(`${name}/${id}`);
  };
  const writeOwn: Stores['writeOwn'] = (name, bytes) => keychain.write(`${name}/${index.nameKeychain()}`, bytes);

  const noteProtection = (kind: KeyStore, found: Uint8Array | null) => {
    protections.set(kind, found === null ? 'unset' : isProtected(found) ? 'protected' : 'none');
    ways.set(kind, found === null ? [] : (readSealedHeader(found)?.ways ?? []));
  };
  // Covers a passphrase file that was not read yet or is unreadable, because it always has a passphrase.
  const isTyped: Stores['isTyped'] = (kind) => kind === 'file' || waysOf(kind).some((way) => way.kind === 'typed');
  const securityKeys: Stores['securityKeys'] = (kind) => waysOf(kind).filter((way) => way.kind === 'securityKey');
  const waysOf = (kind: KeyStore) => ways.get(kind) ?? [];

  const header: Stores['header'] = async (kind) => {
    const found = kind === 'file' ? stores.file.header() : await readOwn(HEADER);
    noteProtection(kind, found);
    return found;
  };

  const lost: Stores['lost'] = (kind) =>
    index.uses(kind)
      ? headerLost({ kind, backend: stores[kind].backend, isUnnamed: index.keychainId() === null, paths })
      : null;

  /** A caller that needs the header reads it and gets the error of an unreadable one then. */
  const problemOfHeader = async (kind: KeyStore): Promise<StoreProblem | null> => {
    const found = await header(kind).catch(() => undefined);
    found?.fill(0);
    const problem = found === null ? lost(kind) : null;
    return problem && { code: problem.code, title: 'Its keys cannot be unlocked', message: problem.message };
  };

  const setKeychainHeader = async (next: Uint8Array, before: Uint8Array | null) => {
    const release = takeFileLock(join(paths.root, 'keychain.lock'));
    try {
      const found = await readOwn(HEADER);
      const isSame = found === null ? before === null : before !== null && equal(found, before);
      found?.fill(0);
      if (!isSame)
        throw new AppError(
          'FILE_REFUSED',
          'Another Castellan changed the secret that opens the keys in the keychain. It was not replaced. Lock and unlock, then try again.',
        );
      await writeOwn(HEADER, next);
    } finally {
      release();
    }
  };

  const protectionOf: Stores['protection'] = (kind) => protections.get(kind) ?? 'unset';

  const report: Stores['report'] = () =>
    KEY_STORES.map((kind) => {
      const { backend, label, text, copying, ready } = stores[kind];
      const found = isUsed(kind) ? (looked.get(kind) ?? null) : UNUSED;
      const problem = found === null ? null : { title: found.title, message: found.message };
      const protection = protectionOf(kind);
      return {
        kind,
        backend,
        label,
        text,
        copying,
        protection,
        ready,
        isUsed: isUsed(kind),
        problem,
        isTyped: protection === 'protected' && isTyped(kind),
        securityKeys: securityKeys(kind).map(({ credentialId, label: called, addedAt }) => ({
          id: base64urlEncode(credentialId),
          label: called,
          addedAt,
        })),
      };
    });

  return {
    header,
    lost,
    async setHeader(kind, next, before) {
      if (kind === 'file') stores.file.setHeader(next, before);
      else await setKeychainHeader(next, before);
      noteProtection(kind, next);
    },
    protection: protectionOf,
    asks: (kind) => kind === 'file' || protectionOf(kind) === 'protected',
    isTyped,
    securityKeys,
    readOwn,
    writeOwn,
    async removeOwn(name) {
      const id = index.keychainId();
      if (id !== null) await keychain.remove(`${name}/${id}`);
    },
    backend: (kind) => stores[kind].backend,
    copying: (kind) => stores[kind].copying,
    report,
    async probe() {
      for (const kind of KEY_STORES) await look(kind);
      return report();
    },
    async forNew(wanted) {
      let refused = UNUSED;
      for (const kind of wanted === null ? KEY_STORES : [wanted]) {
        // Probed again after a problem, because the message advises unlocking the keychain.
        const problem = looked.get(kind) === null ? null : await look(kind);
        if (problem === null) return stores[kind];
        // The reason of a store that this run may use comes first.
        if (problem !== UNUSED) refused = problem;
      }
      throw new AppError(refused.code, refused.message);
    },
    forKept(key, what) {
      const store = stores[key.store];
      if (!isUsed(key.store)) {
        throw new AppError(
          'KEY_STORE_CHANGED',
          sentence`${what} is kept in the ${key.backend}, but CASTELLAN_PASSPHRASE_FILE allows only the passphrase file. Nothing was changed. Unset it to use this key, or make another key with \`--store file\`.`,
        );
      }
      if (key.backend !== store.backend) {
        throw new AppError(
          'KEY_STORE_CHANGED',
          sentence`${what} was kept in the ${key.backend}, but this machine now offers the ${store.backend}. Nothing was changed or overwritten. Bring the ${key.backend} back, or make a new key and register it.`,
        );
      }
      return store;
    },
  };
}

const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** A store whose items have the name of this folder behind theirs, where it has one. */
function underOwnName(store: SecretStore, ownName: () => string | null): SecretStore {
  const named = (name: string) => {
    const own = ownName();
    return own === null ? name : `${name}/${own}`;
  };
  return {
    ...store,
    read: (name) => store.read(named(name)),
    write: (name, bytes) => store.write(named(name), bytes),
    remove: (name) => store.remove(named(name)),
  };
}
