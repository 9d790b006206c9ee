import type { TransactionType } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, hexTextFault } from '../../../shared/wire/index.ts';
import { unsignedOfMessage } from './solana/wire.ts';

/** The tag of the raw data in a whole transaction of Tron, and of its first field. */
const RAW_DATA = 0x0a;
/** Contents that are given in place of a transaction, by their number of bytes. */
const LENGTHS: Readonly<Record<number, string>> = { 20: 'an address has', 32: 'a hash has' };
/** Tests the first byte of a transaction, for each type whose transactions can have 20 or 32 bytes. */
const BEGINS: Readonly<Partial<Record<TransactionType, (first: number) => boolean>>> = {
  TRANSACTION_TYPE_ETHEREUM: (first) => first <= 0x04 || first >= 0xc0,
  TRANSACTION_TYPE_TEMPO: (first) => first === 0x76 || first === 0x78,
  TRANSACTION_TYPE_TRON: (first) => first === RAW_DATA,
};
const MAXIMUM_DIGITS = 2 * 65_536;

/**
 * Returns what a text is in place of an unsigned transaction, and what to give. Returns null when it recognises nothing.
 * @param isReadable reports whether a text is a transaction of that type
 */
export function mistakenForm(
  type: TransactionType,
  text: string,
  isReadable: (text: string) => boolean,
): string | null {
  const digits = text.replace(/^0x/i, '');
  if (digits === '' || digits.length > MAXIMUM_DIGITS || hexTextFault(digits) !== null) return null;
  const bytes = hexDecode(digits);
  const what = LENGTHS[bytes.length];
  if (what !== undefined && BEGINS[type]?.(bytes[0] ?? 0) !== true)
    return `it has ${bytes.length} bytes, as ${what}; give the serialised transaction`;
  if (type === 'TRANSACTION_TYPE_SOLANA') {
    const whole = unsignedOfMessage(bytes);
    if (whole !== null && isReadable(whole.text))
      return 'it is the message alone; give the whole transaction, with an empty signature of 64 bytes for each signer';
  }
  if (type === 'TRANSACTION_TYPE_TRON') {
    const raw = rawDataIn(bytes);
    if (raw !== null && isReadable(hexEncode(raw)))
      return 'it is a whole transaction; give its raw data alone (raw_data_hex)';
  }
  return null;
}

/** Returns the raw data at the beginning of a whole transaction of Tron, whatever follows it. */
function rawDataIn(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== RAW_DATA) return null;
  let [length, at] = [0, 1];
  for (let shift = 0; at < bytes.length && shift < 4; shift += 1, at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * shift);
    if (byte < 0x80) return bytes.length >= at + 1 + length ? bytes.subarray(at + 1, at + 1 + length) : null;
  }
  return null;
}
