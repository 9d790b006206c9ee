import { AppError } from '../errors/index.ts';
import { type ApiKeyCurve, type Curve, type KeyCurve, STAMP_SCHEME_NAMES, type StampScheme } from '../model/enums.ts';
import { type JsonObject, parseJsonObject } from '../model/json.ts';
import { scanJson } from '../model/json-scanner.ts';
import { base64urlDecode, base64urlEncode, base64urlFault, hexFault, utf8Decode, utf8Encode } from './text.ts';

/**
 * The stamp headers of an API key, a passkey and a key attested by a token (docs/protocol.md#stamps), in any letter
 * case.
 */
export const STAMP_HEADER = 'X-Stamp';
export const PASSKEY_STAMP_HEADER = 'X-Stamp-WebAuthn';
export const ATTESTED_STAMP_HEADER = 'X-Stamp-Attested';
/** The header of the token of a read-only session. */
export const SESSION_HEADER = 'X-Session';

interface SchemeForm {
  readonly curve: Curve;
  readonly called: KeyCurve;
  readonly registeredAs: ApiKeyCurve;
  readonly publicKeyBytes: number;
  readonly signature: 'der' | 'raw64';
}

/**
 * The form of `publicKey` (bytes) and `signature` in each scheme.
 * Also the curve of its keys, by its common name and by its name at a service.
 */
export const STAMP_SCHEMES = {
  SIGNATURE_SCHEME_TK_API_P256: {
    curve: 'CURVE_P256',
    called: 'p256',
    registeredAs: 'API_KEY_CURVE_P256',
    publicKeyBytes: 33,
    signature: 'der',
  },
  SIGNATURE_SCHEME_TK_API_SECP256K1: {
    curve: 'CURVE_SECP256K1',
    called: 'secp256k1',
    registeredAs: 'API_KEY_CURVE_SECP256K1',
    publicKeyBytes: 33,
    signature: 'der',
  },
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: {
    curve: 'CURVE_SECP256K1',
    called: 'secp256k1',
    registeredAs: 'API_KEY_CURVE_SECP256K1',
    publicKeyBytes: 33,
    signature: 'der',
  },
  SIGNATURE_SCHEME_TK_API_ED25519: {
    curve: 'CURVE_ED25519',
    called: 'ed25519',
    registeredAs: 'API_KEY_CURVE_ED25519',
    publicKeyBytes: 32,
    signature: 'raw64',
  },
} as const satisfies Record<StampScheme, SchemeForm>;

/** The scheme of a passkey's vote. The signature beside it is the whole stamp. */
export const PASSKEY_SCHEME = 'SIGNATURE_SCHEME_TK_WEBAUTHN';
/** The default scheme of a key. */
export const USUAL_SCHEME: StampScheme = 'SIGNATURE_SCHEME_TK_API_P256';

/**
 * Returns the default scheme of a curve.
 *
 * @example
 * plainScheme('p256');
 * // 'SIGNATURE_SCHEME_TK_API_P256'
 */
export function plainScheme(curve: KeyCurve): StampScheme {
  const found = STAMP_SCHEME_NAMES.find((scheme) => STAMP_SCHEMES[scheme].called === curve);
  if (found === undefined) throw new Error(`no scheme of ${curve}`);
  return found;
}

export interface Stamp {
  /** Lowercase hex: compressed SEC1 for ECDSA, 32 bytes for Ed25519. */
  readonly publicKey: string;
  readonly scheme: StampScheme;
  /** Lowercase hex: ASN.1 DER for ECDSA, 64 bytes for Ed25519. */
  readonly signature: string;
}

/** An assertion (WebAuthn section 5.2.2) as the header has it. */
export interface PasskeyStamp {
  /** base64url without padding. */
  readonly credentialId: string;
  readonly authenticatorData: Uint8Array;
  readonly clientDataJson: Uint8Array;
  readonly signature: Uint8Array;
}

/** The token of an attested stamp: from a one-time code, or from an OpenID Connect issuer. */
export const ATTESTED_SCHEMES = [
  'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN',
  'STAMP_ATTESTED_SCHEME_P256_OIDC',
] as const;
export type AttestedScheme = (typeof ATTESTED_SCHEMES)[number];

/** A stamp of a P-256 key that a token is bound to. */
export interface AttestedStamp {
  /** The token. */
  readonly publicKeyAttestation: string;
  readonly scheme: AttestedScheme;
  /** Hex of the key in its holder's spelling. A token may be bound to this very text. */
  readonly publicKey: string;
  /** Hex of ASN.1 DER. */
  readonly signature: string;
}

/** The hexadecimal digits of r and s without an encoding, and the first byte of DER. */
const RAW_DIGITS = 128;
const DER_SEQUENCE = '30';

/** Longest header values read. A real stamp is under 400 characters, a real assertion under 2000. */
const MAXIMUM_LENGTH = 2048;
const MAXIMUM_PASSKEY_LENGTH = 12 * 1024;
const MAXIMUM_ATTESTED_LENGTH = 12 * 1024;

/**
 * Returns the value of the header X-Stamp (docs/protocol.md#stamps): base64url without padding of JSON, with the
 * members in the order of the JavaScript clients.
 */
export function encodeStamp(stamp: Stamp): string {
  const { publicKey, scheme, signature } = stamp;
  return base64urlEncode(utf8Encode(JSON.stringify({ publicKey, scheme, signature })));
}

/**
 * Reads the value of the header X-Stamp: base64url of JSON. The order of members is free (Go and Rust clients differ).
 * Throws INVALID_INPUT, which names the wrong part.
 */
export function decodeStamp(value: string): Stamp {
  const { publicKey, scheme, signature } = readHeader(value, MAXIMUM_LENGTH);
  if (!isScheme(scheme)) throw malformed(schemeFault(scheme, STAMP_SCHEME_NAMES));
  const { publicKeyBytes, signature: form } = STAMP_SCHEMES[scheme];
  const read = {
    publicKey: hexOf('publicKey', publicKey, publicKeyBytes),
    scheme,
    signature: hexOf('signature', signature),
  };
  if (form === 'der' && read.signature.length === RAW_DIGITS && !read.signature.startsWith(DER_SEQUENCE))
    throw malformed('its signature has the 64 bytes of r and s; encode them as DER');
  return read;
}

/**
 * Returns the header value of a passkey (docs/protocol.md#passkey-stamps): JSON with values in base64url, with the
 * members in the order of the JavaScript client.
 */
export function encodePasskeyStamp({
  authenticatorData,
  clientDataJson,
  credentialId,
  signature,
}: PasskeyStamp): string {
  return JSON.stringify({
    authenticatorData: base64urlEncode(authenticatorData),
    clientDataJson: base64urlEncode(clientDataJson),
    credentialId,
    signature: base64urlEncode(signature),
  });
}

/**
 * Reads the header value of a passkey: JSON with values in base64url, or that JSON in base64url
 * (docs/protocol.md#passkey-stamps). Throws INVALID_INPUT.
 */
export function decodePasskeyStamp(value: string): PasskeyStamp {
  const { credentialId, authenticatorData, clientDataJson, signature } = readHeader(
    value,
    MAXIMUM_PASSKEY_LENGTH,
    true,
  );
  return {
    credentialId: base64urlEncode(bytesOf('credentialId', credentialId)),
    authenticatorData: bytesOf('authenticatorData', authenticatorData),
    clientDataJson: bytesOf('clientDataJson', clientDataJson),
    signature: bytesOf('signature', signature),
  };
}

/** Reads the header value of an attested stamp: base64url of its JSON. Throws INVALID_INPUT. */
export function decodeAttestedStamp(value: string): AttestedStamp {
  const { publicKeyAttestation, scheme, publicKey, signature } = readHeader(value, MAXIMUM_ATTESTED_LENGTH);
  const known = ATTESTED_SCHEMES.find((one) => one === scheme);
  if (known === undefined) throw malformed(schemeFault(scheme, ATTESTED_SCHEMES));
  if (typeof publicKeyAttestation !== 'string')
    throw malformed(textFault('publicKeyAttestation', publicKeyAttestation));
  if (typeof publicKey !== 'string') throw malformed(textFault('publicKey', publicKey));
  return { publicKeyAttestation, scheme: known, publicKey, signature: hexOf('signature', signature) };
}

/** The object in a header: base64url of JSON, or JSON itself where `isOpen`. */
function readHeader(value: string, maximum: number, isOpen = false): JsonObject {
  if (value.length > maximum) throw malformed(`it is longer than ${maximum} characters`);
  const text = isOpen && value.startsWith('{') ? value : decodeText(value);
  const object = parseJsonObject(text, malformed);
  scanJson(text, 1, {
    // Readers differ in the value that they take.
    member(path, again) {
      if (again) throw malformed(`it has the member ${path.join('')} twice; send it once`);
    },
    leaf: () => undefined,
    tooDeep: () => undefined,
  });
  return object;
}

function decodeText(value: string): string {
  const fault = base64urlFault(value);
  if (fault !== null) throw malformed(`it ${fault}`);
  try {
    return utf8Decode(base64urlDecode(value));
  } catch {
    throw malformed('it is not the base64url of text');
  }
}

function hexOf(name: string, value: unknown, bytes?: number): string {
  if (typeof value !== 'string') throw malformed(textFault(name, value));
  const fault = hexFault(value, bytes);
  if (fault !== null) throw malformed(`its ${name} ${fault}`);
  return value.toLowerCase();
}

function bytesOf(name: string, value: unknown): Uint8Array {
  if (typeof value !== 'string') throw malformed(textFault(name, value));
  const fault = value === '' ? 'is empty' : base64urlFault(value);
  if (fault !== null) throw malformed(`its ${name} ${fault}`);
  return base64urlDecode(value);
}

const textFault = (name: string, value: unknown): string =>
  value === undefined ? `its ${name} is missing` : `its ${name} is not text`;

const schemeFault = (value: unknown, known: readonly string[]): string =>
  typeof value === 'string' ? `its scheme is none of ${known.join(', ')}` : textFault('scheme', value);

function isScheme(value: unknown): value is StampScheme {
  return typeof value === 'string' && Object.hasOwn(STAMP_SCHEMES, value);
}

function malformed(why: string): AppError {
  return new AppError('INVALID_INPUT', `malformed activity stamp: ${why}`);
}
