import { describe, expect, it } from 'vitest';
import { EMPTY_BATCH } from '../../../../renderer/features/batch/draft.ts';
import {
  feesOf,
  footerWords,
  groupOf,
  isChosen,
  termsOf,
  totalsOf,
  wantedOf,
} from '../../../../renderer/features/batch/rules.ts';
import type { BatchReview, LineFinding, ReviewedLine } from '../../../../shared/model/index.ts';

const COIN = { token: null, symbol: 'ETH', decimals: 18, held: '3000000000000000000' };
const finding = (level: LineFinding['level']): LineFinding => ({ level, short: 'It', text: 'It is so.' });
const line = (
  number: number,
  levels: readonly LineFinding['level'][] = [],
  units = '1000000000000000000',
): ReviewedLine => ({
  line: number,
  given: '',
  note: '',
  findings: levels.map(finding),
  isBarred: false,
  what: {
    kind: 'payment',
    to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    label: null,
    alike: null,
    token: null,
    memo: null,
    symbol: 'ETH',
    decimals: 18,
    units,
    fee: '1000000000000000',
  },
});
const review = (lines: ReviewedLine[]): BatchReview => ({
  columns: [],
  headerLine: 1,
  lines,
  assets: [COIN],
  coin: COIN,
  kept: '0',
  nonce: '7',
  problems: [],
});
const NONE = { removed: [], included: [] };

describe('the lines of a batch', () => {
  it('a danger line is held back until it is included, and a removed line is in no total', () => {
    const danger = line(2, ['care', 'danger']);
    expect(groupOf(danger, NONE)).toBe('danger');
    expect(isChosen(danger, NONE)).toBe(false);
    expect(isChosen(danger, { ...NONE, included: [2] })).toBe(true);
    expect(isChosen(danger, { removed: [2], included: [2] })).toBe(false);
    expect(isChosen(line(3, ['care']), NONE)).toBe(true);
    const barred = { ...line(4, ['danger']), isBarred: true };
    expect(isChosen(barred, { ...NONE, included: [4] })).toBe(false);
  });

  it('the totals have the fees and what is left, and say when it is not enough', () => {
    const lines = [line(2), line(3)];
    expect(totalsOf(review(lines), lines)).toEqual([
      { symbol: 'ETH', payments: 2, amount: '2', fees: '0.002 ETH', left: '0.998', isShort: false },
    ]);
    const [total] = totalsOf(review(lines), [...lines, line(4)]);
    expect(total).toMatchObject({ left: '-0.003', isShort: true });
    expect(feesOf(lines)).toBe('2000000000000000');
  });

  it('are signed as the table and the terms that were reviewed, whatever changed since', () => {
    const of = {
      table: { text: 'to,amount', columns: null },
      terms: { chain: 'eip155:1', from: '0x1', typed: null },
    } as const;
    const found = { review: review([line(2), line(3, ['danger']), line(4)]), of };
    const draft = { ...EMPTY_BATCH, text: 'amount,to', chain: 'eip155:8453', removed: [4] } as const;
    expect(wantedOf(found, draft)).toEqual({ ...of, name: 'Batch', lines: [2], fees: '1000000000000000' });
    expect(wantedOf(found, { ...draft, name: 'pay', included: [3] })).toMatchObject({ name: 'pay', lines: [2, 3] });
  });

  it('the foot counts the chosen lines and names the one that is held back', () => {
    expect(footerWords([line(2), line(3, ['danger'])], NONE)).toBe(
      '1 of 2 payments. Line 3 is held back until you resolve it.',
    );
    expect(footerWords([line(2), line(3)], NONE)).toBe('2 payments.');
    expect(footerWords([line(2, ['danger']), line(3, ['danger'])], NONE)).toBe(
      '0 of 2 payments. 2 lines are held back until you resolve them.',
    );
  });

  it('the typed fee is whole, or has its problems', () => {
    const typed = { ...EMPTY_BATCH, isTyped: true, maxFee: '32', priorityFee: '1.5', gasLimit: '21000', nonce: '0' };
    expect(termsOf(typed, 'eip155:1', '0x').terms?.typed).toEqual({
      maxFeePerGas: '32000000000',
      maxPriorityFeePerGas: '1500000000',
      gasLimit: '21000',
      nonce: '0',
    });
    expect(termsOf({ ...typed, nonce: '01', maxFee: '' }, 'eip155:1', '0x')).toMatchObject({
      terms: null,
      problems: { nonce: 'Use a whole number without leading zeros.', maxFee: 'Fill this in.' },
    });
    expect(termsOf(EMPTY_BATCH, 'eip155:1', '0x').terms?.typed).toBeNull();
  });
});
