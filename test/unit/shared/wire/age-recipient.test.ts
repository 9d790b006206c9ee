import { bech32 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { ageRecipientFault, ageRecipientKey } from '../../../../shared/wire/index.ts';

const encode = (bytes: Uint8Array, prefix = 'age') => bech32.encode(prefix, bech32.toWords(bytes), false);
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 1);
const recipient = encode(key);

test('a recipient of age has its key and no fault', () => {
  expect([ageRecipientFault(recipient), ageRecipientKey(recipient)]).toEqual([null, key]);
});

test('every character that is changed is found', () => {
  for (let at = 0; at < recipient.length; at += 1) {
    const other = recipient[at] === 'z' ? 'q' : 'z';
    const changed = recipient.slice(0, at) + other + recipient.slice(at + 1);
    expect([ageRecipientFault(changed) === null, ageRecipientKey(changed)], changed).toEqual([false, null]);
  }
});

describe('a fault says the difference and quotes nothing', () => {
  test.each([
    ['', 'does not begin with age1'],
    [encode(key, 'agf'), 'does not begin with age1'],
    [recipient.toUpperCase(), 'is not in lowercase'],
    [encode(key, 'age-secret-key-').toUpperCase(), 'is a private key of age, not a public key'],
    [encode(key, 'age-secret-key-'), 'is a private key of age, not a public key'],
    ['ssh-ed25519', 'is a key of SSH, not a public key of age'],
    [recipient.slice(0, -1), 'has 61 characters, not 62'],
    [`${recipient}q`, 'has 63 characters, not 62'],
    [encode(new Uint8Array(31)), 'has 60 characters, not 62'],
    [encode(key, 'age1pq'), 'is a recipient of another kind, which needs another program'],
    [encode(new Uint8Array(33), 'age1yubikey'), 'is a recipient of another kind, which needs another program'],
    [`${recipient.slice(0, 9)}b${recipient.slice(10)}`, 'has a character at position 10 that no public key of age has'],
    [`${recipient.slice(0, 9)}Q${recipient.slice(10)}`, 'has a character at position 10 that no public key of age has'],
  ])('%s', (text, fault) => {
    expect([ageRecipientFault(text), ageRecipientKey(text)]).toEqual([fault, null]);
  });
});
