import type { DecodedField } from '../../../shared/model/index.ts';
import { hexDecode, hexTextFault, utf8Decode } from '../../../shared/wire/index.ts';
import { rangeIn } from '../meaning.ts';
import { type Bytes, isUtf8 } from '../native.ts';
import { Refusal } from '../refusal.ts';

/** Bytes of a transaction's hex text (`0x` and upper case are read too). A text above the limit is refused unread. */
export function transactionBytes(text: string, maximumBytes: number): Bytes {
  const start = text.startsWith('0x') || text.startsWith('0X') ? 2 : 0;
  if (text.length - start > 2 * maximumBytes)
    throw new Refusal('transaction', `it has more than ${maximumBytes} bytes`);
  const digits = text.slice(start);
  if (digits === '') throw new Refusal('transaction', 'it is empty, not hexadecimal text');
  const fault = hexTextFault(digits);
  if (fault !== null) throw new Refusal('transaction', `it is not hexadecimal text: ${fault}`);
  return hexDecode(digits);
}

/** Returns the range of a part in its transaction, as a member of a field. */
export function placeIn(whole: Uint8Array, part: Uint8Array): Pick<DecodedField, 'range'> {
  const range = rangeIn(whole, part);
  return range === undefined ? {} : { range };
}

/** Returns true when both have the same bytes. Not for secrets: it stops at the first difference. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/**
 * Returns the text in quotes, or null when it could mislead a reader: no UTF-8, line breaks, control or direction
 * marks.
 *
 * @example
 * printableText(utf8Encode('pay me'));
 * // '"pay me"'
 */
export function printableText(bytes: Uint8Array): string | null {
  if (bytes.length === 0 || !isUtf8(bytes)) return null;
  const text = utf8Decode(bytes);
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text) ? `"${text}"` : null;
}
