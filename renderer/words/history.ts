import type { HistoryRow } from '../../shared/model/index.ts';
import type { StatusWords } from './status.ts';

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

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const DAY_LENGTH = 24 * 60 * 60 * 1000;

/** Returns the heading for the transactions of a day. */
export function dayHeading(day: number, now: number): string {
  const daysAgo = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / DAY_LENGTH);
  const name = `${WEEKDAY.format(day)} ${DATE.format(day)}`;
  if (daysAgo === 0) return `Today, ${name}`;
  return daysAgo === 1 ? `Yesterday, ${name}` : name;
}
