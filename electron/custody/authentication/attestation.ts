import { base64urlDecode, base64urlEncode, hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { type CborValue, readCbor } from './cbor.ts';

/** What is kept of a passkey; texts are base64url without padding, the AAGUID is a UUID. */
export interface Attested {
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: string;
  readonly aaguid: string;
  readonly attestationType: string;
}

/** Where the parts of the authenticator data stand (WebAuthn section 6.1). */
const FLAGS_AT = 32;
const HAS_CREDENTIAL = 0x40;
const AAGUID_AT = 37;
const LENGTH_AT = 53;
const ID_AT = 55;

/** COSE (RFC 9052) names of what a P-256 key for ES256 has. */
const COSE_P256: readonly (readonly [label: number, value: number])[] = [
  [1, 2],
  [3, -7],
  [-1, 1],
];

/**
 * Reads the registration of a passkey (WebAuthn section 7.1): its client data is of a creation with that challenge, and its key is a
 * P-256 key of the credential that is named. Choice (attestation-statement): the statement about the authenticator's maker is
 * not verified, because no trust in makers is configured. Throws RangeError.
 */
export function readAttestation(given: {
  readonly challenge: string;
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
}): Attested {
  const clientData: unknown = JSON.parse(utf8Decode(base64urlDecode(given.clientDataJson)));
  const { type, challenge } = (clientData ?? {}) as Readonly<Record<string, unknown>>;
  if (type !== 'webauthn.create') throw new RangeError('its client data is not of a registration');
  if (!isChallenge(challenge, given.challenge)) throw new RangeError('its client data has another challenge');

  const object = readCbor(base64urlDecode(given.attestationObject)).value;
  const [format, data] = [memberOf(object, 'fmt'), memberOf(object, 'authData')];
  if (typeof format !== 'string' || !(data instanceof Uint8Array)) throw new RangeError('it is no attestation object');
  if (data.length < ID_AT || ((data[FLAGS_AT] ?? 0) & HAS_CREDENTIAL) === 0)
    throw new RangeError('its authenticator data has no credential');
  const keyAt = ID_AT + (((data[LENGTH_AT] ?? 0) << 8) | (data[LENGTH_AT + 1] ?? 0));
  const credentialId = base64urlEncode(data.subarray(ID_AT, keyAt));
  if (credentialId !== given.credentialId.replace(/=+$/, '')) throw new RangeError('it is of another credential');
  const key = readCbor(data.subarray(keyAt));
  if (!COSE_P256.every(([label, value]) => memberOf(key.value, label) === value))
    throw new RangeError('its key is no P-256 key for ES256');
  const [x, y] = [memberOf(key.value, -2), memberOf(key.value, -3)];
  if (!(x instanceof Uint8Array && y instanceof Uint8Array && x.length === 32 && y.length === 32))
    throw new RangeError('its key has no coordinates');
  return {
    credentialId,
    publicKey: base64urlEncode(data.subarray(keyAt, keyAt + key.length)),
    aaguid: hexEncode(data.subarray(AAGUID_AT, LENGTH_AT)).replace(
      /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
      '$1-$2-$3-$4-$5',
    ),
    attestationType: format,
  };
}

/** Clients give the challenge itself, or its text as the browser encoded it again. */
function isChallenge(found: unknown, given: string): boolean {
  const bare = given.replace(/=+$/, '');
  return found === bare || (typeof found === 'string' && found === base64urlEncode(utf8Encode(given)));
}

function memberOf(map: CborValue, name: string | number): CborValue | undefined {
  return map instanceof Map ? map.get(name) : undefined;
}
