import { PolicyFault } from './fault.ts';

/** The recurring windows of a schedule. */
export interface CronSpan {
  /** Reports whether an instant is in a window, the end excluded. Calls `step` for each minute that it checks. */
  readonly includes: (milliseconds: number, step: () => void) => boolean;
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DURATION = /^(?:([0-9]{1,5})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?$/;
const LONGEST = 7 * 24 * 60;
/** minute, hour, day of month, month, day of week: the least and the most of each. */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/**
 * Parses a schedule. Throws a `PolicyFault`.
 * - `cron`: five cron fields of numbers, ranges, lists and `*`.
 * - `duration`: days, hours and minutes, up to 7 days.
 * - `timeZone`: the IANA time zone of the fields.
 * Choice (cron-gaps): a local time that a change of clocks leaves out opens no window, one that comes twice opens two.
 */
export function readCronSpan(cron: string, duration: string, timeZone: string): CronSpan {
  const fires = readCron(cron);
  const minutes = readDuration(duration);
  const offsetAt = offsets(timeZone);
  return {
    includes(milliseconds, step) {
      const last = Math.floor(milliseconds / MINUTE) * MINUTE;
      for (let fire = last; fire > milliseconds - minutes * MINUTE; fire -= MINUTE) {
        step();
        if (fires(new Date(fire + offsetAt(fire)))) return true;
      }
      return false;
    },
  };
}

/** Returns a function that reports whether a minute, as the UTC members of a date, is in the schedule. */
function readCron(cron: string): (minute: Date) => boolean {
  const texts = cron.split(/[ \t]+/);
  if (texts.length !== FIELDS.length) throw new PolicyFault('a schedule has five fields');
  const [minute, hour, day, month, weekday] = FIELDS.map(([least, most], index) =>
    readField(texts[index] ?? '', least, most),
  );
  return (date) => {
    const isDay = day?.has(date.getUTCDate()) ?? true;
    const isWeekday = weekday?.has(date.getUTCDay()) ?? true;
    return (
      (minute?.has(date.getUTCMinutes()) ?? true) &&
      (hour?.has(date.getUTCHours()) ?? true) &&
      (month?.has(date.getUTCMonth() + 1) ?? true) &&
      // When both are restricted either is enough, as cron has it.
      (day !== null && weekday !== null ? isDay || isWeekday : isDay && isWeekday)
    );
  };
}

/** The numbers of a field; null for `*`. */
function readField(text: string, least: number, most: number): ReadonlySet<number> | null {
  if (text === '*') return null;
  const numbers = text.split(',').flatMap((item) => {
    const [, from = '', to = from] = /^([0-9]{1,2})(?:-([0-9]{1,2}))?$/.exec(item) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === '' || first < least || last > most || first > last)
      throw new PolicyFault(`${JSON.stringify(text.slice(0, 40))} is no field of a schedule from ${least} to ${most}`);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return new Set(numbers);
}

function readDuration(text: string): number {
  const [, days, hours, minutes] = DURATION.exec(text) ?? [];
  const total = Number(days ?? 0) * 24 * 60 + Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (total > 0 && total <= LONGEST) return total;
  throw new PolicyFault(`${JSON.stringify(text.slice(0, 40))} is no duration like 1d, 8h or 90m, up to 7d`);
}

/**
 * Returns the offset of local time from UTC at an instant, in milliseconds.
 * Clocks change at quarters of an hour, so the offset is computed once per quarter.
 */
function offsets(timeZone: string): (milliseconds: number) => number {
  const format = formatOf(timeZone);
  let quarter = Number.NaN;
  let offset = 0;
  return (milliseconds) => {
    const start = Math.floor(milliseconds / QUARTER) * QUARTER;
    if (start !== quarter) {
      const parts = new Map(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
      const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
      const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
      [quarter, offset] = [start, local - start];
    }
    return offset;
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    // An offset is no name of a zone, although the platform accepts it.
    if (/^[A-Za-z]/.test(timeZone)) return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts });
  } catch {
    // The platform does not know it.
  }
  throw new PolicyFault(`${JSON.stringify(timeZone.slice(0, 40))} is no IANA time zone`);
}
