import { AppError } from '../errors/index.ts';
import { parseJsonObject } from '../model/json.ts';
import { base64urlDecode, base64urlEncode, isHex, utf8Decode, utf8Encode } from './text.ts';

/** The stamp header of an API key (PROTOCOL 1.2). Header names are case-insensitive. */
export const STAMP_HEADER = 'X-Stamp';

/** What each scheme puts into `publicKey` (bytes) and `signature`. */
export const STAMP_SCHEMES = {
  SIGNATURE_SCHEME_TK_API_P256: { publicKeyBytes: 33, signature: 'der' },
  SIGNATURE_SCHEME_TK_API_SECP256K1: { publicKeyBytes: 33, signature: 'der' },
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: { publicKeyBytes: 33, signature: 'der' },
  SIGNATURE_SCHEME_TK_API_ED25519: { publicKeyBytes: 32, signature: 'raw64' },
} as const;

export type StampScheme = keyof typeof STAMP_SCHEMES;

export interface Stamp {
  /** Lowercase hex; compressed SEC1 for ECDSA, 32 bytes for Ed25519. */
  readonly publicKey: string;
  readonly scheme: StampScheme;
  /** Lowercase hex; ASN.1 DER for ECDSA, 64 bytes for Ed25519. */
  readonly signature: string;
}

/** Longest header value read; a real one is under 400 characters. */
const MAXIMUM_LENGTH = 2048;

/** The header value: base64url without padding of the JSON, members in the order the JavaScript clients write. */
export function encodeStamp(stamp: Stamp): string {
  const { publicKey, scheme, signature } = stamp;
  return base64urlEncode(utf8Encode(JSON.stringify({ publicKey, scheme, signature })));
}

/** Reads a header value; member order is free (Go and Rust clients differ). Throws INVALID_INPUT. */
export function decodeStamp(value: string): Stamp {
  if (value.length > MAXIMUM_LENGTH) throw malformed();
  let text: string;
  try {
    text = utf8Decode(base64urlDecode(value));
  } catch {
    throw malformed();
  }
  const { publicKey, scheme, signature } = parseJsonObject(text, malformed);
  if (typeof publicKey !== 'string' || typeof signature !== 'string' || !isScheme(scheme)) throw malformed();
  const form = STAMP_SCHEMES[scheme];
  if (!isHex(publicKey, form.publicKeyBytes) || !isHex(signature)) throw malformed();
  return { publicKey: publicKey.toLowerCase(), scheme, signature: signature.toLowerCase() };
}

function isScheme(value: unknown): value is StampScheme {
  return typeof value === 'string' && Object.hasOwn(STAMP_SCHEMES, value);
}

function malformed(): AppError {
  return new AppError('INVALID_INPUT', 'malformed activity stamp');
}
