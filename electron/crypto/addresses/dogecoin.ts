import { base58 } from '@scure/base';
import { hexDecode } from '../../../shared/wire/index.ts';
import { base58Check, hash160 } from './encodings.ts';
import type { AddressFunctions } from './format.ts';

export const dogecoin = p2pkh(0x1e);
export const dogecoinTestnet = p2pkh(0x71);

/** Base58check of hash160(compressed key): Bitcoin's P2PKH with Dogecoin's version bytes. */
function p2pkh(version: number): AddressFunctions {
  const text = base58Check(base58, version);
  return {
    fromPublicKey: (publicKey) => text.write(hash160(hexDecode(publicKey))),
    normalize: (address) => (text.read(address) === null ? null : address),
  };
}
