import type { WalletAccountParams } from '../../../../shared/operations/index.ts';
import { type Bytes, constantTimeEqual, mnemonicSeed, sha256 } from '../../../crypto/index.ts';
import { walletUuid } from '../../identifiers.ts';
import { openOrNull, PLACES } from '../../keys/keyring.ts';
import { alreadyExists, requestInvalid } from '../../public-error.ts';
import type { MakingContext } from '../../request-context.ts';
import { refuseDamagedWallet } from './damaged-twins.ts';
import { addAccounts, deriveAccounts } from './derive-accounts.ts';

interface NewWallet {
  readonly walletName: string;
  readonly accounts: readonly WalletAccountParams[];
  readonly imported: 0 | 1;
}

/**
 * Derives and seals a wallet of a valid mnemonic, which the caller wipes. The returned commit stores the wallet.
 * Choice (unique-names): names of wallets, of accounts and of private keys are each used once in an organization.
 * Throws ALREADY_EXISTS for a mnemonic that was imported before, and REQUEST_INVALID.
 */
export async function makeWallet(mnemonic: Bytes, wallet: NewWallet, context: MakingContext) {
  const { walletName, accounts, imported } = wallet;
  const { store, keyring, caller, activityId, requestedAt } = context;
  const { organizationId } = caller.organization;
  const walletId = walletUuid(organizationId, activityId);
  const seed = mnemonicSeed(mnemonic);
  try {
    if (imported === 1) await refuseDamagedWallet(seed, context);
    const derived = await deriveAccounts(seed, walletId, accounts, context);
    const sealedMnemonic = keyring.seal(PLACES.mnemonic({ organizationId, walletId }), mnemonic);
    const sealedSeed = keyring.seal(PLACES.seed({ organizationId, walletId }), seed);
    const imprint = imported === 1 ? sha256(seed) : null;
    const times = { createdAt: requestedAt, updatedAt: requestedAt };
    return () => {
      if (store.wallets.isNamed(organizationId, walletName)) throw requestInvalid('wallet label must be unique');
      if (imprint !== null) requireFirstImport(imprint, context);
      const row = { walletId, organizationId, walletName, exported: 0, imported, ...times } as const;
      store.wallets.insert({ ...row, sealedMnemonic, sealedSeed });
      return { walletId, addresses: addAccounts(derived, store) };
    };
  } finally {
    seed.fill(0);
  }
}

/**
 * Compares the hash of a seed with those of the imported wallets. `refuseDamagedWallet` compared the damaged ones. Throws
 * ALREADY_EXISTS.
 */
function requireFirstImport(imprint: Bytes, { store, keyring, caller }: MakingContext): void {
  const isSame = (seed: Bytes) => constantTimeEqual(sha256(seed), imprint);
  for (const wallet of store.wallets.imported(caller.organization.organizationId)) {
    const sealed = store.wallets.sealedSeed(wallet.walletId);
    if (sealed !== undefined && openOrNull(keyring, PLACES.seed(wallet), sealed, isSame) === true)
      throw alreadyExists(`seed for wallet ${wallet.walletId} already imported in this organization`);
  }
}
