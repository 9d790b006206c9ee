import { base58xrp } from '@scure/base';
import { hexDecode } from '../../../shared/wire/index.ts';
import { base58Check, hash160 } from './encodings.ts';
import type { AddressFunctions } from './format.ts';

const text = base58Check(base58xrp, 0x00);

/** Classic address: base58check of hash160(compressed key) in the ledger's own alphabet. X-addresses name a tag besides and are not read. */
export const ripple: AddressFunctions = {
  fromPublicKey: (publicKey) => text.write(hash160(hexDecode(publicKey))),
  normalize: (address) => (text.read(address) === null ? null : address),
};
