export { openKeystoreFile } from './keystore-file.ts';
export { openOsKeychain } from './os-keychain.ts';
export type { SecretStore } from './secret-store.ts';
