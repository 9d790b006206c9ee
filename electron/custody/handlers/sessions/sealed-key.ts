import { generateP256, sealCredentialBundle } from '../../../crypto/index.ts';
import { readTargetKey } from '../keys/exports.ts';

/**
 * Makes a P-256 key and seals it to a target key (PROTOCOL 5.5). Returns its public key (compressed hex) and the bundle; only the
 * holder of the target key can stamp with it. Throws REQUEST_INVALID for a target that is no point of P-256.
 */
export function makeSealedKey(targetPublicKey: string): { readonly publicKey: string; readonly bundle: string } {
  const target = readTargetKey(targetPublicKey);
  const { privateKey, publicKey } = generateP256();
  try {
    return { publicKey, bundle: sealCredentialBundle(privateKey, target) };
  } finally {
    privateKey.fill(0);
  }
}
