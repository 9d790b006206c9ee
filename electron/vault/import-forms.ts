/** Private keys as wallets write them, beside digits and base58: a list of bytes, and forms that are refused by name. */
import { isTextByte, isWords, secretBytes, utf8Encode } from '../../shared/wire/index.ts';
import type { Bytes } from '../crypto/index.ts';

const [OPEN, CLOSE, COMMA, ZERO, NINE] = [0x5b, 0x5d, 0x2c, 0x30, 0x39];

/**
 * Reads a JSON list of whole numbers from 0 to 255, as command line wallets of Solana write a key pair. Returns null for
 * other text. The caller wipes the result.
 */
export function readByteList(text: Uint8Array): Bytes | null {
  if (text[0] !== OPEN || text.at(-1) !== CLOSE) return null;
  const items = text.subarray(1, -1);
  const bytes = secretBytes(items.filter((byte) => byte === COMMA).length + 1);
  const refused = () => {
    bytes.fill(0);
    return null;
  };
  let at = 0;
  let value = -1;
  let isEnded = false;
  for (const byte of items) {
    if (byte === COMMA) {
      if (value < 0) return refused();
      bytes[at] = value;
      [at, value, isEnded] = [at + 1, -1, false];
    } else if (byte >= ZERO && byte <= NINE && !isEnded && value !== 0) {
      value = Math.max(value, 0) * 10 + byte - ZERO;
      if (value > 0xff) return refused();
    } else if (isTextByte(byte) && byte <= 0x20) isEnded = value >= 0;
    else return refused();
  }
  if (value < 0) return refused();
  bytes[at] = value;
  return bytes;
}

/** Beginnings of keys that wallets of one chain write, with the reason for the refusal. */
const OTHER_FORMS: readonly (readonly [begin: string, length: number | null, fault: string])[] = [
  ['suiprivkey1', null, 'it is a key of Sui in Bech32. Export it as hexadecimal digits'],
  ['ed25519-priv-', null, 'it is a key of Aptos. Leave out ed25519-priv-'],
  ['secp256k1-priv-', null, 'it is a key of Aptos. Leave out secp256k1-priv-'],
  ['ed25519:', null, 'it is a key of NEAR. Leave out ed25519:'],
  ['secp256k1:', null, 'it is a key of NEAR, with base58. Export it as hexadecimal digits'],
  ['edsk', 54, 'it is a key of Tezos, which has no address format here'],
  ['nsec1', null, 'it is a key of Nostr in Bech32. Export it as hexadecimal digits'],
  ['S', 56, 'it is a secret seed of Stellar. Export it as hexadecimal digits'],
  ['s', 29, 'it is a seed of the XRP Ledger, from which keys are derived. Export the private key'],
];

/** Returns the reason why a text is not read: the end of a sentence. Never repeats the text. */
export function faultOfForm(text: Uint8Array): string {
  if (isWords(text)) return 'it is several words. A recovery phrase is imported with `castellan import wallet`';
  if (!text.every(isTextByte))
    return text.length === KEY_BYTES
      ? 'it is not text'
      : 'it has characters beyond plain ones, such as curly quotes or blanks that are not seen';
  const form = OTHER_FORMS.find(
    ([begin, length]) => beginsWith(text, begin) && (length ?? text.length) === text.length,
  );
  if (form !== undefined) return form[2];
  if (text[0] === OPEN) return 'it is a list, and not of 64 numbers from 0 to 255, or of 32';
  if (text.includes(EQUALS) && text.indexOf(EQUALS) < text.length - 2 && text.length > 2 * KEY_BYTES)
    return 'it has a name before it. Leave out the name and the =';
  const digits = beginsWith(text, '0x') ? text.length - 2 : text.length;
  if (digits === 2 * KEY_BYTES && !text.some((byte) => byte <= 0x20))
    return 'it has 64 characters, of which one is not a hexadecimal digit';
  if (text.some((byte) => byte === LINE_FEED)) return 'it has several lines. Write the key in one';
  return 'it has an unknown form';
}

const [EQUALS, LINE_FEED, KEY_BYTES] = [0x3d, 0x0a, 32];

const beginsWith = (text: Uint8Array, begin: string): boolean =>
  utf8Encode(begin).every((byte, index) => text[index] === byte);
