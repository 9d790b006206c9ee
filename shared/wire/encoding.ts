/** The bytes looked at for a pattern of zero bytes. */
const LOOKED = 64;

/**
 * Reports whether bytes are UTF-16: they begin with its mark, or every other byte is zero, as in plain letters.
 *
 * @example
 * isUtf16(Uint8Array.of(0x7b, 0, 0x7d, 0));
 * // true
 */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const start = bytes.subarray(0, LOOKED);
  const alternates = (zero: number) => start.every((byte, at) => (byte === 0) === (at % 2 === zero));
  return bytes.length > 0 && bytes.length % 2 === 0 && (alternates(0) || alternates(1));
}

/**
 * Returns why the bytes of a file are no text in UTF-8, with the correction, or null when nothing speaks against it.
 * Finds UTF-16, and zero bytes, which no text of a person has. Repeats nothing of the bytes. The reason completes a
 * sentence after "because".
 *
 * @example
 * encodingFault(Uint8Array.of(0, 0));
 * // 'it has only zero bytes; check that this is the right file'
 */
export function encodingFault(bytes: Uint8Array): string | null {
  if (isUtf16(bytes)) return 'it is UTF-16; save it as UTF-8';
  if (!bytes.includes(0)) return null;
  return bytes.every((byte) => byte === 0)
    ? 'it has only zero bytes; check that this is the right file'
    : 'it has a zero byte, so it is no text; check that this is the right file';
}
