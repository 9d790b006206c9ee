import type { WalletAccountParams } from '../../../shared/operations/index.ts';
import { ADDRESS_TABLE, addressOf, deriveKey, randomUuid } from '../../crypto/index.ts';
import { PLACES } from '../keys/keyring.ts';
import { requestInvalid } from '../public-error.ts';
import type { AccountRow, SealedAccount, Tables } from '../store/index.ts';
import type { ActivityContext } from './types.ts';

/** The most accounts of one activity, so that its one transaction stays short. No public source tells a limit. */
const MAXIMUM_ACCOUNTS = 1000;

/** Deriving takes a few milliseconds an account; after so many, other requests get their turn. */
const TURN = 8;

export type NewAccount = AccountRow & SealedAccount;

/** Derives accounts from a wallet's 64-byte seed, each with its private key already sealed. Throws REQUEST_INVALID. */
export async function deriveAccounts(
  seed: Uint8Array,
  walletId: string,
  accounts: readonly WalletAccountParams[],
  context: ActivityContext,
): Promise<readonly NewAccount[]> {
  if (accounts.length > MAXIMUM_ACCOUNTS) {
    throw requestInvalid(
      `bad request body: /parameters/accounts has more than ${MAXIMUM_ACCOUNTS} items; use several activities`,
    );
  }
  const derived: NewAccount[] = [];
  for (const account of accounts) {
    if (derived.length > 0 && derived.length % TURN === 0) await new Promise((resume) => void setImmediate(resume));
    derived.push(deriveAccount(seed, walletId, account, context));
  }
  return derived;
}

/** Stores derived accounts; a path is used once in a wallet and a name once in an organization. Gives the addresses in order. */
export function addAccounts(accounts: readonly NewAccount[], { wallets }: Tables): string[] {
  return accounts.map((account) => {
    const { organizationId, walletId, path, name } = account;
    const samePath = wallets.accountAt(walletId, path);
    if (samePath !== undefined)
      throw requestInvalid(`invalid path: path already exists in wallet account ${samePath.walletAccountId}`);
    if (name !== null && wallets.accountNamed(organizationId, name) !== undefined) {
      throw requestInvalid('wallet account name must be unique');
    }
    wallets.insertAccount(account);
    return account.address;
  });
}

function deriveAccount(
  seed: Uint8Array,
  walletId: string,
  account: WalletAccountParams,
  context: ActivityContext,
): NewAccount {
  const { curve, pathFormat, path, addressFormat, name = null } = account;
  const rule = ADDRESS_TABLE[addressFormat];
  if (rule === undefined)
    throw requestInvalid(`invalid address format: ${addressFormat} is not implemented by this service`);
  if (!rule.curves.includes(curve))
    throw requestInvalid(`invalid curve: ${addressFormat} is not made of ${curve} keys`);
  const { privateKey, publicKey } = deriveKey(seed, curve, path);
  try {
    const address = addressOf(addressFormat, publicKey, curve);
    const walletAccountId = randomUuid();
    return {
      walletAccountId,
      organizationId: context.caller.organization.organizationId,
      walletId,
      name,
      curve,
      pathFormat,
      path,
      addressFormat,
      address,
      normalizedAddress: rule.normalize(address) ?? address,
      publicKey,
      sealedPrivateKey: context.keyring.seal(PLACES.accountKey(walletAccountId), privateKey),
      createdAt: context.requestedAt,
      updatedAt: context.requestedAt,
    };
  } finally {
    privateKey.fill(0);
  }
}
