import { Aes128Gcm, Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hpkeOpen, hpkeSeal } from '../../electron/crypto/bundles/hpke.ts';
import { p256PublicKey } from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import '../fuzz/seed.ts';
import vectors from '../vectors/rfc-9180.json' with { type: 'json' };

const [kem, kdf] = [new DhkemP256HkdfSha256(), new HkdfSha256()];
const suite = new CipherSuite({ kem, kdf, aead: new Aes256Gcm() });
const info = utf8Encode('turnkey_hpke');

/** The library takes ArrayBuffers, and views only of whole ones. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const key = (bytes: Uint8Array, isPublic: boolean) => kem.importKey('raw', own(bytes).buffer, isPublic);
const join = (...parts: Uint8Array[]) => own(Buffer.concat(parts));

/** A key pair, and a message of any length to a few blocks of the cipher. */
const inputs = [
  fc
    // Less than the order of P-256 as long as the first byte is not all ones.
    .tuple(fc.integer({ min: 0, max: 0xfe }), fc.uint8Array({ minLength: 31, maxLength: 31 }))
    .map(([first, rest]) => Uint8Array.of(first, ...rest))
    .filter((bytes) => bytes.some((byte) => byte !== 0)),
  fc.uint8Array({ maxLength: 70 }),
] as const;

test('opens what the library seals', async () => {
  await fc.assert(
    fc.asyncProperty(...inputs, async (recipientPrivate, message) => {
      const recipientPublic = hexDecode(p256PublicKey(recipientPrivate, 'uncompressed'));
      const sender = await suite.createSenderContext({ recipientPublicKey: await key(recipientPublic, true), info });
      const encappedPublic = new Uint8Array(sender.enc);
      const ciphertext = new Uint8Array(await sender.seal(own(message), join(encappedPublic, recipientPublic)));
      expect(hexEncode(hpkeOpen({ recipientPrivate, encappedPublic, ciphertext }))).toBe(hexEncode(message));
    }),
  );
});

test('seals what the library opens', async () => {
  await fc.assert(
    fc.asyncProperty(...inputs, async (recipientPrivate, message) => {
      const recipientPublic = hexDecode(p256PublicKey(recipientPrivate, 'uncompressed'));
      const { encappedPublic, ciphertext } = hpkeSeal({ recipientPublic, plaintext: message });
      const recipient = await suite.createRecipientContext({
        recipientKey: await key(recipientPrivate, false),
        enc: own(encappedPublic),
        info,
      });
      const opened = await recipient.open(own(ciphertext), join(encappedPublic, recipientPublic));
      expect(hexEncode(new Uint8Array(opened))).toBe(hexEncode(message));
    }),
  );
});

/** Ties the comparison to the standard: RFC 9180 A.3.1, whose cipher has the shorter key. */
test('the library opens the RFC’s published values', async () => {
  const [{ recipientPrivate, encappedPublic } = { recipientPrivate: '', encappedPublic: '' }] = vectors.kem;
  const { aad, ciphertext, plaintext, ...published } = vectors.firstEncryption;
  const recipient = await new CipherSuite({ kem, kdf, aead: new Aes128Gcm() }).createRecipientContext({
    recipientKey: await key(hexDecode(recipientPrivate), false),
    enc: hexDecode(encappedPublic),
    info: hexDecode(published.info),
  });
  expect(hexEncode(new Uint8Array(await recipient.open(hexDecode(ciphertext), hexDecode(aad))))).toBe(plaintext);
});
