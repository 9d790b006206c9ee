import { base32, base58, bech32m } from '@scure/base';
import type { AddressFormat } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from './index.ts';

/**
 * The public key that an address of this format spells out (lowercase hex), or null where the text is no such address, or
 * the format has only a digest of the key in it.
 */
export function keyOfAddress(format: AddressFormat, address: string): string | null {
  const text = ADDRESS_TABLE[format].normalize(address);
  if (text === null) return null;
  switch (format) {
    case 'ADDRESS_FORMAT_COMPRESSED':
    case 'ADDRESS_FORMAT_UNCOMPRESSED':
      return text;
    case 'ADDRESS_FORMAT_SOLANA':
      return hexEncode(base58.decode(text));
    case 'ADDRESS_FORMAT_XLM':
      // StrKey: a version byte, the key, a checksum of two bytes that `normalize` has checked.
      return hexEncode(base32.decode(text).subarray(1, 33));
    case 'ADDRESS_FORMAT_SPARK_MAINNET':
    case 'ADDRESS_FORMAT_SPARK_REGTEST':
      // Behind the two bytes that say what follows.
      return hexEncode(bech32m.decodeToBytes(text).bytes.subarray(2));
    default:
      return null;
  }
}
