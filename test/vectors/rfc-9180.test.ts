import { expect, test } from 'vitest';
import { ecdhP256, hpkeContext, p256PublicKey } from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import vectors from './rfc-9180.json' with { type: 'json' };

/**
 * The RFC publishes no vector of AES-256-GCM with P-256. Every one of its key schedules has another `info` than bundles
 * have. This test checks the shared secret before the schedule. test/peers checks the rest against another library.
 */
test.each(vectors.kem)('section $section: both sides come to the published shared secret', (vector) => {
  const [ephemeral, recipient] = [hexDecode(vector.ephemeralPrivate), hexDecode(vector.recipientPrivate)];
  const [encapped, published] = [hexDecode(vector.encappedPublic), hexDecode(vector.recipientPublic)];
  expect(p256PublicKey(ephemeral, 'uncompressed')).toBe(vector.encappedPublic);
  expect(p256PublicKey(recipient, 'uncompressed')).toBe(vector.recipientPublic);
  for (const agreed of [ecdhP256(ephemeral, published), ecdhP256(recipient, encapped)])
    expect(hexEncode(hpkeContext(agreed, encapped, published).sharedSecret)).toBe(vector.sharedSecret);
});
