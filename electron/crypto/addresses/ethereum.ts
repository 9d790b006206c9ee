import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import type { AddressFunctions } from './encodings.ts';

/** Last 20 bytes of keccak256(x ‖ y), letter case after EIP-55. */
export const ethereum: AddressFunctions = {
  keyForm: 'uncompressed',
  fromPublicKey: (publicKey) => withChecksum(hexEncode(keccakOfPoint(publicKey))),
  normalize(address) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
    const digits = address.slice(2);
    const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    const checked = withChecksum(digits.toLowerCase());
    return plain || checked === address ? checked : null;
  },
};

/** Last 20 bytes of keccak256(x ‖ y) of an uncompressed key in hex. */
export function keccakOfPoint(publicKey: string): Uint8Array {
  return keccak256(hexDecode(publicKey.slice(2))).subarray(12);
}

function withChecksum(digits: string): string {
  const digest = keccak256(utf8Encode(digits));
  let text = '0x';
  for (let index = 0; index < digits.length; index += 1) {
    const byte = digest[index >> 1] ?? 0;
    const isUpper = (index % 2 === 0 ? byte >> 4 : byte & 15) >= 8;
    text += isUpper ? digits.charAt(index).toUpperCase() : digits.charAt(index);
  }
  return text;
}
