import { bech32 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { requireRecipients, writeAgeFile } from '../../../electron/crypto/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { makeAgeKey, openAge } from './open-age.ts';

const refused = (code: string) => expect.objectContaining({ code });
const recipientOf = (bytes: Uint8Array, prefix = 'age') => bech32.encode(prefix, bech32.toWords(bytes), false);
const secret = utf8Encode('the secret');

describe('a file of age', () => {
  test.each([0, 1, 23, 64, 4096, 65_536])(
    'of %i bytes opens for each recipient and for nobody else',
    async (length) => {
      const [one, two, other] = [makeAgeKey(), makeAgeKey(), makeAgeKey()];
      const content = new Uint8Array(length).fill(0xa5);
      const file = await writeAgeFile(content, { recipients: [one.recipient, two.recipient] });
      for (const { privateKey } of [one, two]) expect([...openAge(file, { privateKey })]).toEqual([...content]);
      expect(() => openAge(file, other)).toThrowError('no stanza');
    },
  );

  test('opens with its passphrase, at the cost that age uses', async () => {
    const file = await writeAgeFile(secret, { passphrase: utf8Encode('für alle') });
    expect(utf8Decode(openAge(file, { passphrase: 'für alle' }))).toBe('the secret');
    expect(() => openAge(file, { passphrase: 'fur alle' })).toThrowError('no stanza');
    const head = Buffer.from(utf8Decode(file).split('\n').slice(1, 4).join(''), 'base64').toString('latin1');
    expect(head).toMatch(/^age-encryption\.org\/v1\n-> scrypt [A-Za-z0-9+/]{22} 18\n/);
  });

  test('is another one each time', async () => {
    const { recipient } = makeAgeKey();
    const [one, two] = await Promise.all([0, 1].map(() => writeAgeFile(secret, { recipients: [recipient] })));
    expect(one).not.toEqual(two);
  });
});

describe('no file is written', () => {
  const { recipient } = makeAgeKey();
  const small = new Uint8Array(32);
  test.each([
    ['a wrong checksum', `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`],
    ['capitals', recipient.toUpperCase()],
    ['another prefix', recipientOf(small, 'agf')],
    ['a hybrid recipient', recipientOf(new Uint8Array(64), 'age1pq')],
    ['a recipient of a plugin', recipientOf(new Uint8Array(33), 'age1yubikey')],
    ['31 bytes', recipientOf(new Uint8Array(31))],
    ['a space', ` ${recipient}`],
    ['nothing', ''],
    ['an SSH key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ'],
  ])('for %s as recipient', async (_name, given) => {
    await expect(writeAgeFile(secret, { recipients: [recipient, given] })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
    expect(() => requireRecipients([given])).toThrowError(refused('INVALID_INPUT'));
  });

  test('for a public key of small order', async () => {
    await expect(writeAgeFile(secret, { recipients: [recipientOf(small)] })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
  });

  test('without a reader, for an empty passphrase, and for too many recipients', async () => {
    for (const readers of [
      { recipients: [] },
      { passphrase: new Uint8Array(0) },
      { recipients: Array<string>(21).fill(recipient) },
    ])
      await expect(writeAgeFile(secret, readers)).rejects.toThrowError(refused('INVALID_INPUT'));
    await expect(writeAgeFile(new Uint8Array(65_537), { recipients: [recipient] })).rejects.toThrowError(
      refused('TOO_LARGE'),
    );
  });

  test('and a private key that was given by mistake is not repeated', () => {
    const identity = recipientOf(small.fill(7), 'age-secret-key-').toUpperCase();
    expect(() => requireRecipients([identity])).toThrowError(
      /^A given recipient is not an X25519 recipient of age: it is a private key/,
    );
  });
});
