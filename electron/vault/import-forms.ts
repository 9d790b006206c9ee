/** Private keys as wallets write them, beside digits and base58: a list of bytes, and the reason for a refusal. */
import { faultOfKeyText, isPhrase, isTextByte, secretBytes } from '../../shared/wire/index.ts';
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

/** Returns the reason why a text is not read: the end of a sentence. Never repeats the text. */
export function faultOfForm(text: Uint8Array): string {
  if (isPhrase(text)) return 'it is several words. A recovery phrase is imported with `castellan import wallet`';
  if (text.length === KEY_BYTES && !text.every(isTextByte)) return 'it is not text';
  return faultOfKeyText(text) ?? 'it has an unknown form';
}

const KEY_BYTES = 32;
