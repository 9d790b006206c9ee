import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FormatChoice } from '../../../../renderer/trusted/format-choice.tsx';
import {
  formatsFor,
  formatsForAll,
  recipientsIn,
  typedRecipientProblem,
  writingOf,
} from '../../../../renderer/trusted/formats.ts';
import { Proof } from '../../../../renderer/trusted/proof.tsx';
import { makeAgeKey } from '../../crypto/open-age.ts';

test('every kind of secret can be written as a file of age, and none is by itself', () => {
  for (const holds of ['key', 'mnemonic', 'text', 'bytes'] as const) {
    const values = formatsFor({ holds, addressFormat: null }).map(({ value }) => value);
    expect([writingOf(values[0] ?? null), values.includes('age')]).toEqual([null, true]);
  }
});

test('the format of the address and that of the export have labels of their own', () => {
  const proof = {
    holds: 'key',
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    expectedAddress: null,
    derivedAddress: null,
    byteLength: 32,
    signerKey: '04ab',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  } as const;
  const drawn =
    renderToStaticMarkup(createElement(Proof, { proof, of: { label: 'Account', value: 'Treasury' } })) +
    renderToStaticMarkup(
      createElement(FormatChoice, {
        formats: formatsFor(proof),
        format: 'hex',
        onFormat: () => undefined,
        readers: { current: null },
        many: false,
        onSubmit: () => undefined,
      }),
    );
  expect(drawn.match(/>[^<]*format</gi)).toEqual(['>Address format<', '>Export format<']);
});

const valuesOf = (formats: readonly { readonly value: string }[]) => formats.map(({ value }) => value).join(' ');

test.each([
  ['ADDRESS_FORMAT_ETHEREUM', 'hex web3 eip-2335 age sheet'],
  ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', 'wif hex age sheet'],
  ['ADDRESS_FORMAT_DOGE_MAINNET', 'wif hex age sheet'],
  ['ADDRESS_FORMAT_SOLANA', 'solana hex age sheet'],
  ['ADDRESS_FORMAT_TON_V4R2', 'hex age sheet'],
])('a key of %s is offered in the formats of its wallets: %s', (addressFormat, formats) => {
  expect(valuesOf(formatsFor({ holds: 'key', addressFormat }))).toBe(formats);
  expect(valuesOf(formatsForAll({ keys: 2, addressFormats: [addressFormat] }))).toBe(formats);
});

test('a list is offered the formats that fit every key in it, and one of wallets alone their words', () => {
  const mixed = ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_SOLANA'];
  expect(valuesOf(formatsForAll({ keys: 2, addressFormats: mixed }))).toBe('hex age sheet');
  expect(valuesOf(formatsForAll({ keys: 0, addressFormats: [] }))).toBe('mnemonic age sheet');
});

test('the button of a format that is written to a file names the file', () => {
  expect(['hex', 'wif', 'age', 'web3', 'sheet'].map((format) => writingOf(format as 'hex'))).toEqual([
    null,
    null,
    'Write age file…',
    'Write keystore…',
    'Write recovery sheet…',
  ]);
});

describe('typed recipients', () => {
  const [one, two] = [makeAgeKey().recipient, makeAgeKey().recipient];
  test('are read from lines and spaces', () => {
    expect(recipientsIn(` ${one}\n\n${two} `)).toEqual([one, two]);
  });
  const mistyped = `${one.slice(0, -1)}${one.endsWith('q') ? 'p' : 'q'}`;
  test.each([
    ['none', ' \n ', 'Type at least one recipient.'],
    ['too many', `${one}\n`.repeat(21), 'Type at most 20 recipients.'],
    ['a cut one', `${one}\n${two.slice(0, -1)}`, 'Recipient 2 has 61 characters, not 62.'],
    ['a wrong checksum', `${one}\n${mistyped}`, 'Recipient 2 has a wrong checksum: a character is mistyped.'],
    ['a private key', 'AGE-SECRET-KEY-1QQQQ', 'Recipient 1 is a private key of age, not a public key.'],
  ])('have a problem: %s', (_name, typed, problem) => {
    expect(recipientsIn(typed)).toMatch(problem);
  });
  test.each([
    ['', undefined],
    ['ag', undefined],
    [one.slice(0, 40), undefined],
    [one, undefined],
    [`${one} ${two.slice(0, 9)}`, undefined],
    [`${one.slice(0, 40)} `, 'Recipient 1 has 40 characters'],
    [mistyped, 'Recipient 1 has a wrong checksum'],
    ['AGE-SECRET', 'Recipient 1'],
    [`${one}x`, 'Recipient 1 has 63 characters'],
  ])('are checked while they are typed: %j', (typed, problem) => {
    expect(typedRecipientProblem(typed) ?? '').toContain(problem ?? '');
    expect(typedRecipientProblem(typed) === undefined).toBe(problem === undefined);
  });
});
