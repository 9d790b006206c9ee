import { blake2b } from '@noble/hashes/blake2.js';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { join } from '../native.ts';
import type { AddressFunctions } from './format.ts';

/** Sui's number for Ed25519, before the key. */
const ED25519_FLAG = Uint8Array.of(0x00);

/**
 * BLAKE2b-256 of 0x00 ‖ key, in hex.
 * Choice (sui-spelling): as Sui's SDK accepts addresses, all 64 digits with or without 0x. Short forms such as 0x2 name packages
 * and objects; read as an address, one that lost a digit would be another address.
 */
export const sui: AddressFunctions = {
  fromPublicKey: (publicKey) => `0x${hexEncode(blake2b(join(ED25519_FLAG, hexDecode(publicKey)), { dkLen: 32 }))}`,
  normalize: (address) => (/^(?:0x)?[0-9a-f]{64}$/i.test(address) ? `0x${address.slice(-64).toLowerCase()}` : null),
};
