import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import {
  ecdhP256,
  hpkeContext,
  hpkeOpen,
  openExportBundle,
  p256PublicKey,
  p256Uncompress,
  p256Verify,
  sha256,
} from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode, readSealedData, utf8Decode } from '../../shared/wire/index.ts';
import vectors from './export-bundles.json' with { type: 'json' };

const known = vectors.export;

describe('the published export bundle', () => {
  const bundle = JSON.stringify({
    version: 'v1.0.0',
    data: known.data,
    dataSignature: known.dataSignature,
    enclaveQuorumPublic: vectors.productionSignerKey,
  });

  test('opens to the published mnemonic under the production signer key', () => {
    const plaintext = openExportBundle({
      bundle,
      organizationId: known.organizationId,
      signerKey: vectors.productionSignerKey,
      recipientPrivate: hexDecode(known.recipientPrivate),
    });
    expect(utf8Decode(plaintext)).toBe(known.plaintext);
  });

  test('holds the published parts', () => {
    const sealed = readSealedData(hexDecode(known.data));
    expect(hexEncode(sealed.encappedPublic)).toBe(known.encappedPublic);
    expect(hexEncode(sealed.ciphertext)).toBe(known.ciphertext);
    expect(sealed.organizationId).toBe(known.organizationId);
  });

  test('every step of HPKE gives the known intermediate value', () => {
    const recipientPrivate = hexDecode(known.recipientPrivate);
    expect(p256PublicKey(recipientPrivate, 'uncompressed')).toBe(known.recipientPublic);
    const ecdh = ecdhP256(recipientPrivate, hexDecode(known.encappedPublic));
    const { sharedSecret, key, nonce } = hpkeContext(
      ecdh,
      hexDecode(known.encappedPublic),
      hexDecode(known.recipientPublic),
    );
    expect([ecdh, sharedSecret, key, nonce].map(hexEncode)).toEqual([
      known.ecdh,
      known.sharedSecret,
      known.key,
      known.nonce,
    ]);
  });
});

test.each(vectors.credentialBundles)(
  'credential bundle $recipientPrivate opens with the same HPKE',
  ({ bundle, recipientPrivate, plaintext }) => {
    const bytes = createBase58check(sha256).decode(bundle);
    const opened = hpkeOpen({
      recipientPrivate: hexDecode(recipientPrivate),
      encappedPublic: hexDecode(p256Uncompress(hexEncode(bytes.subarray(0, 33)))),
      ciphertext: bytes.subarray(33),
    });
    expect(hexEncode(opened)).toBe(plaintext);
  },
);

test.each(vectors.signatures)('the production signature of the $name holds', ({ message, signature }) => {
  expect(p256Verify(vectors.productionSignerKey, hexDecode(message), hexDecode(signature))).toBe(true);
  expect(p256Verify(vectors.productionSignerKey, hexDecode(`${message}00`), hexDecode(signature))).toBe(false);
});
