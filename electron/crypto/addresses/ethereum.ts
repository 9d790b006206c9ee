import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { keccak256 } from '../keccak.ts';
import type { AddressFunctions } from './encodings.ts';

/** Last 20 bytes of keccak256(x ‖ y), letter case after EIP-55. */
export const ethereum: AddressFunctions = {
  keyForm: 'uncompressed',
  fromPublicKey: (publicKey) => withChecksum(hexEncode(keccakOfPoint(publicKey))),
  normalize(address) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
    const digits = address.slice(2);
    const lowercase = digits.toLowerCase();
    const spelled = withChecksum(lowercase);
    return spelled === address || digits === lowercase || digits === digits.toUpperCase() ? spelled : null;
  },
};

/** Last 20 bytes of keccak256(x ‖ y) of an uncompressed key in hex. */
export function keccakOfPoint(publicKey: string): Uint8Array {
  return keccak256(hexDecode(publicKey.slice(2))).subarray(12);
}

/** Contents name the same few addresses again and again. */
const MAXIMUM_CHECKED = 256;
const checked = new Map<string, string>();

function withChecksum(digits: string): string {
  const known = checked.get(digits);
  if (known !== undefined) return known;
  if (checked.size >= MAXIMUM_CHECKED) checked.clear();
  const made = checksummed(digits);
  checked.set(digits, made);
  return made;
}

function checksummed(digits: string): string {
  const codes = utf8Encode(digits);
  const digest = keccak256(codes);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    const isUpper = ((digest[index >> 1] ?? 0) & (index % 2 === 0 ? 0x80 : 0x08)) !== 0;
    // Letters are 32 apart from their capitals.
    if (isUpper && code > 0x60) codes[index] = code - 0x20;
  }
  return `0x${utf8Decode(codes)}`;
}
