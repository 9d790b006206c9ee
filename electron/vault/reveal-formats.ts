import { AppError } from '../../shared/errors/index.ts';
import type { ExportProof } from '../../shared/model/index.ts';
import type { RevealFormat } from '../../shared/processes/index.ts';
import { copySecret, hexDecode, secretBytes } from '../../shared/wire/index.ts';
import { type Bytes, ed25519PublicKey, isMnemonic, isUtf8 } from '../crypto/index.ts';
import { base58Bytes } from './base58.ts';

const NEWLINE = 0x0a;
const KEY_BYTES = 32;
const HEX_DIGITS = '0123456789abcdef';

/**
 * Writes an opened secret in the asked form (docs/protocol.md#sealed-contents) as UTF-8 bytes, never as a string.
 * Throws INVALID_INPUT.
 *
 * @example
 * utf8Decode(formatSecret(Uint8Array.of(0xde, 0xad), 'hex'));
 * // 'dead'
 */
export function formatSecret(plaintext: Uint8Array, format: RevealFormat): Bytes {
  switch (format) {
    case 'hex':
      return hexBytes(plaintext);
    case 'mnemonic':
      if (!isMnemonic(firstLine(plaintext))) throw unfit('an English mnemonic', 'hex or text');
      return copySecret(plaintext);
    case 'solana':
      return solanaBytes(plaintext);
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

/** Base58 of seed ‖ public key, as Solana wallets import it. */
function solanaBytes(seed: Uint8Array): Bytes {
  if (seed.length !== KEY_BYTES) throw unfit('a 32-byte key', 'text or mnemonic');
  const pair = secretBytes(64);
  pair.set(seed);
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
    `The contents of the bundle are not ${what} and were not shown. Choose ${instead}.`,
  );
}
