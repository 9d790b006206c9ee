import { utf8Encode } from '../wire/text.ts';

const LABEL = utf8Encode('castellan audit head v2\0');

/**
 * The bytes that the audit key signs for an entry of the audit log.
 * - The label.
 * - The numbers of the first entry of its chain and of the entry itself, each as 8 bytes big endian.
 * - The entry's hash (32 bytes), which through all links also fixes the first entry of the chain.
 * Throws RangeError for a number that is not exact: 8 bytes would hold only its remainder.
 */
export function auditHeadBytes(first: number, sequence: number, hash: Uint8Array): Uint8Array<ArrayBuffer> {
  if (![first, sequence].every(Number.isSafeInteger)) throw new RangeError('the number of an audit entry is not exact');
  const bytes = new Uint8Array(LABEL.length + 16 + hash.length);
  bytes.set(LABEL);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(LABEL.length, BigInt(first));
  view.setBigUint64(LABEL.length + 8, BigInt(sequence));
  bytes.set(hash, LABEL.length + 16);
  return bytes;
}
