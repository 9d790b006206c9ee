import { AppError } from '../../shared/errors/index.ts';
import type { StampScheme } from '../../shared/model/index.ts';
import { STAMP_SCHEMES, type Stamp } from '../../shared/wire/index.ts';
import { stampMessage, stampOfSignature, verifyStamp } from '../crypto/index.ts';
import { namesOf } from './curves.ts';
import type { TokenKey } from './keys.ts';
import type { Library } from './library.ts';
import { pinText } from './sessions.ts';

const SIGNATURE_BYTES = 64;

/**
 * Returns a stamp of that scheme by a key of the token. The digest is made here, so the token needs only CKM_ECDSA, or
 * CKM_EDDSA for the body itself. It returns 64 bytes (PKCS#11 3.0, sections 2.3.1 and 2.3.14). `pin` is for a key that
 * asks for it each time. A signature that does not verify is discarded: TOKEN_REFUSED. Throws the module's errors, and
 * PIN_REQUIRED.
 */
export function signWith(
  library: Library,
  session: Buffer,
  { handle, facts }: TokenKey,
  { scheme, body }: { readonly scheme: StampScheme; readonly body: Uint8Array },
  pin: Uint8Array | null,
): Stamp {
  const { module, names } = library;
  const isAsked = facts.protection.alwaysAuthenticate === true;
  if (isAsked && pin === null)
    throw new AppError('PIN_REQUIRED', 'This key asks for the PIN for each signature. Nothing was signed.');
  module.C_SignInit(session, { mechanism: namesOf(library, STAMP_SCHEMES[scheme].called).signing }, handle);
  if (isAsked && pin !== null) module.C_Login(session, names.CKU_CONTEXT_SPECIFIC, pinText(pin));
  const message = Buffer.from(stampMessage(scheme, body));
  const answered = module.C_Sign(session, message, Buffer.alloc(SIGNATURE_BYTES));
  const stamp = answered.length === SIGNATURE_BYTES ? stampOfSignature(scheme, facts.publicKey, answered) : undefined;
  if (stamp !== undefined && verifyStamp(stamp, body)) return stamp;
  throw new AppError(
    'TOKEN_REFUSED',
    'The token’s signature does not match its public key. Nothing was sent. Do not use this token, and ask its vendor.',
  );
}
