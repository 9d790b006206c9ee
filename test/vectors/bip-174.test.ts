import { expect, test } from 'vitest';
import { readPsbt, writePsbt } from '../../electron/crypto/transactions/bitcoin/psbt.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import { KINDS, keyOf } from '../unit/crypto/transactions/bitcoin/drafts.ts';
import vectors from './bip-174.json' with { type: 'json' };

const bitcoin = asking('TRANSACTION_TYPE_BITCOIN');
const refused = expect.objectContaining({ code: 'TRANSACTION_INVALID' });

test.each(vectors.invalid)('invalid: $name', ({ psbt }) => {
  expect(() => bitcoin.describe(psbt)).toThrow(refused);
  expect(() => bitcoin.sign(psbt, keyOf(7, KINDS))).toThrow(refused);
});

test.each(vectors.valid)('valid: $name', ({ psbt }) => {
  expect(writePsbt(readPsbt(psbt), [])).toBe(psbt);
  expect(bitcoin.describe(psbt).fields.length).toBeGreaterThan(4);
});

const isValid = ({ name }: { readonly name: string }) => name.startsWith('1 input');

test.each(vectors.otherVersion.filter((vector) => !isValid(vector)))('invalid: $name', ({ psbt }) => {
  expect(() => bitcoin.describe(psbt)).toThrow(refused);
});

test.each(vectors.otherVersion.filter(isValid))('valid: $name', ({ psbt }) => {
  expect(writePsbt(readPsbt(psbt), [])).toBe(psbt);
  expect(bitcoin.describe(psbt).fields.length).toBeGreaterThan(4);
});

/** The key of the P2PKH input of the first example. Other examples name it. */
const KEY_OF_FIRST = '023add904f3d6dcf59ddb906b0dee23529b7ffb9ed50e5e86151926860221f0e73';

/** Their private keys are not published. The keys in the scripts show whose inputs they would be. */
test.each(vectors.signer)('not to be signed: $name', ({ psbt }) => {
  const keys = readPsbt(psbt).inputs.flatMap(({ entries }) =>
    [...entries.values()].flatMap(({ key }) => (key[0] === 2 || key[0] === 6 ? [hexEncode(key.slice(1))] : [])),
  );
  for (const publicKey of [...keys, KEY_OF_FIRST])
    expect(() => bitcoin.sign(psbt, { ...keyOf(7, KINDS), publicKey })).toThrow(/^(failed|unsupported)/);
});

test('the first of them is refused for its intended fault', () => {
  const [{ psbt } = { psbt: '' }] = vectors.signer;
  const key = { ...keyOf(7, KINDS), publicKey: KEY_OF_FIRST };
  expect(() => bitcoin.sign(psbt, key)).toThrow(/input 1 \(P2PKH\) has no non_witness_utxo/);
});
