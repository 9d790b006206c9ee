import { expect, test } from 'vitest';
import { takePassphrase } from '../../../../renderer/trusted/passphrase.ts';

const field = (value: string) => ({ current: { value } });
const NONE = { current: null };

test('reading a passphrase returns its bytes and empties the field', () => {
  const first = field('größe 8');
  const taken = takePassphrase(first, NONE, 'passphrase');
  expect(new TextDecoder().decode(taken as Uint8Array<ArrayBuffer>)).toBe('größe 8');
  expect(first.current.value).toBe('');
});

test('a missing or different passphrase gets a message, and its fields are emptied', () => {
  expect(takePassphrase(field(''), NONE, 'passphrase')).toBe('Type the passphrase.');
  const [first, second] = [field('correct horse'), field('correct mule')];
  expect(takePassphrase(first, second, 'passphrase')).toBe('The two passphrases differ. Type both again.');
  expect([first.current.value, second.current.value]).toEqual(['', '']);
});

test('a new PIN has six characters of any kind, a new passphrase eight', () => {
  const twice = (text: string, called: 'PIN' | 'passphrase') => takePassphrase(field(text), field(text), called);
  expect([twice('12345', 'PIN'), twice('äöüäö', 'PIN')]).toEqual(Array(2).fill('Use at least 6 characters.'));
  expect(twice('1234567', 'passphrase')).toBe('Use at least 8 characters.');
  for (const [text, called] of [
    ['123456', 'PIN'],
    ['größe 8!', 'passphrase'],
  ] as const)
    expect(new TextDecoder().decode(twice(text, called) as Uint8Array)).toBe(text);
});
