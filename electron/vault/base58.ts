import { secretBytes } from '../../shared/wire/index.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 (Bitcoin alphabet) as ASCII bytes: a library's string could not be wiped. */
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
  const text = secretBytes(zeros + length).fill(ALPHABET.charCodeAt(0));
  for (let index = 0; index < length; index += 1)
    text[zeros + index] = ALPHABET.charCodeAt(digits[length - 1 - index] ?? 0);
  digits.fill(0);
  return text;
}
