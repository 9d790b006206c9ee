import { AppError, sentence } from '../../shared/errors/index.ts';
import { bitcoinNetworkOfFormat, type ExportProof, type RevealFormat } from '../../shared/model/index.ts';
import { copySecret, hexDecode, secretBytes } from '../../shared/wire/index.ts';
import {
  type AgeReaders,
  type Bytes,
  ed25519PublicKey,
  isMnemonic,
  isUtf8,
  sha256,
  writeAgeFile,
  writeValidatorKeystore,
  writeWeb3Keystore,
} from '../crypto/index.ts';
import { base58Bytes } from './base58.ts';
import { recoverySheet } from './recovery-sheet.ts';

const NEWLINE = 0x0a;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;
const COMPRESSED = 0x01;
const HEX_DIGITS = '0123456789abcdef';

/** The readers of an encrypted file: whoever knows its passphrase, or the recipients of a file of age. */
export interface FileReaders {
  readonly passphrase: Uint8Array | null;
  readonly recipients: readonly string[] | null;
}

/** The readers of a file, and the proof of the bundle, whose address names the network of a key. */
interface Around extends FileReaders {
  readonly proof: ExportProof;
}

/**
 * Writes an opened secret in the asked form (docs/protocol.md#sealed-contents) as UTF-8 bytes, never as a string.
 * Throws INVALID_INPUT, and PASSPHRASE_REQUIRED for a form that is encrypted.
 *
 * @example
 * const proof = { addressFormat: null, derivedAddress: null };
 * utf8Decode(await formatSecret(Uint8Array.of(0xde, 0xad), 'hex', { passphrase: null, recipients: null, proof }));
 * // 'dead'
 */
export async function formatSecret(
  plaintext: Uint8Array,
  format: RevealFormat,
  { passphrase, recipients, proof }: Around,
): Promise<Bytes> {
  switch (format) {
    case 'hex':
      return hexBytes(plaintext);
    case 'mnemonic':
      if (!isMnemonic(firstLine(plaintext))) throw unfit('an English mnemonic', 'hex or text');
      return copySecret(plaintext);
    case 'solana':
      return solanaBytes(plaintext);
    case 'wif':
      return wifBytes(plaintext, proof.addressFormat);
    case 'sheet':
      return sheetOf(plaintext, proof);
    case 'web3':
      return writeWeb3Keystore(keyOf(plaintext), required(passphrase), ethereumAddress(proof));
    case 'eip-2335':
      return writeValidatorKeystore(keyOf(plaintext), required(passphrase));
    case 'age':
      return ageBytes(plaintext, recipients === null ? { passphrase: required(passphrase) } : { recipients });
    case 'text':
      if (!isUtf8(plaintext)) throw unfit('text', 'hex');
      return copySecret(plaintext);
  }
}

/**
 * Returns the kind of an opened secret. 32 bytes are a private key of any curve.
 *
 * @example
 * kindOfSecret(utf8Encode(`${'abandon '.repeat(11)}about`));
 * // 'mnemonic'
 */
export function kindOfSecret(plaintext: Uint8Array): ExportProof['holds'] {
  if (plaintext.length === KEY_BYTES) return 'key';
  if (isMnemonic(firstLine(plaintext))) return 'mnemonic';
  return isUtf8(plaintext) ? 'text' : 'bytes';
}

function keyOf(plaintext: Uint8Array): Uint8Array {
  if (plaintext.length !== KEY_BYTES) throw unfit('a 32-byte key', 'text or mnemonic');
  return plaintext;
}

function required(passphrase: Uint8Array | null): Uint8Array {
  if (passphrase !== null && passphrase.length > 0) return passphrase;
  throw new AppError(
    'PASSPHRASE_REQUIRED',
    'This form is a file that is encrypted with a passphrase. Nothing was shown. Give a passphrase for the file.',
  );
}

/** A file of age. It holds words or text as they are, and the digits of a key or of other bytes. */
async function ageBytes(plaintext: Uint8Array, readers: AgeReaders): Promise<Bytes> {
  const kind = kindOfSecret(plaintext);
  const text = kind === 'key' || kind === 'bytes' ? hexBytes(plaintext) : copySecret(plaintext);
  try {
    return await writeAgeFile(text, readers);
  } finally {
    text.fill(0);
  }
}

/** A page to print, with the digits of a key or the words of a wallet. */
function sheetOf(plaintext: Uint8Array, proof: ExportProof): Bytes {
  if (proof.holds === 'mnemonic') return recoverySheet(plaintext, proof);
  const digits = hexBytes(keyOf(plaintext));
  try {
    return recoverySheet(digits, proof);
  } finally {
    digits.fill(0);
  }
}

/** The address that wallets write into a keystore, in lowercase without 0x. */
const ethereumAddress = ({ addressFormat, derivedAddress }: Around['proof']): string | null =>
  addressFormat === 'ADDRESS_FORMAT_ETHEREUM' && derivedAddress !== null ? derivedAddress.slice(2).toLowerCase() : null;

/** The first byte of a WIF by the chain of the proven address. */
function wifVersionOf(addressFormat: string | null): number {
  if (addressFormat === 'ADDRESS_FORMAT_DOGE_MAINNET') return 0x9e;
  const network = bitcoinNetworkOfFormat(addressFormat ?? '');
  if (network !== null) return network === 'MAINNET' ? 0x80 : 0xef;
  throw unfit('a key with a proven address of Bitcoin or Dogecoin', 'hex');
}

/** A private key of Bitcoin with its network, the mark of a compressed public key, and a checksum, in base58. */
function wifBytes(plaintext: Uint8Array, addressFormat: string | null): Bytes {
  const wif = secretBytes(1 + KEY_BYTES + 1 + CHECKSUM_BYTES);
  try {
    wif[0] = wifVersionOf(addressFormat);
    wif.set(keyOf(plaintext), 1);
    wif[1 + KEY_BYTES] = COMPRESSED;
    const once = sha256(wif.subarray(0, -CHECKSUM_BYTES));
    wif.set(sha256(once).subarray(0, CHECKSUM_BYTES), wif.length - CHECKSUM_BYTES);
    once.fill(0);
    return base58Bytes(wif);
  } finally {
    wif.fill(0);
  }
}

/** Base58 of seed ‖ public key, as Solana wallets import it. */
function solanaBytes(seed: Uint8Array): Bytes {
  const pair = secretBytes(64);
  pair.set(keyOf(seed));
  pair.set(hexDecode(ed25519PublicKey(seed)), 32);
  try {
    return base58Bytes(pair);
  } finally {
    pair.fill(0);
  }
}

function hexBytes(bytes: Uint8Array): Bytes {
  const text = secretBytes(bytes.length * 2);
  for (const [index, byte] of bytes.entries()) {
    text[index * 2] = HEX_DIGITS.charCodeAt(byte >> 4);
    text[index * 2 + 1] = HEX_DIGITS.charCodeAt(byte & 15);
  }
  return text;
}

/** The words of an exported wallet, which may have its passphrase on a second line. */
export function firstLine(plaintext: Uint8Array): Uint8Array {
  const end = plaintext.indexOf(NEWLINE);
  return end === -1 ? plaintext : plaintext.subarray(0, end);
}

function unfit(what: string, instead: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The contents of the bundle are not ${what} and were not shown. Choose ${instead}.`,
  );
}
