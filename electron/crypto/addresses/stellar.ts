import { base32 } from '@scure/base';
import { hexDecode } from '../../../shared/wire/index.ts';
import { crc16, decoded } from './encodings.ts';
import type { AddressFunctions } from './format.ts';

/** StrKey's version byte of an Ed25519 public key: it makes the first letter a G. */
const VERSION = 6 << 3;

/** StrKey (SEP-23): base32 of version, key and CRC-16 in little endian, in capital letters without padding. */
export const stellar: AddressFunctions = {
  fromPublicKey(publicKey) {
    const bytes = new Uint8Array(35);
    bytes[0] = VERSION;
    bytes.set(hexDecode(publicKey), 1);
    const crc = crc16(bytes.subarray(0, 33));
    bytes[33] = crc & 0xff;
    bytes[34] = crc >> 8;
    return base32.encode(bytes);
  },
  normalize(address) {
    if (!/^G[A-Z2-7]{55}$/.test(address)) return null;
    const bytes = decoded(base32, address);
    if (bytes === null || bytes[0] !== VERSION) return null;
    const crc = crc16(bytes.subarray(0, 33));
    return bytes[33] === (crc & 0xff) && bytes[34] === crc >> 8 ? address : null;
  },
};
