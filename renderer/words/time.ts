import { DAY_MS, LAST_MOMENT } from '../../shared/model/index.ts';
import { DATES } from '../language/locale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Returns how long ago a time was, in words: "just now", "3 min ago", "2 h ago", "5 days ago". Times in milliseconds.
 */
export function age(then: number, now: number): string {
  const passed = now - then;
  const days = Math.floor(passed / DAY_MS);
  // German has another form of “days” here than in a duration.
  if (days > 1) return `${days} days ago`;
  return passed < MINUTE ? 'just now' : `${span(passed)} ago`;
}

/** Returns a duration in its largest whole unit: "3 min", "2 h", "5 days". Below a minute it is "under a minute". */
export function span(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'under a minute';
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < DAY_MS) return `${Math.floor(milliseconds / HOUR)} h`;
  const days = Math.floor(milliseconds / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
}

const DATE = new Intl.DateTimeFormat(DATES, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const SHORT = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Formats a moment in this machine's time zone, to the second. Null and a number that is no date give "not known". */
export function moment(milliseconds: number | null): string {
  return isDate(milliseconds) ? DATE.format(milliseconds) : 'not known';
}

/** A service or a node may report a number that is no date, for which a format throws. */
const isDate = (milliseconds: number | null): milliseconds is number =>
  milliseconds !== null && Math.abs(milliseconds) <= LAST_MOMENT;

const DAY_ALONE = new Intl.DateTimeFormat(DATES, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a day that is written as `2027-01-15`. Anything else stays as it is. */
export function day(written: string): string {
  const at = Date.parse(written);
  return Number.isNaN(at) ? written : DAY_ALONE.format(at);
}

const LOCAL_DAY = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'short', year: 'numeric' });

/** Returns the day of a moment in this machine's time zone. */
export const dayOf = (milliseconds: number): string =>
  isDate(milliseconds) ? LOCAL_DAY.format(milliseconds) : 'a day not known';

const SECONDS = new Intl.NumberFormat(DATES, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Returns the duration of an exchange: "84 ms", "1.2 s". */
export const tookWords = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${SECONDS.format(milliseconds / 1000)} s`;

const TIME = new Intl.DateTimeFormat(DATES, { hour: '2-digit', minute: '2-digit' });

/** Returns hour and minute, for use beside a date. */
export function timeOfDay(milliseconds: number): string {
  return TIME.format(milliseconds);
}

/** A moment in a sentence: of today the time is enough. */
export function signedAt(milliseconds: number, now = Date.now()): string {
  const isToday = new Date(milliseconds).toDateString() === new Date(now).toDateString();
  return isToday ? TIME.format(milliseconds) : SHORT.format(milliseconds);
}

/** A moment for a column, empty for none: day, month, hour and minute. */
export function shortMoment(milliseconds: number | null): string {
  return isDate(milliseconds) ? SHORT.format(milliseconds) : '';
}
