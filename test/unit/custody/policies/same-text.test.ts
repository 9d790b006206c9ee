import { expect, test } from 'vitest';
import { createBudget } from '../../../../electron/custody/policies/budget.ts';
import { evaluatePolicy, type Names, type Value } from '../../../../electron/custody/policies/evaluate.ts';
import { judgePolicy } from '../../../../electron/custody/policies/judge.ts';
import { checkValues, keywordsOf, parsePolicy } from '../../../../shared/policy-language/index.ts';

const DIGITS = 'd8da6bf26964af9d7eed9e03e53415d37aa96045';
const DATA = `a9059cbb${'0'.repeat(24)}${DIGITS}${'0'.repeat(64)}`;
const TRON = 'TZAcQpmdhrdMTJpfcZWJUeJBNwireyh5Zo';
const TRON_DIGITS = '41fe5e6ad4d9e1ca4a0b1a9ea5a6d1a4fdd0b9a0e6';
const UUID = '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90';

/** Contents with a value of each form. */
const NAMES: Names = {
  eth: () => ({ tx: { to: `0x${DIGITS}`, data: `0x${DATA}`, function_signature: '0xa9059cbb' } }),
  tron: () => ({ tx: { contract: [{ to_address: TRON, data: DATA }] } }),
  solana: () => ({ tx: { instructions: [{ instruction_data_hex: 'abcdef01' }] } }),
  bitcoin: () => ({ tx: { outputs: [{ script_pubkey: `0014${DIGITS}` }] } }),
  wallet: () => ({ id: UUID }) as Value,
};

const spellings = (text: string) => [
  ...[text, text.toLowerCase(), text.toUpperCase(), text.replace(/^0x/, ''), `0x${text}`],
  ...[`0x${text.slice(2).toUpperCase()}`, `0X${text.slice(2)}`, ` ${text}`, text.slice(1), text.slice(0, -2)],
];

const SIDES: readonly (readonly [other: string, texts: readonly string[]])[] = [
  ['eth.tx.to', spellings(`0x${DIGITS}`)],
  ['eth.tx.to[0..10]', spellings(`0x${DIGITS.slice(0, 8)}`)],
  ['eth.tx.to[2..10]', spellings(DIGITS.slice(0, 8))],
  ['eth.tx.data', spellings(`0x${DATA}`)],
  ['eth.tx.data[0..10]', spellings('0xa9059cbb')],
  ['eth.tx.data[2..10]', spellings('a9059cbb')],
  ['eth.tx.data[10..74]', spellings(DATA.slice(8, 72))],
  ['eth.tx.function_signature', spellings('0xa9059cbb')],
  ['tron.tx.contract[0].to_address', [...spellings(TRON), ...spellings(TRON_DIGITS)]],
  ['tron.tx.contract[0].data[0..8]', spellings('a9059cbb')],
  ['solana.tx.instructions[0].instruction_data_hex', spellings('abcdef01')],
  ['solana.tx.instructions[0].instruction_data_hex[0..8]', spellings('abcdef01')],
  ['bitcoin.tx.outputs[0].script_pubkey', spellings(`0014${DIGITS}`)],
  ['wallet.id', spellings(UUID)],
];

test('a text that is said to be never equal is equal to no policy of that effect', () => {
  const counts = { 'said and false': 0, 'equal and not said': 0 };
  for (const [other, texts] of SIDES)
    for (const text of texts)
      for (const effect of ['EFFECT_ALLOW', 'EFFECT_DENY'] as const) {
        const condition = `${other} == '${text}'`;
        const parsed = { ...parsePolicy(condition, keywordsOf('condition')), text: condition };
        const isSaid = checkValues('condition', condition, effect).length > 0;
        const holds =
          effect === 'EFFECT_ALLOW'
            ? evaluatePolicy(parsed, NAMES, createBudget())
            : judgePolicy(parsed, NAMES, createBudget());
        expect([condition, effect, isSaid && holds !== false]).toEqual([condition, effect, false]);
        if (isSaid) counts['said and false'] += 1;
        else if (holds === true) counts['equal and not said'] += 1;
      }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
});
