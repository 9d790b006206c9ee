/** Reads private keys of accounts in the text forms of wallets, from bytes to bytes. */
import { AppError, sentence, type Text } from '../../shared/errors/index.ts';
import { type Curve, type JsonObject, ownMember, parseJsonObject } from '../../shared/model/index.ts';
import {
  copySecret,
  decodeHexKey,
  encodingFault,
  faultOfKeyText,
  hexEncode,
  indexOfText,
  isHexText,
  plainDigits,
  plainKeyText,
  type ReadKey,
  readBase64Key,
  readByteList,
  readDer,
  readPem,
  utf8Decode,
} from '../../shared/wire/index.ts';
import {
  type Bytes,
  checkKeystoreFile,
  constantTimeEqual,
  ed25519PublicKey,
  openKeystoreFile,
  sha256,
} from '../crypto/index.ts';
import { base58Decode } from './base58.ts';
import { faultOfForm } from './import-forms.ts';

const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;
const [BRACE, EQUALS, COLON] = [0x7b, 0x3d, 0x3a];
/** The network of a WIF, by its first byte. */
const WIF_NETWORKS: ReadonlyMap<number, WifNetwork> = new Map([
  [0x80, 'Bitcoin'],
  [0xef, 'Bitcoin testnet'],
  [0x9e, 'Dogecoin'],
]);
const COMPRESSED = 0x01;
const PEM_CURVES = { p256: 'CURVE_P256', secp256k1: 'CURVE_SECP256K1', ed25519: 'CURVE_ED25519' } as const;

export type WifNetwork = 'Bitcoin' | 'Bitcoin testnet' | 'Dogecoin';

export interface ReadImportKey {
  /** 32 bytes: scalar, or Ed25519 seed. The caller wipes them. */
  readonly privateKey: Bytes;
  /** Null where the form does not state it. */
  readonly curve: Curve | null;
  /** The network of a WIF. */
  readonly network?: WifNetwork | undefined;
  /** The address that a keystore file states, as it is written there. It is not encrypted and may be another one. */
  readonly stated?: string | undefined;
}

/**
 * Reads 64 hexadecimal digits, a WIF, a PEM file or its DER, or a keystore file, which `passphrase` opens. Reads the key pair of
 * Solana wallets in base58, in digits, or as a list of bytes. Drops a byte order mark, white space, quotes, 0x, and
 * separators. Throws KEY_INVALID and PASSPHRASE_WRONG, which never repeat the text.
 */
export async function readImportKey(given: Uint8Array, passphrase: Uint8Array | null): Promise<ReadImportKey> {
  // Separators are removed in place.
  const source = copySecret(given);
  try {
    const der = readDer(source);
    if (der !== null) return ofCurve(der);
    const fault = encodingFault(source);
    if (fault !== null) throw invalid(fault);
    const text = plainKeyText(source);
    if (text.length === 0) throw invalid('it is empty');
    if (text[0] === BRACE) return await readKeystore(text, passphrase);
    const pem = readPem(text);
    const whole = pem ?? readDer(text);
    if (whole !== null) return ofCurve(whole);
    const digits = plainDigits(text, KEY_BYTES);
    const client = clientFault(digits);
    if (client !== null) throw invalid(client);
    return readList(text) ?? readDigits(digits) ?? readPaddedBase64(text) ?? readBase58(text);
  } finally {
    source.fill(0);
  }
}

function ofCurve(key: ReadKey): ReadImportKey {
  if ('fault' in key) throw invalid(key.fault);
  return { privateKey: key.privateKey, curve: key.curve === null ? null : PEM_CURVES[key.curve] };
}

async function readKeystore(text: Uint8Array, passphrase: Uint8Array | null): Promise<ReadImportKey> {
  const has = (part: string) => indexOfText(text, part) !== -1;
  // A JWK and a list in braces are keys that no string may hold. A keystore file is encrypted.
  if (has('"kty"') || !has('"')) throw invalid(faultOfKeyText(text) ?? 'it is a JWK');
  if (!has('"crypto"') && !has('"Crypto"')) throw noKeystore();
  const file = parseJsonObject(utf8Decode(text), (why) => invalid(sentence`it cannot be read, because ${why}`));
  if (passphrase !== null)
    return {
      privateKey: await openKeystoreFile(file, passphrase),
      curve: 'CURVE_SECP256K1',
      stated: statedAddress(file),
    };
  checkKeystoreFile(file);
  throw new AppError(
    'PASSPHRASE_REQUIRED',
    'The keystore file needs its passphrase. Nothing was imported. Give the passphrase in a file that only you can read.',
  );
}

function statedAddress(file: JsonObject): string | undefined {
  const address = ownMember(file, 'address');
  return typeof address === 'string' && address !== '' ? address : undefined;
}

function readList(text: Uint8Array): ReadImportKey | null {
  const bytes = readByteList(text);
  if (bytes?.length === KEY_BYTES) return { privateKey: bytes, curve: null };
  if (bytes?.length === 2 * KEY_BYTES) return readPair(bytes);
  bytes?.fill(0);
  return null;
}

/** A file of the public command line client, whose keys stamp requests. */
const clientFault = (digits: Uint8Array): string | null =>
  digits[KEY_BYTES * 2] === COLON && isHexText(digits.subarray(0, KEY_BYTES * 2))
    ? 'it is an API key, which stamps requests and is of no account'
    : null;

function readDigits(digits: Uint8Array): ReadImportKey | null {
  if (!isHexText(digits)) return null;
  const privateKey = decodeHexKey(digits, KEY_BYTES);
  if (privateKey !== null) return { privateKey, curve: null };
  const pair = decodeHexKey(digits, 2 * KEY_BYTES);
  if (pair === null)
    throw invalid(
      faultOfKeyText(digits) ??
        `it has ${digits.length} hexadecimal digits and must have 64, or 128 with its public key`,
    );
  return readPair(pair);
}

/** Reads base64 that ends with its padding, which no base58 has. */
function readPaddedBase64(text: Uint8Array): ReadImportKey | null {
  if (text.at(-1) !== EQUALS) return null;
  const privateKey = readBase64Key(text, KEY_BYTES);
  if (privateKey !== null) return { privateKey, curve: null };
  const pair = readBase64Key(text, 2 * KEY_BYTES);
  return pair === null ? null : readPair(pair);
}

function readBase58(text: Uint8Array): ReadImportKey {
  const bytes = base58Decode(text);
  if (bytes === null) throw invalid(faultOfForm(text));
  if (bytes.length === 2 * KEY_BYTES) return readPair(bytes);
  try {
    if (bytes.length === KEY_BYTES) throw invalid('it is base58 of 32 bytes, as an address of Solana is');
    const network = WIF_NETWORKS.get(bytes[0] ?? 0);
    const isWif = network !== undefined && [37, 38].includes(bytes.length);
    if (!isWif && [37, 38].includes(bytes.length) && isChecked(bytes))
      throw invalid('it is a WIF of another chain than Bitcoin. Export it as hexadecimal digits');
    if (!isWif) throw invalid(faultOfForm(text));
    if (!isChecked(bytes)) throw invalid('its checksum is wrong, so a character is wrong');
    if (bytes.length === 37 || bytes[KEY_BYTES + 1] !== COMPRESSED)
      throw invalid('it is a WIF of an uncompressed key, and the service derives no addresses from such keys');
    return { privateKey: copySecret(bytes.subarray(1, KEY_BYTES + 1)), curve: 'CURVE_SECP256K1', network };
  } finally {
    bytes.fill(0);
  }
}

/** Reads an Ed25519 seed before its public key. Wipes `pair`. */
function readPair(pair: Bytes): ReadImportKey {
  const privateKey = copySecret(pair.subarray(0, KEY_BYTES));
  try {
    if (ed25519PublicKey(privateKey) === hexEncode(pair.subarray(KEY_BYTES)))
      return { privateKey, curve: 'CURVE_ED25519' };
    privateKey.fill(0);
    throw invalid('its second half is not the Ed25519 public key of its first half');
  } finally {
    pair.fill(0);
  }
}

/** Reports whether the last 4 bytes are the checksum of base58check. */
function isChecked(bytes: Uint8Array): boolean {
  const [content, checksum] = [bytes.subarray(0, -CHECKSUM_BYTES), bytes.subarray(-CHECKSUM_BYTES)];
  const digest = sha256(sha256(content));
  try {
    return constantTimeEqual(digest.subarray(0, CHECKSUM_BYTES), checksum);
  } finally {
    digest.fill(0);
  }
}

const noKeystore = () => invalid('it is JSON, and not a keystore file of version 3. Give the key alone');

const invalid = (why: Text) =>
  new AppError(
    'KEY_INVALID',
    sentence`This is not a private key: ${why}. Nothing was imported. Give 64 hexadecimal digits, a WIF, base58 or the list of bytes of a Solana key pair, a PEM file or a keystore file.`,
  );
