import type { HistoryRow } from '../model/index.ts';
import type { StatusWords } from './statuses.ts';

export const DIRECTION_WORDS: Readonly<Record<HistoryRow['direction'], string>> = {
  in: 'In',
  out: 'Out',
  both: 'In and out',
  none: 'No transfer',
};

export const STATE_WORDS: Readonly<Record<HistoryRow['state'], StatusWords>> = {
  finalized: { label: 'Final', tone: 'plain', sentence: 'Its block is final.' },
  confirmed: {
    label: 'Not final yet',
    tone: 'care',
    sentence: 'Its block can still be replaced. Do not count on it yet.',
  },
  failed: { label: 'Failed', tone: 'danger', sentence: 'Nothing moved but the fee.' },
};
