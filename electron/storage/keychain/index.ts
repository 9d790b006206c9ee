export { type KeystoreFile, type KeystoreHeader, openKeystoreFile } from './keystore-file.ts';
export { type KeychainProbe, type OsKeychain, type OsKeychainOptions, openOsKeychain } from './os-keychain.ts';
export type { SecretStore } from './secret-store.ts';
