import { AppError } from '../../../shared/errors/index.ts';
import type { AppState } from '../../../shared/ipc/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { openKeystoreFile, openOsKeychain, type SecretStore } from '../../storage/keychain/index.ts';

/** The two things that can keep a key here, and which of them is used. */
export interface Stores {
  readonly file: ReturnType<typeof openKeystoreFile>;
  /** What the window shows; `probe` must have run. */
  report(): AppState['stores'];
  /** Asks the keychain whether it answers. Never with `forceStore` file: then no keychain is touched. */
  probe(): Promise<void>;
  /** The store for a new key: the wanted one, else the default. Throws why it cannot be used. */
  forNew(wanted: KeyStore | null): Promise<SecretStore>;
  /** The store that keeps a key. Throws KEY_STORE_CHANGED when that is not what this run may or can use. */
  forKept(key: { store: KeyStore; backend: string }, what: string): SecretStore;
}

export function createStores(keystorePath: string, forceStore: KeyStore | null): Stores {
  const file = openKeystoreFile(keystorePath);
  const keychain = openOsKeychain();
  let problem: Awaited<ReturnType<typeof keychain.probe>>['problem'] = null;
  let probed = false;

  const probe = async () => {
    if (forceStore === 'file') return;
    ({ problem } = await keychain.probe());
    probed = true;
  };
  const defaultStore = (): KeyStore => forceStore ?? (problem === null ? 'keychain' : 'file');

  return {
    file,
    probe,
    report: () => ({
      default: defaultStore(),
      keychain: {
        available: forceStore !== 'file' && problem === null,
        backend: keychain.backend,
        problem:
          forceStore === 'file'
            ? {
                title: 'Not used in this run',
                message:
                  'CASTELLAN_PASSPHRASE_FILE is set, so keys are kept in the passphrase file and no keychain is touched.',
              }
            : problem === null
              ? null
              : {
                  title: problem.code === 'KEYCHAIN_LOCKED' ? 'The keychain is locked' : 'There is no keychain',
                  message: problem.message,
                },
      },
    }),
    async forNew(wanted) {
      // Asked again after a problem: unlocking the keychain is what its message advises.
      if (!probed || problem !== null) await probe();
      const kind = wanted ?? defaultStore();
      if (kind === 'file') return file;
      if (forceStore === 'file') {
        throw new AppError(
          'KEYCHAIN_UNAVAILABLE',
          'CASTELLAN_PASSPHRASE_FILE is set, so no keychain is touched and no key was made. Unset it, or use `--store file`.',
        );
      }
      if (problem !== null) throw new AppError(problem.code, problem.message);
      return keychain;
    },
    forKept(key, what) {
      if (key.store === 'file') return file;
      if (forceStore === 'file') {
        throw new AppError(
          'KEY_STORE_CHANGED',
          `${what} is kept in the ${key.backend}, but CASTELLAN_PASSPHRASE_FILE says to use the passphrase file only. Nothing was changed. Unset it to use this key, or make another key with \`--store file\`.`,
        );
      }
      if (key.backend !== keychain.backend) {
        throw new AppError(
          'KEY_STORE_CHANGED',
          `${what} was kept in the ${key.backend}, but this machine now offers the ${keychain.backend}. Nothing was changed or overwritten. Bring the ${key.backend} back, or make a new key and register it.`,
        );
      }
      return keychain;
    },
  };
}
