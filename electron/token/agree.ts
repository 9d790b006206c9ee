import { AppError } from '../../shared/errors/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { constantTimeEqual, ecdhP256, generateP256, p256PublicKey, p256Uncompress } from '../crypto/index.ts';
import type { TokenKey } from './keys.ts';
import type { AgreementParameters, Library } from './library.ts';

const SECRET_BYTES = 32;

/**
 * ECDH on the token. Returns the x-coordinate of P-256 (32 bytes, which the caller wipes) shared by a token key and
 * `point` (65 bytes). PKCS#11 2.40, section 2.3.5, CKM_ECDH1_DERIVE with CKD_NULL. A point that is not on the curve
 * could reveal the key, so it is never passed to the token: KEY_INVALID. Throws the module's errors.
 */
export function agreeWith(
  { module, names }: Library,
  session: Buffer,
  { handle }: TokenKey,
  point: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const publicData = Buffer.from(hexDecode(p256Uncompress(hexEncode(point))));
  const parameter: AgreementParameters = { type: names.CK_PARAMS_EC_DH, kdf: names.CKD_NULL, publicData };
  const secret = module.C_DeriveKey(session, { mechanism: names.CKM_ECDH1_DERIVE, parameter }, handle, [
    { type: names.CKA_TOKEN, value: false },
    { type: names.CKA_CLASS, value: names.CKO_SECRET_KEY },
    { type: names.CKA_KEY_TYPE, value: names.CKK_GENERIC_SECRET },
    { type: names.CKA_VALUE_LEN, value: SECRET_BYTES },
    { type: names.CKA_SENSITIVE, value: false },
    { type: names.CKA_EXTRACTABLE, value: true },
  ]);
  try {
    const [attribute] = module.C_GetAttributeValue(session, secret, [{ type: names.CKA_VALUE }]);
    const value = attribute?.value;
    if (value?.length !== SECRET_BYTES) throw unfit();
    const agreed = Uint8Array.from(value);
    value.fill(0);
    return agreed;
  } finally {
    module.C_DestroyObject(session, secret);
  }
}

/** Throws TOKEN_REFUSED for a token without key agreement, such as a TPM through tpm2-pkcs11. */
export function requireAgreement({ module, names }: Library, session: Buffer): void {
  const { slotID } = module.C_GetSessionInfo(session);
  if (module.C_GetMechanismList(slotID).includes(names.CKM_ECDH1_DERIVE)) return;
  throw new AppError(
    'TOKEN_REFUSED',
    'The token cannot open bundles, because it lacks ECDH (CKM_ECDH1_DERIVE). Nothing was made. Store this key elsewhere.',
  );
}

/**
 * Proves a key by an agreement with a known key of ours before it is returned. Throws TOKEN_REFUSED, and the module's
 * errors.
 */
export function proveAgreement(library: Library, session: Buffer, key: TokenKey): void {
  const { privateKey } = generateP256();
  try {
    const expected = ecdhP256(privateKey, hexDecode(p256Uncompress(key.facts.publicKey)));
    const answered = agreeWith(library, session, key, hexDecode(p256PublicKey(privateKey, 'uncompressed')));
    if (!constantTimeEqual(expected, answered)) throw unfit();
  } finally {
    privateKey.fill(0);
  }
}

const unfit = () =>
  new AppError(
    'TOKEN_REFUSED',
    'The token’s key agreement does not match its public key. Nothing was opened. Do not use this token, and ask its vendor.',
  );
