import { DATES } from '../language/locale.ts';

export { DIRECTION_WORDS, STATE_WORDS } from '../../shared/words/index.ts';

const WEEKDAY = new Intl.DateTimeFormat(DATES, { weekday: 'long' });
const DATE = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long', year: 'numeric' });
const DAY_LENGTH = 24 * 60 * 60 * 1000;

/** Returns the heading for the transactions of a day. */
export function dayHeading(day: number, now: number): string {
  const daysAgo = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / DAY_LENGTH);
  const name = `${WEEKDAY.format(day)} ${DATE.format(day)}`;
  if (daysAgo === 0) return `Today, ${name}`;
  return daysAgo === 1 ? `Yesterday, ${name}` : name;
}
