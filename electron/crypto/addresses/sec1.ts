import { isHex } from '../../../shared/wire/index.ts';
import type { AddressFunctions } from './format.ts';

/** The compressed key itself; for Ed25519 its 32 bytes (PROTOCOL 9). */
export const compressed: AddressFunctions = {
  fromPublicKey: (publicKey) => publicKey,
  normalize: (address) => (/^(?:0[23])?[0-9a-f]{64}$/i.test(address) ? address.toLowerCase() : null),
};

/** 04 ‖ x ‖ y; Ed25519 has no such form. */
export const uncompressed: AddressFunctions = {
  keyForm: 'uncompressed',
  fromPublicKey: (publicKey) => publicKey,
  normalize: (address) =>
    address.length === 130 && address.startsWith('04') && isHex(address) ? address.toLowerCase() : null,
};
