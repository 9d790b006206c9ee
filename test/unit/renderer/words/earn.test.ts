import { describe, expect, test } from 'vitest';
import { standingIn } from '../../../../renderer/state/earn-moves.ts';
import {
  chainWords,
  feeWords,
  hasFees,
  lacksBalance,
  percentPoints,
  staleLine,
  staleSentence,
  takesDeposits,
  unitsIn,
  yieldWords,
} from '../../../../renderer/words/earn.ts';

describe('a chain that could not be asked', () => {
  const chain = 'eip155:8453';
  const NOW = 1_790_000_000_000;
  const why = 'the node of eip155:8453 cannot be used';
  test('is shown with the age of its data', () => {
    const stale = { why, readAt: NOW - 180_000 };
    expect(chainWords({ chain, stale }, NOW)).toBe('on Base, as of 3 min ago');
    expect(staleLine(chain, stale, NOW)).toBe('Base could not be asked. Its rows are from 3 min ago.');
    expect(staleSentence(stale, NOW)).toBe('The node of eip155:8453 cannot be used. The values are from 3 min ago.');
  });

  test('is distinguished from a chain that was never read and one that was read', () => {
    expect(chainWords({ chain, stale: { why, readAt: null } }, NOW)).toBe('on Base, not asked');
    expect(staleLine(chain, { why, readAt: null }, NOW)).toContain('never read');
    expect(chainWords({ chain, stale: null }, NOW)).toBe('on Base');
  });
});

describe('an amount that is typed', () => {
  test.each([
    ['1.5', 6, '1500000'],
    ['400', 6, '400000000'],
    [' 0.000001 ', 6, '1'],
    ['007', 0, '7'],
    ['12', null, '12'],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 0, String(2n ** 256n - 1n)],
  ])('%s with %s decimals is exactly %s', (typed, decimals, units) => {
    expect(unitsIn(typed, decimals)).toEqual({ units });
  });

  test.each([
    ['', 6],
    ['0', 6],
    ['0.0', 6],
    ['-1', 6],
    ['1,5', 6],
    ['1e3', 6],
    ['.5', 6],
    ['0x10', 6],
    ['1.0000001', 6],
    ['1.5', 0],
    ['1.5', null],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639936', 0],
  ])('%j with %s decimals is none', (typed, decimals) => {
    expect(unitsIn(typed, decimals)).toEqual({ problem: expect.stringMatching(/\.$/) });
  });
});

test('a fee is typed in per cent and sent in basis points', () => {
  expect(['0', '12.5', '0.05', '100'].map(percentPoints)).toEqual(['0', '1250', '5', '10000']);
  expect(['', '100.01', '101', '1.005', '-1', '1,5'].map(percentPoints)).toEqual([null, null, null, null, null, null]);
  expect(feeWords('1250')).toBe('12.5 % of what it earns');
  expect(feeWords(null)).toBe('Not reported');
});

test('a yield says whether the fee is taken off', () => {
  const deployed = { status: null, error: null, fee: '50', feeWallet: null, claimable: null, total: null };
  expect(yieldWords({ yield: { percent: '4.6', isNet: true }, deployed })).toBe('4.6 % after the fee');
  expect(yieldWords({ yield: { percent: '5.1%', isNet: false }, deployed })).toBe('5.1% before the fee');
  expect(yieldWords({ yield: { percent: '5.1', isNet: false }, deployed: { ...deployed, fee: '0' } })).toBe('5.1 %');
  expect(yieldWords({ yield: null, deployed })).toBe('Not reported');
});

test('a wrapper shows whether its contents are known, whether it takes deposits and whether it has fees', () => {
  const amount = (text: string) => ({ text, unit: 'USDC', known: true });
  const deployed = {
    status: 'COMPLETED' as const,
    error: null,
    fee: '50',
    feeWallet: null,
    claimable: null,
    total: null,
  };
  const row = (
    changes: Partial<typeof deployed> | { status: 'PENDING' } | { total: object },
    depositsDisabled = false,
  ) => ({ deployed: { ...deployed, ...changes }, depositsDisabled }) as never;
  expect([{}, { total: amount('0') }, { status: 'PENDING' as const }].map((each) => lacksBalance(row(each)))).toEqual([
    ...[true, false, false],
  ]);
  expect([row({}), row({}, true), row({ status: 'PENDING' })].map(takesDeposits)).toEqual([true, false, false]);
  expect(['0', '0.5'].map((text) => hasFees(row({ claimable: amount(text) } as never)))).toEqual([false, true]);
  expect(hasFees(row({}))).toBe(false);
});

test('the state of an operation has the interface’s words', () => {
  const waiting = { state: 'waiting', hash: null };
  expect(standingIn('deposit', {})).toEqual(waiting);
  expect(standingIn('deposit', { status: 'PENDING' })).toEqual(waiting);
  expect(standingIn('withdraw', { status: 'COMPLETED', withdrawTxHash: '0x1' })).toEqual({
    state: 'done',
    hash: '0x1',
  });
  expect(standingIn('claim', { status: 'COMPLETED', withdrawTxHash: '0x1' })).toEqual({ state: 'done', hash: null });
  expect(standingIn('deploy', { status: 'FAILED', error: 'it reverted' })).toEqual({
    state: 'failed',
    hash: null,
    error: 'it reverted',
  });
});
