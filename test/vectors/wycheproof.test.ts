import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { verifyDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { ed25519Verify } from '../../electron/crypto/curves/ed25519.ts';
import { secp256k1VerifyDer } from '../../electron/crypto/curves/secp256k1.ts';
import { aesGcmOpen, aesGcmSeal, ecdhP256, hmacSha256, p256Verify, sha256 } from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import vectors from './wycheproof.json' with { type: 'json' };

/** A test is its id, its result and its inputs, hexadecimal but for sizes. The tests of a group share a public key. */
interface Group {
  readonly publicKey?: string;
  readonly tests: readonly (readonly string[])[];
}

/**
 * Judges every vector. `judge` gets the group's public key and the inputs, and returns whether it accepts them. It
 * returns null after its own check of a case where we want another result than the vector.
 */
function agrees(
  title: string,
  groups: readonly Group[],
  count: number,
  judge: (...inputs: string[]) => boolean | null,
) {
  test(`${title}: agrees with every vector`, () => {
    const wrong: string[] = [];
    let judged = 0;
    for (const { publicKey, tests } of groups)
      for (const [id = '', result, ...inputs] of tests) {
        const accepted = judge(...(publicKey === undefined ? [] : [publicKey]), ...inputs);
        if (accepted === null) continue;
        judged += 1;
        if (result !== 'acceptable' && accepted !== (result === 'valid')) wrong.push(`tcId ${id} is ${result}`);
      }
    expect(wrong).toEqual([]);
    expect(judged).toBe(count);
  });
}

agrees('P-256 verification of stamps and bundles', vectors.ecdsaP256, 484, (publicKey, message, signature) =>
  p256Verify(publicKey, hexDecode(message), hexDecode(signature)),
);

agrees('secp256k1 verification of DER stamps', vectors.ecdsaSecp256k1, 476, (publicKey, message, signature) =>
  secp256k1VerifyDer(publicKey, sha256(hexDecode(message)), hexDecode(signature)),
);

const HIGHEST_S = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';

agrees('secp256k1 verification of r and s', vectors.ecdsaSecp256k1P1363, 136, (publicKey, message, signature) => {
  const [digest, bytes] = [sha256(hexDecode(message)), hexDecode(signature)];
  const [r, s] = [bytes.slice(0, 32), bytes.slice(32)];
  const accepted = verifyDigest('CURVE_SECP256K1', publicKey, digest, r, s);
  // These vectors call a high S valid. The chains, and this function, do not.
  if (s.length !== 32 || hexEncode(s) <= HIGHEST_S) return accepted;
  expect(accepted).toBe(false);
  return null;
});

agrees(
  'secp256k1 verification as Bitcoin does it, low S only',
  vectors.ecdsaSecp256k1Bitcoin,
  463,
  (publicKey, message, signature) => {
    const [digest, der] = [sha256(hexDecode(message)), hexDecode(signature)];
    if (!secp256k1VerifyDer(publicKey, digest, der)) return false;
    const compact = secp256k1.Signature.fromBytes(der, 'der').toBytes('compact');
    return verifyDigest('CURVE_SECP256K1', publicKey, digest, compact.slice(0, 32), compact.slice(32));
  },
);

agrees('strict Ed25519 verification', vectors.ed25519, 151, (publicKey, message, signature) =>
  ed25519Verify(publicKey, hexDecode(message), hexDecode(signature)),
);

agrees('P-256 ECDH', vectors.ecdhP256, 346, (publicKey, privateKey, shared) => {
  // The vectors write private keys as signed integers. Ours are always 32 bytes.
  const scalar = hexDecode(privateKey.padStart(64, '0').slice(-64));
  const agree = () => hexEncode(ecdhP256(scalar, hexDecode(publicKey)));
  // Bundles always carry uncompressed points. Compressed ones must be refused.
  if (publicKey.length !== 130) {
    expect(agree).toThrowError(expect.objectContaining({ code: 'KEY_INVALID' }));
    return null;
  }
  return succeeds(() => agree() === shared);
});

agrees('AES-256-GCM', vectors.aes256Gcm, 66, (key, nonce, aad, message, ciphertext, tag) => {
  const given = [hexDecode(key), hexDecode(nonce)] as const;
  const sealed = ciphertext + tag;
  return succeeds(
    () =>
      hexEncode(aesGcmOpen(...given, hexDecode(sealed), hexDecode(aad))) === message &&
      hexEncode(aesGcmSeal(...given, hexDecode(message), hexDecode(aad))) === sealed,
  );
});

agrees('HMAC-SHA-256 as HKDF uses it', vectors.hkdfSha256, 30, (input, salt, info, size, output) => {
  const key = hmacSha256(hexDecode(salt), hexDecode(input));
  return hexEncode(hmacSha256(key, hexDecode(`${info}01`)).slice(0, Number(size))) === output;
});

/** The result of `work`, or false when it throws. */
function succeeds(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}
