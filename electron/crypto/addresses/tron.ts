import { base58 } from '@scure/base';
import { hexDecode } from '../../../shared/wire/index.ts';
import { base58Check } from './encodings.ts';
import { keccakOfPoint } from './ethereum.ts';
import type { AddressFunctions } from './format.ts';

const text = base58Check(base58, 0x41);

/** Base58check of 0x41 and the 20 bytes that Ethereum takes of the same key. The node's own spelling, hex of the 21 bytes, is read too. */
export const tron: AddressFunctions = {
  keyForm: 'uncompressed',
  fromPublicKey: (publicKey) => text.write(keccakOfPoint(publicKey)),
  normalize(address) {
    if (/^41[0-9a-f]{40}$/i.test(address)) return text.write(hexDecode(address.slice(2)));
    return text.read(address) === null ? null : address;
  },
};
