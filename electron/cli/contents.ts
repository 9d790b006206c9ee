/** The bytes in which a meaning's places count, and their text form. */
import { AppError } from '../../shared/errors/index.ts';
import { isJsonObject, type Meaning, ownMember, parseJsonObject } from '../../shared/model/index.ts';
import { findOperation } from '../../shared/operations/index.ts';
import { hexDecode, hexEncode, isHex, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import { isUtf8 } from '../crypto/index.ts';

/** Signed bytes, and the most of one place that is written out. */
export interface Contents {
  readonly bytes: Uint8Array;
  readonly maximum: number;
}

/** Bytes of one place that are shown before a question. More would push the question's text off the terminal. */
const MAXIMUM_ASKED = 1024;

/** Returns the bytes of a text: its UTF-8, or with `plain` false the decoded hexadecimal digits if it is such. */
export function bytesOf(text: string, plain: boolean): Uint8Array {
  const digits = text.trim().replace(/^0x/i, '');
  return !plain && /^([0-9a-f]{2})+$/i.test(digits) ? hexDecode(digits) : utf8Encode(plain ? text : text.trim());
}

/**
 * Returns the payload that a body asks to sign, by its operation's declaration. Null for no payload, and for more than
 * one.
 */
export function contentsOfBody(body: string, { operation: name }: Pick<Meaning, 'operation'>): Contents | null {
  const operation = findOperation(name ?? '');
  if (operation?.kind !== 'activity') return null;
  const parameters = ownMember(parseJsonObject(body, notJson), 'parameters');
  if (!isJsonObject(parameters)) return null;
  const { signs, carries } = operation;
  // An operation declares no content for a transaction signed elsewhere, but the ranges of the meaning are in it.
  const content = ownMember(parameters, signs?.content ?? carries?.content ?? 'signedTransaction');
  if (typeof content !== 'string') return null;
  // A Solana transaction to be sent may be in base64, from which its meaning is made.
  if (carries !== null && !isHex(content.replace(/^0x/i, '')))
    return { bytes: Uint8Array.from(Buffer.from(content, 'base64')), maximum: MAXIMUM_ASKED };
  const encoding = signs?.kind === 'payload' ? ownMember(parameters, signs.encoding) : undefined;
  return { bytes: bytesOf(content, encoding === 'PAYLOAD_ENCODING_TEXT_UTF8'), maximum: MAXIMUM_ASKED };
}

/** Formats a range of the bytes in hexadecimal, with the number of omitted ones. */
export function hexOf({ bytes, maximum }: Contents, start = 0, end = bytes.length): string {
  const shown = Math.min(end, start + maximum);
  const more = end - shown;
  return `0x${hexEncode(bytes.subarray(start, shown))}${more > 0 ? `… and ${more} more bytes` : ''}`;
}

/** Formats a range of the bytes as quoted text, or in hexadecimal when it is no text, with the number omitted. */
export function shownOf(contents: Contents, start = 0, end = contents.bytes.length): string {
  const part = contents.bytes.subarray(start, end);
  if (!isUtf8(part) || !HAS_LETTERS.test(utf8Decode(part)) || CONTROL.test(utf8Decode(part)))
    return hexOf(contents, start, end);
  const text = utf8Decode(part);
  const shown = text.slice(0, Math.min(text.length, contents.maximum));
  const more = text.length - shown.length;
  return `“${shown.replaceAll('\n', '\n    ')}”${more > 0 ? ` and ${more} more characters` : ''}`;
}

const HAS_LETTERS = /[\p{L}\p{P}]/u;
/** Control characters except tabs and line ends, and unassigned characters. Text has none. */
const CONTROL = /[^\P{C}\t\n\r]/u;

/** Formats all of them: as indented text when they are a JSON object, else in hexadecimal. */
export function writtenOut(bytes: Uint8Array): string {
  try {
    const text = utf8Decode(bytes);
    if (isJsonObject(JSON.parse(text))) return `\n    ${text.trim().replaceAll('\n', '\n    ')}`;
  } catch {
    // Not UTF-8, or not JSON.
  }
  return hexOf({ bytes, maximum: bytes.length });
}

const notJson = (why: string) => new AppError('INVALID_INPUT', `The body cannot be read, because ${why}.`);
