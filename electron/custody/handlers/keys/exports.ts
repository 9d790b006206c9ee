import { mnemonicLanguage, p256Uncompress, sealExportBundle } from '../../../crypto/index.ts';
import { PLACES } from '../../keys/keyring.ts';
import { notFound, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import { withServiceSigner } from '../../service-keys/service-keys.ts';
import { findAccount } from '../../signers/find-signer.ts';
import type { ActivityHandler } from '../types.ts';

/**
 * The private key of one account (docs/protocol.md#sealed-contents).
 * Choice (exported-wallet): the wallet is marked as exported as a whole, because there is no mark for an account.
 */
export const exportWalletAccount: ActivityHandler<'export_wallet_account'> = (parameters, context) => {
  const account = findAccount(parameters.address, context);
  if (account === undefined) throw notFound(`Could not find wallet account with address: ${parameters.address}`);
  const place = PLACES.accountKey(account);
  const exportBundle = sealTo(parameters.targetPublicKey, place, account.sealedPrivateKey, context);
  return () => {
    context.store.wallets.markExported(account.walletId, context.requestedAt);
    return { address: account.address, exportBundle };
  };
};

/** The private key of a key that belongs to no wallet (docs/protocol.md#sealed-contents). */
export const exportPrivateKey: ActivityHandler<'export_private_key'> = (parameters, context) => {
  const { store, caller, requestedAt } = context;
  const key = store.privateKeys.find(caller.organization.organizationId, parameters.privateKeyId);
  if (key === undefined) throw notFound('no private key found with the given ID');
  const { privateKeyId, sealedPrivateKey } = key;
  const place = PLACES.privateKey(key);
  const exportBundle = sealTo(parameters.targetPublicKey, place, sealedPrivateKey, context);
  return () => {
    store.privateKeys.markExported(privateKeyId, requestedAt);
    return { privateKeyId, exportBundle };
  };
};

/**
 * The mnemonic of a wallet (docs/protocol.md#sealed-contents). Choice (export-language): a language that the wallet's
 * words are not of is refused. The seed comes from the words, so the same entropy in another language would be the
 * mnemonic of another wallet.
 */
export const exportWallet: ActivityHandler<'export_wallet'> = ({ walletId, targetPublicKey, language }, context) => {
  const { store, caller, requestedAt } = context;
  const wallet = store.wallets.find(caller.organization.organizationId, walletId);
  const sealed = wallet === undefined ? undefined : store.wallets.sealedMnemonic(wallet.walletId);
  if (wallet === undefined || sealed === undefined) throw notFound('no wallet found with the given ID');
  const place = PLACES.mnemonic(wallet);
  const exportBundle = sealTo(targetPublicKey, place, sealed, context, (mnemonic) => {
    if (language !== undefined && mnemonicLanguage(mnemonic) !== language) {
      throw requestInvalid(
        `invalid language: the words of this wallet are not ${language}, and its keys come from its words. Nothing was exported. Leave the language out.`,
      );
    }
  });
  return () => {
    store.wallets.markExported(wallet.walletId, requestedAt);
    return { walletId: wallet.walletId, exportBundle };
  };
};

/**
 * Refuses to delete what was never exported, unless the request says that it shall be lost.
 * Choice (exported-for-deletion): an imported key that was not exported counts as never exported.
 */
export function requireExported(row: { readonly exported: 0 | 1 }, isLost: boolean | undefined, what: string): void {
  if (row.exported === 1 || isLost === true) return;
  throw requestInvalid(
    `${what} has not been exported, and deleting it would lose its keys. Nothing was deleted. Export it first, or set deleteWithoutExport.`,
  );
}

/**
 * A sealed secret, opened and sealed to the caller's target key under the service's signer key
 * (docs/protocol.md#bundles).
 */
export function sealTo(
  target: string,
  place: string,
  sealed: Uint8Array,
  { store, keyring, caller }: ActingContext,
  check: (plaintext: Uint8Array) => void = () => undefined,
): string {
  const targetPublicKey = readTargetKey(target);
  const { organizationId } = caller.organization;
  return keyring.open(place, sealed, (plaintext) => {
    check(plaintext);
    return withServiceSigner(store, keyring, 'signer', (signer) =>
      sealExportBundle({ plaintext, targetPublicKey, organizationId, signer }),
    );
  });
}

/** The key that somebody wants something sealed to, uncompressed hex. Throws REQUEST_INVALID. */
export function readTargetKey(targetPublicKey: string): string {
  try {
    return p256Uncompress(targetPublicKey);
  } catch {
    throw requestInvalid('invalid target public key: it is not a point of P-256');
  }
}
