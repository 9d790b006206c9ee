import { ellipsized } from '../../shared/model/index.ts';

/** Longest text kept of one line. No diagnosis needs more. */
const MAXIMUM_LENGTH = 400;

/** Shapes of secrets in text. Losing a file path is better than keeping a key. */
const SECRET_SHAPES: readonly RegExp[] = [
  // Hex, base32, base58, base64 and base64url of 15 bytes and more.
  /[A-Za-z0-9+/_-]{24,}={0,2}/g,
  // Twelve words and more in a row: a mnemonic.
  /\b(?:[a-z]{3,8}[\s,]+){11,}[a-z]{3,8}\b/gi,
  // Bytes as numbers: [1, 2, 3, …] and <Buffer 01 02 03 …>.
  /(?:\b\d{1,3}\b[\s,]+){11,}\d{1,3}\b/g,
  /(?:\b[0-9a-f]{2}\b[\s,:]+){11,}[0-9a-f]{2}\b/gi,
];

/** Returns the text, shortened, without anything that could be a key, a seed or a passphrase of full length. */
export function redact(text: string): string {
  let clean = text;
  for (const shape of SECRET_SHAPES) clean = clean.replace(shape, '[redacted]');
  return ellipsized(clean, MAXIMUM_LENGTH);
}
