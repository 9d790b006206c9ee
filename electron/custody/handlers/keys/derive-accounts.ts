import type { WalletAccountParams } from '../../../../shared/operations/index.ts';
import { type Derivations, openDerivations, randomUuid } from '../../../crypto/index.ts';
import { PLACES } from '../../keys/keyring.ts';
import { alreadyExists, requestInvalid } from '../../public-error.ts';
import type { MakingContext } from '../../request-context.ts';
import { makeAddress, requireCurveOf } from '../../signers/make-address.ts';
import type { AccountRow, SealedAccount, Tables } from '../../store/index.ts';
import { BATCH, yieldToEventLoop } from '../yielding.ts';

/** A derived account that is not stored yet. */
export type NewAccount = AccountRow & SealedAccount;

/**
 * Derives accounts from a wallet's 64-byte seed, which the caller wipes, and seals each private key. Serves other
 * requests between parts of the work. Checks no path or name against stored accounts: `addAccounts` does. Throws
 * REQUEST_INVALID, and INVALID_INPUT for an invalid path.
 */
export async function deriveAccounts(
  seed: Uint8Array,
  walletId: string,
  accounts: readonly WalletAccountParams[],
  context: MakingContext,
): Promise<readonly NewAccount[]> {
  const derivations = openDerivations(seed);
  const derived: NewAccount[] = [];
  try {
    for (const account of accounts) {
      if (derived.length > 0 && derived.length % BATCH === 0) await yieldToEventLoop();
      derived.push(deriveAccount(derivations, walletId, account, context));
    }
    return derived;
  } finally {
    derivations.close();
  }
}

/**
 * Stores derived accounts and returns their addresses in the same order. Runs in the transaction of the activity, so a
 * refusal stores none. Throws ALREADY_EXISTS when the wallet has an account of the same path, curve and format. Throws
 * REQUEST_INVALID when the request names one twice, or the organization has an account of the same name.
 */
export function addAccounts(accounts: readonly NewAccount[], { wallets }: Tables): string[] {
  return accounts.map((account) => {
    const { organizationId, path, name } = account;
    const samePath = wallets.accountLike(account);
    if (samePath !== undefined) {
      // An account of this request is rolled back with the refusal, so its id would name nothing.
      const isNew = accounts.some(({ walletAccountId }) => walletAccountId === samePath.walletAccountId);
      if (isNew) throw requestInvalid(`invalid path: path already exists: ${path} is in the request more than once`);
      throw alreadyExists(`path already exists in wallet account ${samePath.walletAccountId}`);
    }
    if (name !== null && wallets.accountNamed(organizationId, name) !== undefined) {
      throw requestInvalid('wallet account name must be unique');
    }
    wallets.insertAccount(account);
    return account.address;
  });
}

function deriveAccount(
  derivations: Derivations,
  walletId: string,
  account: WalletAccountParams,
  context: MakingContext,
): NewAccount {
  const { curve, pathFormat, path, addressFormat, name = null } = account;
  requireCurveOf(addressFormat, curve);
  const { privateKey, publicKey } = derivations.derive(curve, path);
  try {
    const row = {
      walletAccountId: randomUuid(),
      organizationId: context.caller.organization.organizationId,
      walletId,
      name,
      curve,
      pathFormat,
      path,
      addressFormat,
      ...makeAddress(addressFormat, publicKey, curve),
      publicKey,
    };
    return {
      ...row,
      sealedPrivateKey: context.keyring.seal(PLACES.accountKey(row), privateKey),
      createdAt: context.requestedAt,
      updatedAt: context.requestedAt,
    };
  } finally {
    privateKey.fill(0);
  }
}
