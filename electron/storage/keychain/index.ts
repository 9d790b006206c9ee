import type { KeyStore } from '../../../shared/model/index.ts';
import { openKeystoreFile } from './keystore-file.ts';
import { openOsKeychain } from './os-keychain.ts';
import type { SecretStore } from './secret-store.ts';

export type { KeystoreFile } from './keystore-file.ts';
export type { SecretStore, StoreProblem } from './secret-store.ts';

/**
 * Every store that can keep a key here, by its name in `KEY_STORES`. `keystorePath` is the path of the passphrase file.
 */
export function openStores(keystorePath: string) {
  return {
    keychain: openOsKeychain(),
    file: openKeystoreFile(keystorePath),
  } satisfies Record<KeyStore, SecretStore>;
}
