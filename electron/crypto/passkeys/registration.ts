import { base64urlDecode, base64urlEncode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { memberOf, readCbor } from './cbor.ts';
import { isEs256, readCoseKey } from './cose.ts';
import { readAuthenticatorData, readClientData } from './parts.ts';

/** The stored data of a passkey. Texts are base64url without padding, the AAGUID is a UUID. */
export interface Attested {
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  readonly aaguid: string;
  readonly attestationType: string;
  readonly rpIdHash: string;
  readonly userVerified: 0 | 1;
  readonly signCount: number;
  /** Its authenticator may copy it to other devices. */
  readonly synced: boolean;
}

/** The offsets of the attested credential's parts in the authenticator data (WebAuthn section 6.5.1). */
const HAS_CREDENTIAL = 0x40;
const AAGUID_AT = 37;
const LENGTH_AT = 53;
const ID_AT = 55;

/**
 * Reads the registration of a passkey (WebAuthn section 7.1). Its client data is of a creation with that challenge, its
 * user was present, and its key is that of the named credential. Choice (attestation-statement): the statement about
 * the authenticator's maker is not verified, because no trust in makers is configured. Throws RangeError, or
 * KEY_INVALID.
 */
export function readAttestation(given: {
  readonly challenge: string;
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  /** True when the key must be of ES256, because nothing else was requested. */
  readonly isEs256?: boolean;
}): Attested {
  const { type, challenge } = readClientData(base64urlDecode(given.clientDataJson));
  if (type !== 'webauthn.create') throw new RangeError('its client data is not of a registration');
  if (!isChallenge(challenge, given.challenge)) throw new RangeError('its client data has another challenge');

  const object = readCbor(base64urlDecode(given.attestationObject)).value;
  const [format, data] = [memberOf(object, 'fmt'), memberOf(object, 'authData')];
  if (typeof format !== 'string' || !(data instanceof Uint8Array))
    throw new RangeError('it is not an attestation object');
  const { flags, userPresent, userVerified, synced, rpIdHash, signCount } = readAuthenticatorData(data);
  if (!userPresent) throw new RangeError('no user was present');
  if (data.length < ID_AT || (flags & HAS_CREDENTIAL) === 0)
    throw new RangeError('its authenticator data has no credential');
  const keyAt = ID_AT + (((data[LENGTH_AT] ?? 0) << 8) | (data[LENGTH_AT + 1] ?? 0));
  const credentialId = base64urlEncode(data.subarray(ID_AT, keyAt));
  if (credentialId !== given.credentialId.replace(/={1,2}$/, '')) throw new RangeError('it is of another credential');
  const key = readCbor(data.subarray(keyAt));
  if (given.isEs256 === true && !isEs256(key.value))
    throw new RangeError('its key is not a P-256 key (ES256), the only supported kind');
  readCoseKey(key.value);
  return {
    credentialId,
    publicKey: base64urlEncode(data.subarray(keyAt, keyAt + key.length)),
    aaguid: hexEncode(data.subarray(AAGUID_AT, LENGTH_AT)).replace(
      /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
      '$1-$2-$3-$4-$5',
    ),
    attestationType: format,
    rpIdHash,
    userVerified: userVerified ? 1 : 0,
    signCount,
    synced,
  };
}

/** Clients give the challenge itself, or its text as the browser encoded it again. */
function isChallenge(found: unknown, given: string): boolean {
  const bare = given.replace(/={1,2}$/, '');
  return found === bare || (typeof found === 'string' && found === base64urlEncode(utf8Encode(given)));
}
