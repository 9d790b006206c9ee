export { withFileLock } from './file-lock.ts';
export { type KeystoreFile, type KeystoreHeader, openKeystoreFile } from './keystore-file.ts';
export { type KeychainProbe, type OsKeychain, type OsKeychainOptions, openOsKeychain } from './os-keychain.ts';
export type { SecretStore } from './secret-store.ts';
export { readStateFile, type StateFileKind, updateStateFile } from './state-file.ts';
