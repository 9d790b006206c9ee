/** Private keys as lists of bytes, read from bytes to bytes: a key is never made a string. */
import { countBytes, isTextByte } from './key-text.ts';
import { secretBytes } from './secret-bytes.ts';

const [OPEN, CLOSE, COMMA, ZERO, NINE] = [0x5b, 0x5d, 0x2c, 0x30, 0x39];

/**
 * Reads a JSON list of whole numbers from 0 to 255, as command line wallets of Solana write a key pair. Returns null for
 * other text. The caller wipes the result.
 */
export function readByteList(text: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (text[0] !== OPEN || text.at(-1) !== CLOSE) return null;
  const items = text.subarray(1, -1);
  const bytes = secretBytes(countBytes(items, (byte) => byte === COMMA) + 1);
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
