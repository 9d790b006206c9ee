import { DAY_MS, type GroupHeading, type NAMED_GROUPS } from '../../shared/model/index.ts';
import { DATES } from '../language/locale.ts';

const WEEKDAY = new Intl.DateTimeFormat(DATES, { weekday: 'long' });
const DATE = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long', year: 'numeric' });

const NAMES: Readonly<Record<(typeof NAMED_GROUPS)[number], string>> = {
  open: 'Open',
  wanted: 'Needs your vote',
  others: 'Waits for others',
  voted: 'You voted, waits for others',
};

/** Returns the name of a group: “Today”, “Monday 23 November 2026”, “Needs your vote”. */
export function groupName(group: GroupHeading['group'], now: number): string {
  if (group === null) return 'Time not known';
  return typeof group === 'string' ? NAMES[group] : dayName(group, now);
}

/** The name of a day by its start in local time. */
function dayName(day: number, now: number): string {
  const daysAgo = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / DAY_MS);
  if (daysAgo === 0) return 'Today';
  return daysAgo === 1 ? 'Yesterday' : `${WEEKDAY.format(day)} ${DATE.format(day)}`;
}
