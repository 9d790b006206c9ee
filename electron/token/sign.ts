import { AppError } from '../../shared/errors/index.ts';
import { encodeDer, p256Verify, sha256 } from '../crypto/index.ts';
import type { TokenKey } from './keys.ts';
import type { Library } from './library.ts';
import { pinText } from './sessions.ts';

const HALF = 32;

/**
 * ECDSA over SHA-256(message) by a key of the token, in DER. The digest is ours, so the token needs no more than CKM_ECDSA; it
 * answers r and s of 32 bytes each (PKCS#11 2.40, section 2.3.1). `pin` is for a key that asks for it each time. What does not
 * verify is not given out: TOKEN_REFUSED. Throws what the module throws, and PIN_REQUIRED.
 */
export function signWith(
  { module, names }: Library,
  session: Buffer,
  { handle, facts }: TokenKey,
  message: Uint8Array,
  pin: Uint8Array | null,
): Uint8Array<ArrayBuffer> {
  const isAsked = facts.protection.alwaysAuthenticate === true;
  if (isAsked && pin === null)
    throw new AppError('PIN_REQUIRED', 'This key asks for the PIN for each signature. Nothing was signed.');
  module.C_SignInit(session, { mechanism: names.CKM_ECDSA }, handle);
  if (isAsked && pin !== null) module.C_Login(session, names.CKU_CONTEXT_SPECIFIC, pinText(pin));
  const answered = module.C_Sign(session, Buffer.from(sha256(message)), Buffer.alloc(2 * HALF));
  const signature = encodeDer(answered.subarray(0, HALF), answered.subarray(HALF));
  if (answered.length === 2 * HALF && p256Verify(facts.publicKey, message, signature)) return signature;
  throw new AppError(
    'TOKEN_REFUSED',
    'What the token signed does not fit its public key, so it was thrown away and nothing was sent. Do not use this token; ask its maker.',
  );
}
