import { base64urlnopad } from '@scure/base';
import { AppError } from '../errors/index.ts';
import { codePointName } from '../model/index.ts';
import { isUtf16 } from './encoding.ts';
import { secretBytes } from './secret-bytes.ts';

const HEX = /^(?:[0-9a-f]{2})*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Encodes text as UTF-8. Lone surrogates become U+FFFD, as in every WHATWG encoder. */
export function utf8Encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/**
 * Decodes UTF-8. Does not repair malformed bytes or a byte order mark. Throws INVALID_INPUT.
 *
 * @example
 * utf8Decode(Uint8Array.of(0xe2, 0x82));
 * // throws INVALID_INPUT
 */
export function utf8Decode(bytes: Uint8Array, what = 'The text'): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('INVALID_INPUT', `${what} is not valid UTF-8${otherEncoding(bytes)}.`);
  }
}

/** Names the encoding that the bytes have in place of UTF-8, or says what to do. */
function otherEncoding(bytes: Uint8Array): string {
  return isUtf16(bytes) ? ': it is UTF-16. Save it as UTF-8' : '. Give it as UTF-8 text';
}

/** Returns lowercase hex without a prefix. Not for secrets: strings cannot be wiped. */
export function hexEncode(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    digits[index * 2] = toDigit(byte >> 4);
    digits[index * 2 + 1] = toDigit(byte & 15);
  }
  return utf8.decode(digits);
}

/**
 * Decodes hex of any letter case, without a prefix. Throws INVALID_INPUT, which names `what` and never repeats the
 * text.
 *
 * @example
 * hexDecode('00fF');
 * // Uint8Array.of(0x00, 0xff)
 */
export function hexDecode(text: string, what = 'The value'): Uint8Array<ArrayBuffer> {
  const fault = hexFault(text);
  if (fault !== null) throw new AppError('INVALID_INPUT', `${what} ${fault}.`);
  const bytes = secretBytes(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (fromDigit(text.charCodeAt(index * 2)) << 4) | fromDigit(text.charCodeAt(index * 2 + 1));
  return bytes;
}

/**
 * Returns the character code of a digit below 16, without a branch: `0` is 48, and `a` is 39 more than the code after
 * `9`.
 */
const toDigit = (value: number): number => 48 + value + (((9 - value) >> 4) & 39);

/**
 * Returns the digit for a character code of hex text, without a branch. Letters have the bit 64, and their low bits
 * count from 1.
 */
const fromDigit = (code: number): number => (code & 15) + 9 * (code >> 6);

/**
 * Reports whether the text is hex with whole bytes. With `length`, it must have exactly that many bytes.
 *
 * @example
 * isHex('00ff', 2);
 * // true
 */
export function isHex(text: string, length?: number): boolean {
  return HEX.test(text) && (length === undefined || text.length === length * 2);
}

/**
 * Returns why a text is not hex of whole bytes without a prefix, or null when it is. With `bytes`, it must be that
 * many. The caller puts a name before the reason.
 *
 * @example
 * hexFault('0x00ff');
 * // 'has a character that is not a hexadecimal digit'
 */
export function hexFault(text: string, bytes?: number): string | null {
  if (isHex(text, bytes)) return null;
  if (!/^[0-9a-f]*$/i.test(text)) return 'has a character that is not a hexadecimal digit';
  if (bytes !== undefined) return `has ${text.length} hexadecimal digits and must have ${bytes * 2}`;
  return `has ${text.length} hexadecimal digits, and a byte has two`;
}

/**
 * Returns why the text of public contents is not hex of whole bytes, with the correction, or null when it is. The
 * caller says before it that the text is not hexadecimal.
 *
 * @example
 * hexTextFault('02 df');
 * // 'character 3 is a space or line break; write the digits in one piece'
 */
export function hexTextFault(text: string): string | null {
  if (isHex(text)) return null;
  if (/^(["'`“”]).*["'`“”]$/s.test(text)) return 'it is in quotes; take the quotes away';
  if (/^ur:/i.test(text)) return 'it is a uniform resource of a QR code (ur:); decode it first';
  if (/^B\$[0-9A-Z]{6}/.test(text)) return 'it is a part of a BBQr code; decode all of its parts first';
  if (/^https?:/i.test(text)) return 'it is a link; give the bytes themselves as hexadecimal digits';
  if (/^(b'|b"|\\x)/.test(text))
    return 'it is written as a program writes bytes; leave the signs around the digits out';
  const [named] = /^[A-Za-z][A-Za-z _-]*[:=]\s*(?=0x|[0-9a-f]{8})/i.exec(text) ?? [];
  if (named !== undefined && !isHex(named)) return 'it has a name before the digits; leave the name out';
  if (/^[[{]/.test(text)) return 'it is JSON; give its serialised bytes as hexadecimal digits';
  const at = text.search(/[^0-9a-f]/i);
  if (at === -1) return `it has ${text.length} digits, and a byte has two; add the missing digit`;
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (/\s/.test(found)) return `character ${at + 1} is a space or line break; write the digits in one piece`;
  if (/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text) && /[g-z+/_=-]/i.test(text.slice(0, 64)) && countOther(text) > 1)
    return `it is ${/[+/=]/.test(text) ? 'base64' : 'base58, base64 or a name'}; write the same bytes as hexadecimal digits`;
  if (!/^[ -~]$/.test(found))
    return `character ${at + 1} (${codePointName(text.codePointAt(at) ?? 0)}) is beyond plain letters and digits; type or copy it again`;
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(found) ? ` (${found})` : '';
  return `character ${at + 1}${shown} is no hexadecimal digit; write 0 to 9 and a to f`;
}

const countOther = (text: string) => text.replaceAll(/[0-9a-f]/gi, '').length;

/**
 * Returns base64url without padding (RFC 4648 section 5). Not for secrets: strings cannot be wiped.
 *
 * @example
 * base64urlEncode(Uint8Array.of(0xfb, 0xff));
 * // '-_8'
 */
export function base64urlEncode(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes);
}

/**
 * Decodes strict base64url without padding. Refuses other alphabets, `=` and stray trailing bits.
 * Throws INVALID_INPUT that names `what` and never repeats the text.
 */
export function base64urlDecode(text: string, what = 'The value'): Uint8Array<ArrayBuffer> {
  const fault = base64urlFault(text);
  if (fault !== null) throw new AppError('INVALID_INPUT', `${what} ${fault}.`);
  return base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>;
}

/**
 * Returns the reason why a text is not base64url without padding, or null. The reason completes a sentence after a name
 * for the text.
 *
 * @example
 * base64urlFault('-_8=');
 * // 'has = at its end, and base64url here has no padding; leave it out'
 */
export function base64urlFault(text: string): string | null {
  if (text.endsWith('=')) return 'has = at its end, and base64url here has no padding; leave it out';
  if (/[+/]/.test(text)) return 'has + or /, which are of base64; write base64url, with - and _';
  if (!/^[-\w]*$/.test(text)) return 'has a character that base64url does not have';
  try {
    base64urlnopad.decode(text);
    return null;
  } catch {
    return 'is base64url that was cut, or whose last character stands for bits beyond its bytes';
  }
}
