import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { ed25519Verify } from '../../../../electron/crypto/curves/ed25519.ts';
import { secp256k1Verify, secp256k1VerifyDer } from '../../../../electron/crypto/curves/secp256k1.ts';
import { aesGcmOpen, aesGcmSeal, ecdhP256, hmacSha256, p256Verify, sha256 } from '../../../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { corpusTitle, hasCorpus, readCorpus } from '../../../vectors/corpora.ts';

interface Case {
  readonly tcId: number;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly flags: readonly string[];
}

interface Suite<Group, Test> {
  readonly numberOfTests: number;
  readonly testGroups: readonly (Group & { readonly tests: readonly (Test & Case)[] })[];
}

/** Runs one file; `judge` says what happened where it was not what the file wants. */
function suite<Group, Test>(
  title: string,
  file: string,
  expected: number,
  judge: (group: Group, vector: Test & Case) => boolean | null,
): void {
  const path = `wycheproof/${file}`;
  describe.skipIf(!hasCorpus(path))(corpusTitle(title, path), () => {
    test('agrees with every vector', () => {
      const wrong: string[] = [];
      let judged = 0;
      for (const group of readCorpus<Suite<Group, Test>>(path).testGroups) {
        for (const vector of group.tests) {
          const accepted = judge(group, vector);
          if (accepted === null) continue;
          judged += 1;
          if (vector.result !== 'acceptable' && accepted !== (vector.result === 'valid'))
            wrong.push(`${vector.tcId} ${vector.flags.join(' ')}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(judged).toBeGreaterThanOrEqual(expected);
    });
  });
}

interface KeyGroup {
  readonly publicKey: { readonly uncompressed: string; readonly pk: string };
}
interface SignatureCase {
  readonly msg: string;
  readonly sig: string;
}

suite<KeyGroup, SignatureCase>(
  'P-256 verification of stamps and bundles',
  'ecdsa_secp256r1_sha256_test.json',
  400,
  ({ publicKey }, { msg, sig }) => p256Verify(publicKey.uncompressed, hexDecode(msg), hexDecode(sig)),
);

suite<KeyGroup, SignatureCase>(
  'secp256k1 verification of DER stamps',
  'ecdsa_secp256k1_sha256_test.json',
  400,
  ({ publicKey }, { msg, sig }) => secp256k1VerifyDer(publicKey.uncompressed, sha256(hexDecode(msg)), hexDecode(sig)),
);

suite<KeyGroup, SignatureCase>(
  'secp256k1 verification of r and s',
  'ecdsa_secp256k1_sha256_p1363_test.json',
  130,
  ({ publicKey }, { msg, sig }) => {
    const bytes = hexDecode(sig);
    const s = bytes.slice(32);
    // This file calls a high S valid; the chains, and this function, do not.
    if (s.length === 32 && hexEncode(s) > '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0') {
      expect(secp256k1Verify(publicKey.uncompressed, sha256(hexDecode(msg)), bytes.slice(0, 32), s)).toBe(false);
      return null;
    }
    return secp256k1Verify(publicKey.uncompressed, sha256(hexDecode(msg)), bytes.slice(0, 32), s);
  },
);

suite<KeyGroup, SignatureCase>(
  'secp256k1 verification as Bitcoin does it, low S only',
  'ecdsa_secp256k1_sha256_bitcoin_test.json',
  400,
  ({ publicKey }, { msg, sig }) => {
    const [key, digest, der] = [publicKey.uncompressed, sha256(hexDecode(msg)), hexDecode(sig)];
    if (!secp256k1VerifyDer(key, digest, der)) return false;
    const signature = secp256k1.Signature.fromBytes(der, 'der').toBytes('compact');
    return secp256k1Verify(key, digest, signature.slice(0, 32), signature.slice(32));
  },
);

suite<KeyGroup, SignatureCase>('strict Ed25519 verification', 'ed25519_test.json', 150, ({ publicKey }, { msg, sig }) =>
  ed25519Verify(publicKey.pk, hexDecode(msg), hexDecode(sig)),
);

suite<object, { readonly public: string; readonly private: string; readonly shared: string }>(
  'P-256 ECDH',
  'ecdh_secp256r1_ecpoint_test.json',
  300,
  (_group, vector) => {
    // Bundles always carry uncompressed points; the compressed ones of the file must be refused.
    if (vector.public.length !== 130) {
      expect(() => ecdhP256(scalar(vector.private), hexDecode(vector.public))).toThrowError(
        expect.objectContaining({ code: 'KEY_INVALID' }),
      );
      return null;
    }
    try {
      return hexEncode(ecdhP256(scalar(vector.private), hexDecode(vector.public))) === vector.shared;
    } catch {
      return false;
    }
  },
);

/** The file writes private keys as signed integers; ours are always 32 bytes. */
function scalar(hex: string): Uint8Array {
  return hexDecode(hex.padStart(64, '0').slice(-64));
}

interface GcmGroup {
  readonly keySize: number;
  readonly ivSize: number;
  readonly tagSize: number;
}
interface GcmCase {
  readonly key: string;
  readonly iv: string;
  readonly aad: string;
  readonly msg: string;
  readonly ct: string;
  readonly tag: string;
}

suite<GcmGroup, GcmCase>('AES-256-GCM', 'aes_gcm_test.json', 60, ({ keySize, ivSize, tagSize }, vector) => {
  if (keySize !== 256 || ivSize !== 96 || tagSize !== 128) return null;
  const [key, nonce, aad] = [hexDecode(vector.key), hexDecode(vector.iv), hexDecode(vector.aad)];
  const sealed = vector.ct + vector.tag;
  try {
    const opens = hexEncode(aesGcmOpen(key, nonce, hexDecode(sealed), aad)) === vector.msg;
    return opens && hexEncode(aesGcmSeal(key, nonce, hexDecode(vector.msg), aad)) === sealed;
  } catch {
    return false;
  }
});

interface HkdfCase {
  readonly ikm: string;
  readonly salt: string;
  readonly info: string;
  readonly size: number;
  readonly okm: string;
}

suite<object, HkdfCase>(
  'HMAC-SHA-256 as HKDF uses it',
  'hkdf_sha256_test.json',
  20,
  (_group, { ikm, salt, info, size, okm }) => {
    if (size > 32) return null;
    const prk = hmacSha256(hexDecode(salt), hexDecode(ikm));
    return hexEncode(hmacSha256(prk, hexDecode(`${info}01`)).slice(0, size)) === okm;
  },
);
