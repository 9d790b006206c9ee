/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The timestamp object of the interface (docs/protocol.md#json): decimal strings. */
export interface Timestamp {
  readonly seconds: string;
  readonly nanos: string;
}

/**
 * Converts milliseconds since the epoch to a timestamp with whole seconds, as the public service writes them
 * (docs/protocol.md#json).
 *
 * @example
 * toTimestamp(1745383555123);
 * // { seconds: '1745383555', nanos: '0' }
 */
export function toTimestamp(milliseconds: number): Timestamp {
  return { seconds: String(Math.floor(milliseconds / 1000)), nanos: '0' };
}

/**
 * Converts milliseconds since the epoch to RFC 3339 in UTC with whole seconds. A number that is no date stays a number.
 *
 * @example
 * toRfc3339(1745383555123);
 * // '2025-04-23T04:45:55Z'
 */
export function toRfc3339(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? `${milliseconds} ms` : `${date.toISOString().slice(0, 19)}Z`;
}

/** As the window's other dates write them (British English). */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const;

/**
 * Formats a moment in UTC for people. `Date.parse` reads it again. Takes milliseconds since the epoch, and shows
 * milliseconds when there are any. A year before 1970 or after 9999 is written as RFC 3339. Throws RangeError for a
 * number that is no date.
 *
 * @example
 * utcMoment(1745383555123);
 * // '23 Apr 2025, 04:45:55.123 UTC'
 */
export function utcMoment(milliseconds: number): string {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  const text = date.toISOString();
  if (year < 1970 || year > 9999) return text;
  const time = text
    .slice(text.indexOf('T') + 1)
    .replace('.000Z', '')
    .replace('Z', '');
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${year}, ${time} UTC`;
}

/** The allowed difference of a request's time from the service's clock, in milliseconds (docs/protocol.md#requests). */
export const REQUEST_TIME = { behind: 60 * 60 * 1000, ahead: 5 * 60 * 1000 } as const;

/**
 * Returns a duration in words. Takes milliseconds.
 *
 * @example
 * durationText(300_000);
 * // '5 minutes'
 */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** The last moment that a date can have (ECMA-262, 21.4.1.1), in milliseconds since the epoch. */
export const LAST_MOMENT = 8.64e15;

const momentOrNull = (milliseconds: number): number | null =>
  Math.abs(milliseconds) <= LAST_MOMENT ? milliseconds : null;

/**
 * Parses an activity time in either dialect: the timestamp object of the public service or a string (RFC 3339, or
 * decimal seconds).
 * Returns milliseconds since the epoch, or null for anything else, also for a number that is no date.
 *
 * @example
 * readTimestamp({ seconds: '1745383555', nanos: '123000000' });
 * // 1745383555123
 */
export function readTimestamp(value: unknown): number | null {
  if (typeof value === 'string') {
    return momentOrNull(/^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value));
  }
  if (typeof value !== 'object' || value === null) return null;
  const { seconds, nanos } = value as Partial<Timestamp>;
  return momentOrNull(Number(seconds) * 1000 + Math.floor(Number(nanos ?? 0) / 1e6));
}
