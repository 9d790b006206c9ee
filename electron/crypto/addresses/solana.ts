import { base58 } from '@scure/base';
import { hexDecode } from '../../../shared/wire/index.ts';
import type { AddressRule } from './format.ts';

/** Base58 of the 32-byte key. */
export const solana: AddressRule = {
  family: 'solana',
  curves: ['CURVE_ED25519'],
  caip2Prefix: 'solana',
  defaultPath: "m/44'/501'/0'/0'",
  fromPublicKey: (publicKey) => base58.encode(hexDecode(publicKey)),
  normalize(address) {
    if (address.length > 44) return null;
    try {
      return base58.decode(address).length === 32 ? address : null;
    } catch {
      return null;
    }
  },
};
