/** Returns the number of bytes in hexadecimal text (with or without 0x), or null when it is not whole bytes of hex. */
export function hexByteLength(text: string): number | null {
  const digits = text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null;
  return digits.length / 2;
}
