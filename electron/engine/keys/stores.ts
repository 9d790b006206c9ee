import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import { KEY_STORES, type KeyStore } from '../../../shared/model/index.ts';
import { type KeystoreFile, openStores, type SecretStore, type StoreProblem } from '../../storage/keychain/index.ts';

/** What can keep a key here, and which of it is used. */
export interface Stores {
  /** The one that the vault opens with a passphrase. */
  readonly keystore: KeystoreFile;
  isSealed(kind: KeyStore): boolean;
  /** Who could copy a key out of a store, in a few words. */
  copying(kind: KeyStore): string;
  /** What each store says of itself, the preferred first; its problem is that of the last look. */
  report(): AppState['stores'];
  /** Looks at each store that this run may touch, then reports. */
  probe(): Promise<AppState['stores']>;
  /** The store for a new key: the wanted one, else the first that can be used. Throws why it cannot be used. */
  forNew(wanted: KeyStore | null): Promise<SecretStore>;
  /** The store that keeps a key. Throws KEY_STORE_CHANGED when that is not what this run may or can use. */
  forKept(key: { store: KeyStore; backend: string }, what: string): SecretStore;
}

/** Why a store is not touched in a run that has the passphrase in a file. */
const UNUSED: StoreProblem = {
  code: 'KEYCHAIN_UNAVAILABLE',
  title: 'Not used in this run',
  message:
    'CASTELLAN_PASSPHRASE_FILE is set, so keys are kept in the passphrase file only and nothing else is touched. Unset it to keep keys elsewhere.',
};

/** `forceStore` is the only one that may be touched; null allows all. */
export function createStores(keystorePath: string, forceStore: KeyStore | null): Stores {
  const stores = openStores(keystorePath);
  const looked = new Map<KeyStore, StoreProblem | null>();
  const isUsed = (kind: KeyStore) => forceStore === null || forceStore === kind;

  const look = async (kind: KeyStore): Promise<StoreProblem | null> => {
    const problem = isUsed(kind) ? await stores[kind].probe() : UNUSED;
    looked.set(kind, problem);
    return problem;
  };

  const report: Stores['report'] = () =>
    KEY_STORES.map((kind) => {
      const { backend, label, text, copying, sealed, ready } = stores[kind];
      const found = isUsed(kind) ? (looked.get(kind) ?? null) : UNUSED;
      const problem = found === null ? null : { title: found.title, message: found.message };
      return { kind, backend, label, text, copying, sealed, ready, isUsed: isUsed(kind), problem };
    });

  return {
    keystore: stores.file,
    isSealed: (kind) => stores[kind].sealed,
    copying: (kind) => stores[kind].copying,
    report,
    async probe() {
      for (const kind of KEY_STORES) await look(kind);
      return report();
    },
    async forNew(wanted) {
      let refused = UNUSED;
      for (const kind of wanted === null ? KEY_STORES : [wanted]) {
        // Asked again after a problem: unlocking the keychain is what its message advises.
        const problem = looked.get(kind) === null ? null : await look(kind);
        if (problem === null) return stores[kind];
        refused = problem;
      }
      throw new AppError(refused.code, refused.message);
    },
    forKept(key, what) {
      const store = stores[key.store];
      if (!isUsed(key.store)) {
        throw new AppError(
          'KEY_STORE_CHANGED',
          `${what} is kept in the ${key.backend}, but CASTELLAN_PASSPHRASE_FILE says to use the passphrase file only. Nothing was changed. Unset it to use this key, or make another key with \`--store file\`.`,
        );
      }
      if (key.backend !== store.backend) {
        throw new AppError(
          'KEY_STORE_CHANGED',
          `${what} was kept in the ${key.backend}, but this machine now offers the ${store.backend}. Nothing was changed or overwritten. Bring the ${key.backend} back, or make a new key and register it.`,
        );
      }
      return store;
    },
  };
}
