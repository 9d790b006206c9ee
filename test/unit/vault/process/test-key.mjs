/** A P-256 key that is computed, so that it is in memory only when a program keeps it. */
export function testKey(variant = 0) {
  const key = new Uint8Array(new ArrayBuffer(32));
  for (let index = 0; index < key.length; index += 1) key[index] = ((index + 3) * (89 + variant * 2) + 17) & 0xff;
  return key;
}
