import type { Activity } from '../../../shared/operations/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../../shared/processes/index.ts';

/** The subject of an import: a wallet with its accounts, a private key with its address formats, or a secret. */
export type ImportAs = InputOf<VaultMessages, 'sealImport'>['as'];

/** An operation with its parameters. */
interface ImportRequest {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const SUITE = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';

/** Returns the request for the service's key, to which the import is then encrypted. */
export function importStart(kind: ImportAs['kind'], userId: string): ImportRequest {
  switch (kind) {
    case 'wallet':
      return { operation: 'init_import_wallet', parameters: { userId } };
    case 'key':
      return { operation: 'init_import_private_key', parameters: { userId } };
    case 'secret':
      return { operation: 'init_import_secrets', parameters: { encryptionSuite: SUITE, numSecrets: 1 } };
  }
}

/** Returns the request that imports what the vault encrypted. */
export function importFinish(
  as: ImportAs,
  { name, userId }: { readonly name: string; readonly userId: string },
  { encryptedBundle, targetPublicKey, curve }: OutputOf<VaultMessages, 'sealImport'>,
): ImportRequest {
  switch (as.kind) {
    case 'wallet': {
      const accounts = as.accounts.map((account) => ({ ...account, pathFormat: 'PATH_FORMAT_BIP32' }));
      return { operation: 'import_wallet', parameters: { userId, walletName: name, encryptedBundle, accounts } };
    }
    case 'key': {
      const { addressFormats } = as;
      const parameters = { userId, privateKeyName: name, encryptedBundle, curve, addressFormats };
      return { operation: 'import_private_key', parameters };
    }
    case 'secret': {
      const secret = { name, secretPayload: encryptedBundle, targetPublicKey, encryptionSuite: SUITE };
      return { operation: 'import_secrets', parameters: { secrets: [secret] } };
    }
  }
}

/** Returns the bundles with the service's keys in the result of a start of any kind. Empty for one that is not finished. */
export function importBundles({ result }: Pick<Activity, 'result'>): readonly string[] {
  const { initImportWalletResult, initImportPrivateKeyResult, initImportSecretsResult } = (result ?? {}) as {
    initImportWalletResult?: { importBundle?: string };
    initImportPrivateKeyResult?: { importBundle?: string };
    initImportSecretsResult?: { enclaveTargetMessages?: readonly string[] };
  };
  const { importBundle } = initImportWalletResult ?? initImportPrivateKeyResult ?? {};
  return importBundle === undefined ? (initImportSecretsResult?.enclaveTargetMessages ?? []) : [importBundle];
}
