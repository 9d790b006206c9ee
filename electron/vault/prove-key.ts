import { AppError, sentence } from '../../shared/errors/index.ts';
import {
  type P256Signer,
  p256Convert,
  p256Verify,
  randomBytes,
  requireStampKey,
  type StampSigner,
  verifyStamp,
} from '../crypto/index.ts';
import type { KeyTable, KeyUse } from './key-table.ts';

/**
 * Returns a public key in the one form in which keys are compared. Throws INVALID_INPUT or KEY_INVALID for one that is no
 * point of its curve.
 */
export const comparableKey = (use: KeyUse, publicKey: string): string =>
  use.purpose === 'stamp' ? requireStampKey(use.scheme, publicKey) : p256Convert(publicKey, 'compressed');

/** A key that signs is trusted only after a random challenge that it signed was verified with its public key. Throws KEY_INVALID. */
export function proveKey(keys: Pick<KeyTable, 'stamper' | 'auditor'>, { purpose }: KeyUse, id: string): void {
  if (purpose === 'stamp') prove(id, (challenge) => stamps(keys.stamper(id), challenge));
  else if (purpose === 'audit') prove(id, (challenge) => signs(keys.auditor(id), challenge));
}

const stamps = (signer: StampSigner, challenge: Uint8Array) => verifyStamp(signer.stamp(challenge), challenge);
const signs = (signer: P256Signer, challenge: Uint8Array) =>
  p256Verify(signer.publicKey, challenge, signer.sign(challenge));

function prove(id: string, holds: (challenge: Uint8Array) => boolean): void {
  if (!holds(randomBytes(32))) {
    throw new AppError(
      'KEY_INVALID',
      sentence`The key ${id} did not pass its test signature and was not loaded. Restart Castellan. If the problem stays, restore a backup with \`castellan backup restore\`.`,
    );
  }
}
