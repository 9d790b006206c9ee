import { expect, test } from 'vitest';
import { takePassphrase } from '../../../../renderer/trusted/passphrase.ts';

const field = (value: string) => ({ current: { value } });
const NONE = { current: null };

test('taking a passphrase gives its bytes and empties the field', () => {
  const first = field('größe 8');
  const taken = takePassphrase(first, NONE);
  expect(new TextDecoder().decode(taken as Uint8Array<ArrayBuffer>)).toBe('größe 8');
  expect(first.current.value).toBe('');
});

test('one that is not typed, or not twice the same, is told why; its fields are emptied all the same', () => {
  expect(takePassphrase(field(''), NONE)).toBe('Type the passphrase.');
  const [first, second] = [field('correct horse'), field('correct mule')];
  expect(takePassphrase(first, second)).toBe('The two passphrases differ. Type both again.');
  expect([first.current.value, second.current.value]).toEqual(['', '']);
});
