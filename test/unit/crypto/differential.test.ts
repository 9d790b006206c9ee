import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  computeActivityFingerprint,
  decryptExportBundle,
  formatHpkeBuf,
  hpkeDecrypt,
  hpkeEncrypt,
  verifyStampSignature,
} from '@turnkey/crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hpkeSeal } from '../../../electron/crypto/bundles/hpke.ts';
import {
  generateMnemonic,
  generateP256,
  hpkeOpen,
  openP256Signer,
  p256PublicKey,
  p256Uncompress,
  randomBytes,
  sealExportBundle,
  sha256,
  signStamp,
  verifyStamp,
} from '../../../electron/crypto/index.ts';
import {
  decodeStamp,
  formatFingerprint,
  hexDecode,
  hexEncode,
  utf8Decode,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import '../../fuzz/seed.ts';

/** The public service's own client packages must accept this program's output, and the other way round. */

const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';

describe('stamps', () => {
  test.each(['node', 'purejs'] as const)('made by the public stamper (%s) are accepted', async (runtimeOverride) => {
    const { privateKey, publicKey } = generateP256();
    const stamper = new ApiKeyStamper({
      apiPublicKey: publicKey,
      apiPrivateKey: hexEncode(privateKey),
      runtimeOverride,
    });
    for (let index = 0; index < 10; index += 1) {
      const body = JSON.stringify({ organizationId, index });
      const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
      expect(stampHeaderName).toBe('X-Stamp');
      expect(verifyStamp(decodeStamp(stampHeaderValue), utf8Encode(body))).toBe(true);
    }
  });

  test('made here are accepted by the public verifier, high S and low S', async () => {
    const signer = openP256Signer(generateP256().privateKey);
    for (let index = 0; index < 10; index += 1) {
      const body = JSON.stringify({ organizationId, index });
      const { publicKey, signature } = signStamp(signer, utf8Encode(body));
      expect(await verifyStampSignature(publicKey, signature, body)).toBe(true);
    }
  });
});

test('fingerprints agree', () => {
  fc.assert(
    fc.property(fc.json(), (body) => {
      expect(formatFingerprint(sha256(utf8Encode(body)))).toBe(computeActivityFingerprint(body));
    }),
  );
});

describe('HPKE', () => {
  test('opens what the public package sealed', () => {
    for (const length of [0, 1, 32, 1000]) {
      const { privateKey } = generateP256();
      const plaintext = randomBytes(length);
      const sealed = hpkeEncrypt({
        plainTextBuf: plaintext,
        targetKeyBuf: hexDecode(p256PublicKey(privateKey, 'uncompressed')),
      });
      const { encappedPublic, ciphertext } = JSON.parse(formatHpkeBuf(sealed)) as Record<
        'encappedPublic' | 'ciphertext',
        string
      >;
      expect(
        hpkeOpen({
          recipientPrivate: privateKey,
          encappedPublic: hexDecode(encappedPublic),
          ciphertext: hexDecode(ciphertext),
        }),
      ).toEqual(plaintext);
    }
  });

  test('seals what the public package opens', () => {
    for (const length of [1, 32, 1000]) {
      const { privateKey } = generateP256();
      const plaintext = randomBytes(length);
      const { encappedPublic, ciphertext } = hpkeSeal({
        recipientPublic: hexDecode(p256PublicKey(privateKey, 'uncompressed')),
        plaintext,
      });
      const opened = hpkeDecrypt({
        ciphertextBuf: ciphertext,
        encappedKeyBuf: encappedPublic,
        receiverPriv: hexEncode(privateKey),
      });
      expect(hexEncode(opened)).toBe(hexEncode(plaintext));
    }
  });
});

describe('export bundles', () => {
  test.each(['compressed', 'uncompressed'] as const)(
    'to a %s target key open with the public package',
    async (form) => {
      const signer = openP256Signer(generateP256().privateKey);
      const target = generateP256();
      const seal = (plaintext: Uint8Array) =>
        sealExportBundle({
          plaintext,
          targetPublicKey: p256PublicKey(target.privateKey, form),
          organizationId,
          signer,
        });
      const open = (exportBundle: string, returnMnemonic: boolean) =>
        decryptExportBundle({
          exportBundle,
          organizationId,
          embeddedKey: hexEncode(target.privateKey),
          dangerouslyOverrideSignerPublicKey: p256Uncompress(signer.publicKey),
          returnMnemonic,
        });
      const key = randomBytes(32);
      expect(await open(seal(key), false)).toBe(hexEncode(key));
      const words = generateMnemonic(24);
      expect(await open(seal(words), true)).toBe(utf8Decode(words));
    },
  );
});
