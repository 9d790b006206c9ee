import fc from 'fast-check';
import './seed.ts';
import { describe, expect, test } from 'vitest';
import { hexEncode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import { developmentKey, tempoText } from '../unit/crypto/transactions/ethereum/arbitrary.ts';
import { isRead, testTransactionRule } from './transaction-properties.ts';

const tempo = asking('TRANSACTION_TYPE_TEMPO');
const key = developmentKey();
const simple = '76e501808080d8d79470997970c51812dc3a010c7d01b50e0d17dc79c88080c0808080808080c0';

testTransactionRule(tempo, key, {
  wild: fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 120 }).map((rest) => `76${hexEncode(rest)}`),
    fc.uint8Array({ maxLength: 120 }).map((rest) => `76f8${hexEncode(rest)}`),
  ),
  good: fc.oneof(tempoText, fc.constant(simple)),
  simple,
});

describe('a mebibyte of', () => {
  const whole = 1024 * 1024;
  test.each<[string, string]>([
    ['list heads', `76${'c1'.repeat(whole / 2 - 1)}`],
    ['lengths beyond everything', `76${'ff'.repeat(whole / 2 - 1)}`],
    ['empty calls', `76fa07fff0${'c0'.repeat(0x7fff0)}`],
  ])('%s is refused', (_, text) => {
    expect(isRead(tempo, text)).toBe(false);
  });
});
