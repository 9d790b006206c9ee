/** Addresses and keys of Stellar as text (SEP-23): base32 of a version, the content and a CRC-16, without padding. */
import { base32 } from '@scure/base';
import { crc16 } from '../../../addresses/encodings.ts';
import { join } from '../../../native.ts';

/** The version of each kind. It makes the first letter. */
const VERSIONS = { G: 6 << 3, M: 12 << 3, P: 15 << 3, T: 19 << 3, X: 23 << 3 } as const;

/** Returns the text of an account (G), a muxed account (M), or a signer: a payload (P), a transaction (T) or a hash (X). */
export function strkey(kind: keyof typeof VERSIONS, content: Uint8Array): string {
  const body = join(Uint8Array.of(VERSIONS[kind]), content);
  const crc = crc16(body);
  return base32.encode(join(body, Uint8Array.of(crc & 0xff, crc >> 8))).replace(/=+$/, '');
}
