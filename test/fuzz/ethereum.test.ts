import fc from 'fast-check';
import './seed.ts';
import { describe, expect, test } from 'vitest';
import { rlpEncode } from '../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { asking } from '../unit/crypto/transactions/asking.ts';
import { developmentKey, ethereumText } from '../unit/crypto/transactions/ethereum/arbitrary.ts';
import { isRead, testTransactionRule } from './transaction-properties.ts';

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');
const key = developmentKey();
const simple = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';

testTransactionRule(ethereum, key, {
  wild: fc.oneof(
    fc.string(),
    fc.uint8Array({ maxLength: 120 }).map(hexEncode),
    fc.uint8Array({ maxLength: 120 }).map((rest) => `02f8${hexEncode(rest)}`),
  ),
  good: ethereumText,
  simple,
});

describe('a mebibyte of', () => {
  const whole = 1024 * 1024;
  test.each<[string, string]>([
    ['nines', '9'.repeat(whole)],
    ['letters', 'x'.repeat(whole)],
    ['hex and then a letter', `${'0'.repeat(whole - 1)}x`],
    ['list heads', 'c1'.repeat(whole / 2)],
    ['lengths beyond everything', `02${'ff'.repeat(whole / 2 - 1)}`],
    ['empty lists', `02fa07fff0${'c0'.repeat(0x7fff0)}`],
  ])('%s is refused', (_, text) => {
    expect(isRead(ethereum, text)).toBe(false);
  });

  test('data is read whole, and 8,000 entries of an access list', () => {
    const number = (value: number) => Uint8Array.of(value);
    const none = new Uint8Array(0);
    const account = new Uint8Array(20).fill(0x70);
    const write = (data: Uint8Array, keys: readonly Uint8Array[]) =>
      `02${hexEncode(rlpEncode([number(1), none, none, none, none, account, none, data, [[account, keys]]]))}`;
    const data = write(new Uint8Array(whole / 2 - 200), []);
    expect(ethereum.verify(data, ethereum.sign(data, key), key).compared).toContain('data');
    const keys = write(
      none,
      Array.from({ length: 8000 }, () => new Uint8Array(32)),
    );
    expect(ethereum.describe(keys).fields).toHaveLength(8 + 1 + 8000);
  });
});
