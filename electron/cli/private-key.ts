import { AppError } from '../../shared/errors/index.ts';
import { KEY_CURVES, type KeyCurve } from '../../shared/model/index.ts';
import {
  copySecret,
  decodeHexKey,
  encodingFault,
  faultOfKeyText,
  hexEncode,
  isHexText,
  isPhrase,
  isTextByte,
  plainDigits,
  plainKeyText,
  type ReadKey,
  readBase64Key,
  readByteList,
  readDer,
  readPem,
  utf8Encode,
} from '../../shared/wire/index.ts';

const KEY_LENGTH = 32;
const COLON = 0x3a;

/** In bytes. Longer than a PEM file of the longest RSA keys, so that the refusal can name the kind of a wrong key. */
export const MAXIMUM_KEY_INPUT = 8 * 1024;

/** An API key as it was given. Members that the text does not state are null. */
export interface GivenKey {
  /** 32 bytes that the caller owns and wipes. */
  readonly privateKey: Uint8Array<ArrayBuffer>;
  readonly curve: KeyCurve | null;
  /** Lowercase hex: the public half given beside an Ed25519 key. */
  readonly publicKey: string | null;
}

/**
 * Reads a private key of P-256, in any form that `readApiKey` accepts. Wipes `bytes`. The caller owns and wipes the
 * result. Throws KEY_INVALID, which never repeats the input.
 */
export function readPrivateKey(bytes: Uint8Array, what: string): Uint8Array<ArrayBuffer> {
  const { privateKey, curve } = readApiKey(bytes, what);
  if (curve === null || curve === 'p256') return privateKey;
  privateKey.fill(0);
  throw invalid(what, `it is a key of ${curve}, and a key of p256 is needed`);
}

/**
 * Reads an API key without making a string:
 * - 64 hexadecimal digits, 32 raw bytes that are not all text, or 32 bytes in base64 or base64url
 * - the list of the 32 bytes, or for Ed25519 of 64 bytes with the public key
 * - a PEM file in PKCS#8 or SEC1, or its DER as bytes, in hexadecimal digits or in base64
 * - a private key file of the public command line client: hexadecimal digits, a colon and the curve (for Ed25519, 128
 *   digits: the seed, then the public key; tkhq/go-sdk, crypto/store.go)
 *
 * Drops a byte order mark, white space and quotes around the text, 0x before digits, and separators between bytes
 * (spaces, colons). Wipes `bytes`. Throws KEY_INVALID, which never repeats the input.
 */
export function readApiKey(bytes: Uint8Array, what: string): GivenKey {
  const source = copySecret(bytes);
  try {
    const given = readGiven(source);
    if ('fault' in given) throw invalid(what, given.fault);
    return { publicKey: null, ...given };
  } finally {
    bytes.fill(0);
    source.fill(0);
  }
}

type Given = ReadKey & { readonly publicKey?: string };

function readGiven(bytes: Uint8Array): Given {
  // A key that is only text by chance is rarer than one in 10^12, and a password is not.
  if (bytes.length === KEY_LENGTH && !bytes.every(isTextByte)) return { privateKey: copySecret(bytes), curve: null };
  const der = readDer(bytes);
  if (der !== null) return der;
  const encoding = encodingFault(bytes);
  if (encoding !== null) return { fault: encoding };
  const text = plainKeyText(bytes);
  if (text.length === 0) return { fault: 'it is empty' };
  const pem = readPem(text);
  const whole = pem ?? readDer(text);
  if (whole !== null) return whole;
  const listed = readByteList(text);
  if (listed?.length === KEY_LENGTH) return { privateKey: listed, curve: null };
  if (listed?.length === 2 * KEY_LENGTH) return readPair(listed);
  listed?.fill(0);
  const plain = plainDigits(text, KEY_LENGTH);
  const colon = plain.indexOf(COLON);
  // Shorter words of hexadecimal digits are names, as ed25519.
  const isClientFile = colon >= KEY_LENGTH && isHexText(plain.subarray(0, colon));
  if (isClientFile) return readClientFile(plain.subarray(0, colon), plain.subarray(colon + 1));
  // Hexadecimal digits are letters of base64 too: where some are missing, the rest must not become another key.
  const privateKey = isHexText(plain) ? decodeHexKey(plain, KEY_LENGTH) : readBase64Key(text);
  return privateKey === null ? { fault: faultOf(plain) } : { privateKey, curve: null };
}

function readClientFile(digits: Uint8Array, called: Uint8Array): Given {
  const curve = KEY_CURVES.find((known) => isText(called, known));
  if (curve === undefined) return { fault: `the text after its colon is not one of ${KEY_CURVES.join(', ')}` };
  const short = decodeHexKey(digits, KEY_LENGTH);
  if (short !== null) return { privateKey: short, curve };
  const pair = curve === 'ed25519' ? decodeHexKey(digits, 2 * KEY_LENGTH) : null;
  if (pair === null)
    return {
      fault: `before its colon, ${faultOf(digits)}${curve === 'ed25519' ? ', or 128 with its public key' : ''}`,
    };
  return readPair(pair);
}

/** Reads an Ed25519 seed before its public key. Wipes `pair`. */
function readPair(pair: Uint8Array): Given {
  const publicKey = hexEncode(pair.subarray(KEY_LENGTH));
  const privateKey = copySecret(pair.subarray(0, KEY_LENGTH));
  pair.fill(0);
  return { privateKey, curve: 'ed25519', publicKey };
}

/** Returns the reason why digits are not a private key. It has their number, but none of them. */
function faultOf(digits: Uint8Array): string {
  if (isPhrase(digits)) return 'it has several words, and a recovery phrase is not an API key';
  const known = faultOfKeyText(digits);
  if (known !== null) return known;
  if (isHexText(digits)) return `it has ${digits.length} hexadecimal digits and must have ${2 * KEY_LENGTH}`;
  if (digits.every(isTextByte) && digits.length <= KEY_LENGTH)
    return `it is a text of ${digits.length} characters, such as a password`;
  return 'it has a character that is not a hexadecimal digit, and it is not base64 of 32 bytes';
}

function invalid(what: string, fault: string): AppError {
  return new AppError(
    'KEY_INVALID',
    `${what} is not a private key: ${fault}. Nothing was kept. Give 64 hexadecimal digits, a PEM file, or the private key file of the public command line client.`,
  );
}

function isText(bytes: Uint8Array, text: string): boolean {
  const wanted = utf8Encode(text);
  return bytes.length === wanted.length && wanted.every((byte, index) => byte === bytes[index]);
}
