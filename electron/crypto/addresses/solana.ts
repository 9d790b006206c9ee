import { base58 } from '@scure/base';
import { hexDecode } from '../../../shared/wire/index.ts';
import { decoded } from './encodings.ts';
import type { AddressFunctions } from './format.ts';

/** Base58 of the 32-byte key. */
export const solana: AddressFunctions = {
  fromPublicKey: (publicKey) => base58.encode(hexDecode(publicKey)),
  normalize(address) {
    if (address.length < 32 || address.length > 44) return null;
    return decoded(base58, address)?.length === 32 ? address : null;
  },
};
