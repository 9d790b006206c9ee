import { DAY_MS } from '../../shared/model/index.ts';
import { DATES } from '../language/locale.ts';

export { DIRECTION_WORDS, STATE_WORDS } from '../../shared/words/index.ts';

const WEEKDAY = new Intl.DateTimeFormat(DATES, { weekday: 'long' });
const DATE = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long', year: 'numeric' });

/** Returns the heading for the transactions of a day. */
export function dayHeading(day: number, now: number): string {
  const daysAgo = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / DAY_MS);
  const name = `${WEEKDAY.format(day)} ${DATE.format(day)}`;
  if (daysAgo === 0) return `Today, ${name}`;
  return daysAgo === 1 ? `Yesterday, ${name}` : name;
}
