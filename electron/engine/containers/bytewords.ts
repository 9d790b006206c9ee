/** Bytewords (BCR-2020-012) in the minimal form: the first and the last letter of a word for each byte. */

/** The 256 words by these two letters, in the order of their bytes. */
const PAIRS =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeo' +
  'eeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieihiyio' +
  'isinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnynd' +
  'nsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsbsfsntotk' +
  'titttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm';
const PAIR_OF: readonly string[] = Array.from({ length: 256 }, (_, byte) => PAIRS.slice(2 * byte, 2 * byte + 2));
const BYTE_OF: ReadonlyMap<string, number> = new Map(PAIR_OF.map((pair, byte) => [pair, byte]));
const CHECKSUM_BYTES = 4;

/**
 * Returns the bytes and their CRC-32 as letters.
 *
 * @example
 * writeBytewords(Uint8Array.of(0x00, 0x01, 0x02, 0x80, 0xff));
 * // 'aeadaolazmjendeoti'
 */
export const writeBytewords = (bytes: Uint8Array): string =>
  [...bytes, ...uint32Bytes(crc32(bytes))].map((byte) => PAIR_OF[byte]).join('');

/**
 * Returns the bytes of lowercase letters. Null for other text, and when the checksum does not fit.
 *
 * @example
 * readBytewords('aeadaolazmjendeoti');
 * // Uint8Array.of(0x00, 0x01, 0x02, 0x80, 0xff)
 */
export function readBytewords(text: string): Uint8Array<ArrayBuffer> | null {
  const pairs = text.match(/../gs) ?? [];
  const bytes = pairs.map((pair) => BYTE_OF.get(pair));
  if (text.length % 2 === 1 || bytes.length <= CHECKSUM_BYTES || bytes.includes(undefined)) return null;
  const all = Uint8Array.from(bytes as number[]);
  const body = all.slice(0, -CHECKSUM_BYTES);
  const checksum = uint32Bytes(crc32(body));
  return checksum.every((byte, index) => byte === all[body.length + index]) ? body : null;
}

/** Four bytes, the most significant first. */
export const uint32Bytes = (value: number): readonly number[] => [
  value >>> 24,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
];

const REVERSED_POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ REVERSED_POLYNOMIAL : value >>> 1;
  return value;
});

/** The CRC-32 of ISO/IEC 3309, as an unsigned number. It finds damage. A forger can compute it too. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
}
