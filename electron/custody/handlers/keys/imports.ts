import { AppError } from '../../../../shared/errors/index.ts';
import {
  type Bytes,
  generateP256,
  isMnemonic,
  mnemonicFault,
  openEncryptedBundle,
  randomUuid,
  readEncryptedBundle,
  signTarget,
} from '../../../crypto/index.ts';
import { type Keyring, openOrNull, PLACES } from '../../keys/keyring.ts';
import { notFound, requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';
import { withServiceSigner } from '../../service-keys/service-keys.ts';
import type { ImportPurpose, ImportTargetRow } from '../../store/index.ts';
import type { ActivityHandler } from '../types.ts';
import { makePrivateKey } from './make-private-key.ts';
import { makeWallet } from './make-wallet.ts';

/**
 * Choice (import-targets-kept): the most imports of one purpose that a user may have open. A further import drops the
 * oldest target. Several may be open so that two windows do not break each other's import. Only a successful import
 * removes its target.
 */
const TARGETS_KEPT = 8;

export const initImportPrivateKey: ActivityHandler<'init_import_private_key'> = ({ userId }, context) =>
  makeOwnTarget('private_key', userId, context);

export const initImportWallet: ActivityHandler<'init_import_wallet'> = ({ userId }, context) =>
  makeOwnTarget('wallet', userId, context);

export const importPrivateKey: ActivityHandler<'import_private_key'> = (parameters, context) =>
  openImport('private_key', parameters, context, (privateKey) => {
    try {
      return makePrivateKey(privateKey, { ...parameters, imported: 1 }, context);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'KEY_INVALID')) throw error;
      throw requestInvalid(`invalid private key: ${error.message}`);
    }
  });

/**
 * Choice (import-spelling): the mnemonic is stored and exported in its original spelling. Every spelling gives the same
 * seed. Choice (import-passphrase): a mnemonic with a passphrase line is refused. The interface has no member for a
 * passphrase, and without it the addresses would be those of another wallet.
 */
export const importWallet: ActivityHandler<'import_wallet'> = (parameters, context) =>
  openImport('wallet', parameters, context, (mnemonic) => {
    if (!isMnemonic(mnemonic))
      throw requestInvalid(`invalid mnemonic: ${mnemonicFault(mnemonic)}. Nothing was imported.`);
    return makeWallet(mnemonic, { ...parameters, imported: 1 }, context);
  });

/** Makes a target for the caller. `forUser`, the user in the request, must be the caller. */
function makeOwnTarget(purpose: ImportPurpose, forUser: string, context: ActivityContext) {
  requireOwnUser(forUser, context);
  const commit = makeTarget(purpose, TARGETS_KEPT, context);
  return () => ({ importBundle: commit() });
}

/**
 * Makes an import target: a P-256 key to which the caller encrypts one item of that purpose. The returned commit stores
 * the key and drops the caller's oldest targets beyond `keep`. It returns the import bundle: the public key with the
 * service's signature.
 */
export function makeTarget(purpose: ImportPurpose, keep: number, context: ActivityContext): () => string {
  const { store, keyring, caller, requestedAt } = context;
  const { userId } = caller.user;
  const { organizationId } = caller.organization;
  const importTargetId = randomUuid();
  const { privateKey, publicKey } = generateP256();
  try {
    const sealedPrivateKey = keyring.seal(PLACES.importTarget(importTargetId), privateKey);
    const importBundle = withServiceSigner(store, keyring, 'signer', (signer) =>
      signTarget({ targetPublicKey: publicKey, organizationId, userId, signer }),
    );
    const row = { importTargetId, userId, purpose, publicKey, sealedPrivateKey, createdAt: requestedAt };
    return () => {
      store.importTargets.insert(row, keep);
      return importBundle;
    };
  } finally {
    privateKey.fill(0);
  }
}

/**
 * Opens a bundle with the caller's target that decrypts it, since a bundle does not name its target. `make` gets the
 * plaintext, which is wiped after it. The returned commit removes the target and stores what `make` prepared. Throws
 * REQUEST_INVALID.
 */
async function openImport<Result>(
  purpose: ImportPurpose,
  { userId, encryptedBundle }: { readonly userId: string; readonly encryptedBundle: string },
  context: ActivityContext,
  make: (secret: Bytes) => (() => Result) | Promise<() => Result>,
): Promise<() => Result> {
  const { store, keyring } = context;
  const user = requireOwnUser(userId, context);
  const sealed = readBundle(encryptedBundle);
  let isDamaged = false;
  for (const target of store.importTargets.listOf(user.userId, purpose)) {
    const secret = openWith(target, sealed, keyring);
    if (secret === 'damaged') isDamaged = true;
    if (secret === null || secret === 'damaged') continue;
    try {
      const commit = await make(secret);
      return () => {
        if (!store.importTargets.remove(target.importTargetId)) throw notOpened();
        return commit();
      };
    } finally {
      secret.fill(0);
    }
  }
  throw isDamaged ? damagedTarget() : notOpened();
}

/**
 * Decrypts a bundle with an import target. Returns the plaintext, which the caller wipes. Returns null when the bundle
 * was changed or encrypted to another key, and `damaged` for a target that does not open.
 */
export function openWith(
  { importTargetId, sealedPrivateKey }: ImportTargetRow,
  sealed: ReturnType<typeof readBundle>,
  keyring: Keyring,
): Bytes | 'damaged' | null {
  const place = PLACES.importTarget(importTargetId);
  const open = (privateKey: Bytes) => ({ plaintext: openEncryptedBundle(sealed, privateKey) });
  const opened = openOrNull(keyring, place, sealedPrivateKey, open);
  return opened === null ? 'damaged' : opened.plaintext;
}

/** Parses a client's encrypted bundle (JSON with hex values) without decrypting it. Throws REQUEST_INVALID. */
export function readBundle(encryptedBundle: string) {
  try {
    return readEncryptedBundle(encryptedBundle);
  } catch (error) {
    throw error instanceof AppError ? requestInvalid(error.message) : error;
  }
}

/**
 * Choice (import-user): an import belongs to the user who started it, so nobody imports in another user's name. Returns
 * the caller. Throws NOT_FOUND when `userId` names nobody, and REQUEST_INVALID when it names another user.
 */
function requireOwnUser(userId: string, { store, caller: { user, organization } }: ActivityContext) {
  if (user.userId.toLowerCase() === userId.toLowerCase()) return user;
  const { organizationId } = organization;
  if (store.organizations.findUser(userId)?.organizationId !== organizationId)
    throw notFound(`unable to find user ${userId} in organization ${organizationId}`);
  throw requestInvalid('invalid user ID: an import is started and finished by the user who makes the request');
}

/** Returns the refusal of a bundle that may have been encrypted to a damaged import target of the caller. */
export function damagedTarget() {
  return requestInvalid(
    'invalid encrypted bundle: the key of an import that this user has open is damaged in the database of the service. Nothing was imported. Start a new import, and encrypt to its bundle.',
  );
}

/** Returns the refusal of a bundle that no open import of the caller decrypts. */
export function notOpened() {
  return requestInvalid(
    'invalid encrypted bundle: it opens with no import that this user has open. Nothing was imported. Start an import, and encrypt to the bundle it gives; each is good for one import.',
  );
}
