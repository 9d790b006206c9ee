import { AppError } from '../../../../shared/errors/index.ts';
import type { Curve } from '../../../../shared/model/index.ts';
import {
  type Bytes,
  constantTimeEqual,
  type Derivations,
  mnemonicSeed,
  openDerivations,
} from '../../../crypto/index.ts';
import { openOrNull, PLACES } from '../../keys/keyring.ts';
import { alreadyExists } from '../../public-error.ts';
import type { MakingContext } from '../../request-context.ts';
import { makeAddress } from '../../signers/make-address.ts';
import type { AccountRow } from '../../store/index.ts';
import { BATCH, yieldToEventLoop } from '../yielding.ts';

/** The accounts of a damaged wallet that are derived for the comparison. */
const COMPARED_ACCOUNTS = 3;

/**
 * Refuses an import that equals a damaged wallet, so that nobody has two wallets of one seed unknowingly. Compares its
 * seed, else its mnemonic, else the public keys of its accounts. A wallet of which nothing is readable signs nothing, and
 * is reported. Throws ALREADY_EXISTS.
 */
export async function refuseDamagedWallet(seed: Bytes, context: MakingContext): Promise<void> {
  const { store, caller, report } = context;
  const { organizationId } = caller.organization;
  const changed = store.wallets.changed(organizationId).map((wallet) => ({ ...wallet, isChanged: true }));
  const listed = store.wallets.imported(organizationId).map((wallet) => ({ ...wallet, isChanged: false }));
  let looked = 0;
  for (const wallet of [...changed, ...listed]) {
    looked += 1;
    if (looked % BATCH === 0) await yieldToEventLoop();
    const hasSeed = isSameSeed(wallet.walletId, seed, context);
    // An undamaged wallet is compared again when the import is stored.
    if (hasSeed !== null && !wallet.isChanged) continue;
    const isSame =
      hasSeed ?? isMnemonicOf(wallet.walletId, seed, context) ?? hasAccounts(wallet.walletId, seed, context);
    if (isSame === true) throw isTwin('wallet', 'seed', { ...wallet, id: wallet.walletId, name: wallet.walletName });
    if (isSame === null) report('import_wallet', notCompared('wallet', wallet.walletId, wallet.walletName));
  }
}

/** As `refuseDamagedWallet`, for a private key. A sealed key opens only under its own public key. */
export function refuseDamagedKey(curve: Curve, publicKey: string, context: MakingContext): void {
  const { store, keyring, caller, report } = context;
  const { organizationId } = caller.organization;
  for (const { privateKeyId, privateKeyName } of store.privateKeys.changed(organizationId)) {
    const place = PLACES.privateKey({ organizationId, privateKeyId, curve, publicKey });
    const sealed = store.privateKeys.sealedKey(privateKeyId);
    const addresses = store.privateKeys.wholeAddresses(privateKeyId);
    const isSame =
      (sealed !== undefined && openOrNull(keyring, place, sealed, () => true) === true) ||
      addresses.some(({ addressFormat, address }) =>
        isAddress(address, () => makeAddress(addressFormat, publicKey, curve).address),
      );
    if (isSame) throw isTwin('private key', 'private key', { isChanged: true, id: privateKeyId, name: privateKeyName });
    if (sealed === undefined && addresses.length === 0)
      report('import_private_key', notCompared('private key', privateKeyId, privateKeyName));
  }
}

/** Null when the seed of the wallet does not open, or is gone. */
function isSameSeed(walletId: string, seed: Bytes, { store, keyring, caller }: MakingContext): boolean | null {
  const sealed = store.wallets.sealedSeed(walletId);
  const place = PLACES.seed({ organizationId: caller.organization.organizationId, walletId });
  return sealed === undefined ? null : openOrNull(keyring, place, sealed, (own) => constantTimeEqual(own, seed));
}

/** Null when the mnemonic of the wallet does not open, or is gone. */
function isMnemonicOf(walletId: string, seed: Bytes, { store, keyring, caller }: MakingContext): boolean | null {
  const sealed = store.wallets.sealedMnemonic(walletId);
  const place = PLACES.mnemonic({ organizationId: caller.organization.organizationId, walletId });
  if (sealed === undefined) return null;
  return openOrNull(keyring, place, sealed, (mnemonic) => {
    const own = mnemonicSeed(mnemonic);
    try {
      return constantTimeEqual(own, seed);
    } finally {
      own.fill(0);
    }
  });
}

/** Null when no account of the wallet is readable. */
function hasAccounts(walletId: string, seed: Bytes, { store }: MakingContext): boolean | null {
  const accounts = store.wallets.wholeAccounts(walletId).slice(0, COMPARED_ACCOUNTS);
  if (accounts.length === 0) return null;
  const derivations = openDerivations(seed);
  try {
    return accounts.some((account) => publicKeyAt(derivations, account) === account.publicKey);
  } finally {
    derivations.close();
  }
}

function publicKeyAt(derivations: Derivations, { curve, path }: AccountRow): string {
  const { privateKey, publicKey } = derivations.derive(curve, path);
  privateKey.fill(0);
  return publicKey;
}

/** A key of another curve has no address of the format. */
function isAddress(address: string, make: () => string): boolean {
  try {
    return make() === address;
  } catch {
    return false;
  }
}

interface Damaged {
  readonly id: string;
  readonly name: string | null;
  /** True when its row was changed. False when its secret alone is damaged. */
  readonly isChanged: boolean;
}

const called = (id: string, name: string | null): string => (name === null ? id : `${JSON.stringify(name)} (${id})`);

function isTwin(kind: string, secret: string, { id, name, isChanged }: Damaged) {
  const next = isChanged
    ? 'Stop the service, and restore a backup of the whole folder'
    : `Delete that ${kind} and import again, or restore a backup of the whole folder`;
  return alreadyExists(
    `the ${kind} ${called(id, name)} of this organization has the same ${secret}, and is damaged in the database of the service. Nothing was imported. ${next}.`,
  );
}

function notCompared(kind: string, id: string, name: string | null): AppError {
  return new AppError(
    'KEYSTORE_CORRUPT',
    `The ${kind} ${called(id, name)} is damaged, so an import was not compared with it. It signs nothing. Restore a backup of the whole folder.`,
  );
}
