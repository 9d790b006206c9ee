import { isHex } from '../../../shared/wire/index.ts';
import { convertPublicKey, requirePublicKey } from '../public-key.ts';
import type { AddressRule } from './format.ts';

const PATH = "m/44'/60'/0'/0/0";

/** The compressed key itself; for Ed25519 its 32 bytes (PROTOCOL 9). */
export const compressed: AddressRule = {
  family: 'key',
  curves: ['CURVE_SECP256K1', 'CURVE_P256', 'CURVE_ED25519'],
  caip2Prefix: null,
  defaultPath: PATH,
  fromPublicKey: (publicKey, curve) => requirePublicKey(curve, publicKey),
  normalize: (address) => (isHex(address, 33) || isHex(address, 32) ? address.toLowerCase() : null),
};

/** 04 ‖ x ‖ y; Ed25519 has no such form. */
export const uncompressed: AddressRule = {
  family: 'key',
  curves: ['CURVE_SECP256K1', 'CURVE_P256'],
  caip2Prefix: null,
  defaultPath: PATH,
  fromPublicKey: (publicKey, curve) => convertPublicKey(publicKey, curve, 'uncompressed'),
  normalize: (address) => (isHex(address, 65) && address.startsWith('04') ? address.toLowerCase() : null),
};
