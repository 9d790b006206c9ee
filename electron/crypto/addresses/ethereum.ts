import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { secp256k1Convert } from '../secp256k1.ts';
import type { AddressRule } from './format.ts';

/** Last 20 bytes of keccak256(x ‖ y), letter case after EIP-55. */
export const ethereum: AddressRule = {
  family: 'ethereum',
  curves: ['CURVE_SECP256K1'],
  caip2Prefix: 'eip155',
  defaultPath: "m/44'/60'/0'/0/0",
  fromPublicKey(publicKey) {
    const point = hexDecode(secp256k1Convert(publicKey, 'uncompressed'));
    return withChecksum(hexEncode(keccak256(point.subarray(1)).subarray(12)));
  },
  normalize(address) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
    const digits = address.slice(2);
    const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    const checked = withChecksum(digits.toLowerCase());
    return plain || checked === address ? checked : null;
  },
};

function withChecksum(digits: string): string {
  const digest = hexEncode(keccak256(utf8Encode(digits)));
  const letters = Array.from(digits, (digit, index) =>
    Number.parseInt(digest[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}`;
}
