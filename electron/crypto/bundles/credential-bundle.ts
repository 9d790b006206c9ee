/** Credential bundles (PROTOCOL 5.5): a key that a mail carries, encrypted to a target key and not signed. Says nothing about who sealed it. */
import { createBase58check } from '@scure/base';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { p256Convert, p256Uncompress } from '../curves/p256.ts';
import { join, sha256 } from '../native.ts';
import { hpkeSeal } from './hpke.ts';

const base58check = createBase58check(sha256);

/** Seals a private key (32 bytes) to a target key (compressed or uncompressed hex). Gives the bundle text. Throws KEY_INVALID. */
export function sealCredentialBundle(privateKey: Uint8Array, targetPublicKey: string): string {
  const recipientPublic = hexDecode(p256Uncompress(targetPublicKey));
  const { encappedPublic, ciphertext } = hpkeSeal({ recipientPublic, plaintext: privateKey });
  return base58check.encode(join(hexDecode(p256Convert(hexEncode(encappedPublic), 'compressed')), ciphertext));
}
