import { BASE58_ALPHABET, secretBytes } from '../../shared/wire/index.ts';

/**
 * Encodes base58 (Bitcoin alphabet) as ASCII bytes, because a library's string could not be wiped.
 *
 * @example
 * utf8Decode(base58Bytes(hexDecode('0000287fb4cd')));
 * // '11233QC4'
 */
export function base58Bytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const digits = secretBytes(Math.ceil(bytes.length * 1.37) + 1);
  let length = 0;
  for (const byte of bytes) {
    let carry = byte;
    for (let index = 0; index < length || carry > 0; index += 1) {
      carry += (digits[index] ?? 0) << 8;
      digits[index] = carry % 58;
      carry = Math.floor(carry / 58);
      if (index >= length) length = index + 1;
    }
  }
  const leading = bytes.findIndex((byte) => byte !== 0);
  const zeros = leading === -1 ? bytes.length : leading;
  const text = secretBytes(zeros + length).fill(BASE58_ALPHABET.charCodeAt(0));
  for (let index = 0; index < length; index += 1)
    text[zeros + index] = BASE58_ALPHABET.charCodeAt(digits[length - 1 - index] ?? 0);
  digits.fill(0);
  return text;
}

/** Base58 takes the square of the length. No key in this form is longer. */
const MAXIMUM_CHARACTERS = 128;

/**
 * Decodes base58 (Bitcoin alphabet) in ASCII. Returns null for other text. The caller wipes the result.
 *
 * @example
 * base58Decode(utf8Encode('11233QC4'));
 * // Uint8Array.of(0x00, 0x00, 0x28, 0x7f, 0xb4, 0xcd)
 */
export function base58Decode(text: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (text.length === 0 || text.length > MAXIMUM_CHARACTERS) return null;
  const bytes = secretBytes(text.length);
  let length = 0;
  try {
    for (const character of text) {
      let carry = BASE58_ALPHABET.indexOf(String.fromCharCode(character));
      if (carry === -1) return null;
      for (let index = 0; index < length || carry > 0; index += 1) {
        carry += (bytes[index] ?? 0) * 58;
        bytes[index] = carry & 0xff;
        carry >>= 8;
        if (index >= length) length = index + 1;
      }
    }
    const other = text.findIndex((character) => character !== BASE58_ALPHABET.charCodeAt(0));
    const zeros = other === -1 ? text.length : other;
    const decoded = secretBytes(zeros + length);
    for (let index = 0; index < length; index += 1) decoded[zeros + index] = bytes[length - 1 - index] ?? 0;
    return decoded;
  } finally {
    bytes.fill(0);
  }
}
