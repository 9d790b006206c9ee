import { describe, expect, test } from 'vitest';
import { formatsFor, recipientsIn } from '../../../../renderer/trusted/formats.ts';
import { makeAgeKey } from '../../crypto/open-age.ts';

test('every kind of secret can be written as a file of age, and none is by itself', () => {
  for (const holds of ['key', 'mnemonic', 'text', 'bytes'] as const) {
    const values = formatsFor({ holds, addressFormat: null }).map(({ value }) => value);
    expect([values[0] === 'age', values.at(-1)]).toEqual([false, 'age']);
  }
});

describe('typed recipients', () => {
  const [one, two] = [makeAgeKey().recipient, makeAgeKey().recipient];
  test('are read from lines and spaces', () => {
    expect(recipientsIn(` ${one}\n\n${two} `)).toEqual([one, two]);
  });
  test.each([
    ['none', ' \n ', 'Type at least one recipient.'],
    ['too many', `${one}\n`.repeat(21), 'Type at most 20 recipients.'],
    ['a cut one', `${one}\n${two.slice(0, -1)}`, '2: this is not a public key of age.'],
    ['a private key', 'AGE-SECRET-KEY-1QQQQ', '1: this is not a public key of age.'],
  ])('have a problem: %s', (_name, typed, problem) => {
    expect(recipientsIn(typed)).toMatch(problem);
  });
});
