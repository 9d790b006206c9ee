import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { requirePublicKey } from '../curves/public-key.ts';
import { join } from '../native.ts';
import { bech32Text } from './encodings.ts';
import type { AddressFunctions } from './format.ts';

/** Protocol buffers: field 1, 33 bytes. */
const KEY_FIELD = Uint8Array.of(0x0a, 0x21);

export const spark = sparkText('spark', 'sp');
export const sparkRegtest = sparkText('sparkrt', 'sprt');

/**
 * Bech32m of a message that holds only the compressed identity key; the network's older prefix is read too, as its SDK does.
 * What holds an invoice besides is no address.
 */
function sparkText(prefix: string, olderPrefix: string): AddressFunctions {
  const length = KEY_FIELD.length + 33;
  const text = bech32Text({ prefix, coding: 'bech32m', length });
  const older = bech32Text({ prefix: olderPrefix, coding: 'bech32m', length });
  return {
    fromPublicKey: (publicKey) => text.write(join(KEY_FIELD, hexDecode(publicKey))),
    normalize(address) {
      const bytes = text.read(address) ?? older.read(address);
      return bytes !== null && holdsKey(bytes) ? text.write(bytes) : null;
    },
  };
}

function holdsKey(bytes: Uint8Array): boolean {
  if (bytes[0] !== KEY_FIELD[0] || bytes[1] !== KEY_FIELD[1]) return false;
  try {
    requirePublicKey('CURVE_SECP256K1', hexEncode(bytes.subarray(2)));
    return true;
  } catch {
    return false;
  }
}
