/** The present month and this many whole months before it are not archived. */
const KEPT_MONTHS = 3;

/** Returns the UTC month of a time in milliseconds since the epoch, such as `2026-08`. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** Returns the first millisecond after a UTC month. */
export function endOfMonth(month: string): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1);
}

/** Returns the first millisecond that is too young to be archived. */
export function startOfKept(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - KEPT_MONTHS, 1);
}

/** The month of an archive for that time, after the last archive. A clock that was set back must not name one twice. */
export function monthToArchive(at: number, last: string | undefined): string {
  const month = monthOf(at);
  const next = last === undefined ? month : monthOf(endOfMonth(last));
  return next > month ? next : month;
}
