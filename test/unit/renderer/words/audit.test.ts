import { describe, expect, it } from 'vitest';
import { faultWords, hidesReads, logWords, OUTCOME_WORDS, withReadsToggled } from '../../../../renderer/words/audit.ts';
import { AUDIT_OUTCOMES } from '../../../../shared/model/index.ts';

const NOW = new Date(2026, 10, 24, 15, 0).getTime();
const AT = new Date(2026, 10, 24, 14, 31).getTime();
const text = (status: Parameters<typeof logWords>[0]) => {
  const { isProven, strong, rest } = logWords(status, NOW);
  return [isProven, `${strong} ${rest}`.replaceAll(/\s/g, ' ')];
};

describe('the state of the audit log in words', () => {
  it('claims nothing before a verification', () => {
    expect(text({ entries: 1_204 })).toEqual([false, '1,204 entries. Not verified since Castellan was started.']);
  });

  it('says when it was verified, and how many entries followed', () => {
    expect(text({ entries: 1_204, verified: { at: AT, entries: 1_204, through: 1_204 } })).toEqual([
      true,
      '1,204 entries, unbroken. Verified at 14:31.',
    ]);
    expect(text({ entries: 1_206, verified: { at: AT, entries: 1_204, through: 1_204 } })).toEqual([
      true,
      '1,204 entries, unbroken. Verified at 14:31, before 2 newer entries.',
    ]);
  });

  it('names a broken link by its two entries', () => {
    expect(faultWords({ sequence: 812, fault: 'changed' })).toBe('Entry 812 does not match 811');
    expect(faultWords({ sequence: 1, fault: 'changed' })).toBe('Entry 1 does not match its hash');
    expect(faultWords({ sequence: 5, fault: 'missing' })).toBe('Entry 5 is missing');
    expect(faultWords({ sequence: 5, fault: null })).toBeNull();
  });

  it('has words for every outcome, none of them proven', () => {
    for (const outcome of AUDIT_OUTCOMES) expect(OUTCOME_WORDS[outcome].tone).not.toBe('proven');
  });
});

it('a search hides the reads and shows them again, and keeps its other words', () => {
  const hidden = withReadsToggled('profile:staging wallet');
  expect(hidden).toBe('kind:request,record profile:staging wallet ');
  expect([hidesReads(hidden), hidesReads('kind:request')]).toEqual([true, false]);
  expect(withReadsToggled(hidden)).toBe('profile:staging wallet ');
  expect(withReadsToggled(withReadsToggled(''))).toBe('');
});
