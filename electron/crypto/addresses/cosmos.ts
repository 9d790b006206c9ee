import { hexDecode } from '../../../shared/wire/index.ts';
import { bech32Text, hash160 } from './encodings.ts';
import type { AddressFunctions } from './format.ts';

export const cosmos = keyHash('cosmos');
export const sei = keyHash('sei');

/** Bech32 of hash160(compressed key), as accounts of the Cosmos SDK have it. */
function keyHash(prefix: string): AddressFunctions {
  const text = bech32Text({ prefix, coding: 'bech32', length: 20 });
  return {
    fromPublicKey: (publicKey) => text.write(hash160(hexDecode(publicKey))),
    normalize: (address) => (text.read(address) === null ? null : address.toLowerCase()),
  };
}
