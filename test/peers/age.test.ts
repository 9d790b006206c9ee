import { armor, Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeAgeFile } from '../../electron/crypto/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import '../fuzz/seed.ts';

test('the library of age’s author opens a file for each of its recipients', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 3 }), async (secret, count) => {
      const identities = await Promise.all(Array.from({ length: count }, () => generateX25519Identity()));
      const recipients = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
      const file = armor.decode(utf8Decode(await writeAgeFile(secret, { recipients })));
      for (const identity of identities) {
        const decrypter = new Decrypter();
        decrypter.addIdentity(identity);
        expect(hexEncode(await decrypter.decrypt(file))).toBe(hexEncode(secret));
      }
    }),
    { numRuns: 30 },
  );
});

test('the library opens a file with its passphrase', async () => {
  const text = utf8Decode(await writeAgeFile(utf8Encode('the secret'), { passphrase: utf8Encode('für alle') }));
  const decrypter = new Decrypter();
  decrypter.addPassphrase('für alle');
  expect(utf8Decode(await decrypter.decrypt(armor.decode(text)))).toBe('the secret');
});
