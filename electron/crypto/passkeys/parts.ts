import { isJsonObject, passkeyOrigin } from '../../../shared/model/index.ts';
import { base64urlEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { sha256 } from '../native.ts';

/** The offsets of the authenticator data's parts, and its flags (WebAuthn section 6.1). */
const FLAGS_AT = 32;
const COUNT_AT = 33;
const LEAST_LENGTH = 37;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;

/**
 * Returns the hash that names a relying party in authenticator data (WebAuthn section 6.1): base64url of the SHA-256 of
 * its id.
 *
 * @example
 * rpIdHashOf('example.org');
 * // 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LU'
 */
export const rpIdHashOf = (rpId: string): string => base64urlEncode(sha256(utf8Encode(rpId)));

/**
 * Reads the part of authenticator data that registrations and assertions both begin with (WebAuthn section 6.1). The
 * relying party's hash is in base64url. Throws RangeError.
 *
 * @example
 * readAuthenticatorData(Uint8Array.from([...base64urlDecode(rpIdHashOf('example.org')), 0x05, 0, 0, 0, 7]));
 * // {
 * //   rpIdHash: 'v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LU',
 * //   flags: 5,
 * //   userPresent: true,
 * //   userVerified: true,
 * //   synced: false,
 * //   signCount: 7,
 * // }
 */
export function readAuthenticatorData(data: Uint8Array) {
  if (data.length < LEAST_LENGTH) throw new RangeError('its authenticator data is too short');
  const flags = data[FLAGS_AT] ?? 0;
  return {
    rpIdHash: base64urlEncode(data.subarray(0, FLAGS_AT)),
    flags,
    userPresent: (flags & USER_PRESENT) !== 0,
    userVerified: (flags & USER_VERIFIED) !== 0,
    synced: (flags & BACKUP_ELIGIBLE) !== 0,
    signCount: new DataView(data.buffer, data.byteOffset).getUint32(COUNT_AT),
  };
}

/**
 * Reads the client data (UTF-8 JSON) of an assertion or a registration (WebAuthn section 5.8.1). Throws RangeError.
 *
 * @example
 * readClientData(utf8Encode('{"type":"webauthn.get","challenge":"AAEC","origin":"https://example.org"}'));
 * // { type: 'webauthn.get', challenge: 'AAEC', origin: 'https://example.org' }
 */
export function readClientData(clientDataJson: Uint8Array): Readonly<Record<'type' | 'challenge' | 'origin', unknown>> {
  const { type, challenge, origin } = parseObject(clientDataJson);
  if (typeof origin !== 'string' || origin === '') throw new RangeError('its client data has no origin');
  return { type, challenge, origin };
}

/**
 * Checks the origin in client data (UTF-8 JSON): the one page where Castellan makes and uses passkeys of the relying
 * party. Throws RangeError for another page.
 */
export function requireOwnPage(clientDataJson: Uint8Array, rpId: string): void {
  if (readClientData(clientDataJson).origin !== passkeyOrigin(rpId))
    throw new RangeError('it was made on another page');
}

function parseObject(bytes: Uint8Array) {
  try {
    const value: unknown = JSON.parse(utf8Decode(bytes));
    if (isJsonObject(value)) return value;
  } catch {
    // The error for invalid JSON is thrown below.
  }
  throw new RangeError('its client data is not a JSON object');
}
