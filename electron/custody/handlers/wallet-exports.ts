import { p256Uncompress, sealExportBundle } from '../../crypto/index.ts';
import { PLACES } from '../keys/keyring.ts';
import { useServiceSigner } from '../keys/service-keys.ts';
import { notFound, requestInvalid } from '../public-error.ts';
import { findAccount } from './find-account.ts';
import type { ActivityHandler } from './types.ts';

/** The private key of one account, sealed to the caller's target key under the service's signer key (PROTOCOL 5.2, 5.4). */
export const exportWalletAccount: ActivityHandler<'export_wallet_account'> = (parameters, context) => {
  const { store, keyring, caller, requestedAt } = context;
  const account = findAccount(parameters.address, context);
  if (account === undefined) throw notFound(`Could not find wallet account with address: ${parameters.address}`);
  const targetPublicKey = readTargetKey(parameters.targetPublicKey);
  const { organizationId } = caller.organization;
  const exportBundle = keyring.open(PLACES.accountKey(account.walletAccountId), account.sealedPrivateKey, (plaintext) =>
    useServiceSigner(store, keyring, 'signer', (signer) =>
      sealExportBundle({ plaintext, targetPublicKey, organizationId, signer }),
    ),
  );
  return () => {
    store.wallets.markExported(account.walletId, requestedAt);
    return { address: account.address, exportBundle };
  };
};

function readTargetKey(targetPublicKey: string): string {
  try {
    return p256Uncompress(targetPublicKey);
  } catch {
    throw requestInvalid('invalid target public key: it is not a point of P-256');
  }
}
