import { sha3_256 as sha3 } from '@noble/hashes/sha3.js';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { join } from '../native.ts';
import type { AddressFunctions } from './format.ts';

/** The authentication scheme "one Ed25519 key", after the key. */
const ED25519_SCHEME = Uint8Array.of(0x00);

/**
 * SHA3-256 of key ‖ 0x00, in hex.
 * Choice (aptos-spelling): the strict form of AIP-40, 0x and all 64 digits; the sixteen special addresses are written 0x0 to 0xf.
 * Leading zeros are not filled in, because an address that lost a digit would be another address.
 */
export const aptos: AddressFunctions = {
  fromPublicKey: (publicKey) => `0x${hexEncode(sha3(join(hexDecode(publicKey), ED25519_SCHEME)))}`,
  normalize(address) {
    if (!/^0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F])$/.test(address)) return null;
    return address.toLowerCase().replace(/^0x0{63}/, '0x');
  },
};
