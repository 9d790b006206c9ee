import { utf8Encode } from '../wire/text.ts';

const LABEL = utf8Encode('castellan audit head v1\0');

/**
 * The bytes that the audit key signs for an entry of the audit log: label, its number as 8 bytes big endian, its hash (32 bytes).
 * Throws RangeError for a number that is not exact: 8 bytes would hold only its remainder.
 */
export function auditHeadBytes(sequence: number, hash: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!Number.isSafeInteger(sequence)) throw new RangeError('the number of an audit entry is not exact');
  const bytes = new Uint8Array(LABEL.length + 8 + hash.length);
  bytes.set(LABEL);
  new DataView(bytes.buffer).setBigUint64(LABEL.length, BigInt(sequence));
  bytes.set(hash, LABEL.length + 8);
  return bytes;
}
