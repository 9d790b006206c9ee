/** Request stamps (PROTOCOL 1.2) over the exact body bytes. Does NOT judge the body, nor who owns the key. */

import { hexDecode, hexEncode, type Stamp, utf8Encode } from '../../shared/wire/index.ts';
import { ed25519Verify } from './curves/ed25519.ts';
import { type P256Signer, p256Verify } from './curves/p256.ts';
import { secp256k1VerifyDer } from './curves/secp256k1.ts';
import { keccak256 } from './keccak.ts';
import { join, sha256 } from './native.ts';

/** ECDSA P-256 over SHA-256(body). */
export function signStamp(signer: P256Signer, body: Uint8Array): Stamp {
  return {
    publicKey: signer.publicKey,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    signature: hexEncode(signer.sign(body)),
  };
}

/** Checks any of the four schemes; high S is accepted, because the public service accepts it. Never throws. */
export function verifyStamp(stamp: Stamp, body: Uint8Array): boolean {
  try {
    return VERIFIERS[stamp.scheme](stamp.publicKey, hexDecode(stamp.signature), body);
  } catch {
    return false;
  }
}

type Verifier = (publicKey: string, signature: Uint8Array, body: Uint8Array) => boolean;

const VERIFIERS: Readonly<Record<Stamp['scheme'], Verifier>> = {
  SIGNATURE_SCHEME_TK_API_P256: (publicKey, signature, body) => p256Verify(publicKey, body, signature),
  SIGNATURE_SCHEME_TK_API_SECP256K1: (publicKey, signature, body) =>
    secp256k1VerifyDer(publicKey, sha256(body), signature),
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: (publicKey, signature, body) =>
    secp256k1VerifyDer(publicKey, personalMessageDigest(body), signature),
  SIGNATURE_SCHEME_TK_API_ED25519: (publicKey, signature, body) => ed25519Verify(publicKey, body, signature),
};

/** ERC-191 version 0x45: keccak256 of the prefix, the decimal byte length and the message. */
function personalMessageDigest(message: Uint8Array): Uint8Array {
  return keccak256(join(utf8Encode(`\u0019Ethereum Signed Message:\n${message.length}`), message));
}
