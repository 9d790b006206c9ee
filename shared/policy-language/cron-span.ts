import { PolicyFault } from './fault.ts';

/** The recurring windows of a schedule. */
export interface CronSpan {
  /** Reports whether an instant is in a window, the end excluded. Calls `step` for each minute that it checks. */
  readonly includes: (milliseconds: number, step: () => void) => boolean;
  /** True when no window ever begins: a day that its months do not have. */
  readonly isNever: boolean;
  /** The five fields, the duration and the time zone as they are written. */
  readonly source: readonly [cron: string, duration: string, timeZone: string];
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DURATION = /^(?:([0-9]{1,5})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?$/;
const LONGEST = 7 * 24 * 60;
/** The fields of a schedule, with the least and the most of each. */
const FIELDS = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day of the month', 1, 31],
  ['month', 1, 12],
  ['day of the week', 0, 6],
] as const;
type Field = (typeof FIELDS)[number];

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
    isNever: neverFires(cron),
    source: [cron, duration, timeZone],
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
  const texts = cron.trim().split(/[ \t]+/);
  if (texts.length !== FIELDS.length) throw new PolicyFault(fieldCount(texts));
  const [minute, hour, day, month, weekday] = FIELDS.map((field, index) => readField(texts[index] ?? '', field));
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

/** The days of each month, in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns true when a schedule names days that none of its months has. */
function neverFires(cron: string): boolean {
  const texts = cron.trim().split(/[ \t]+/);
  const [, , days, months, weekdays] = FIELDS.map((field, index) => readField(texts[index] ?? '', field));
  if (!days || !months || weekdays) return false;
  return [...months].every((month) => Math.min(...days) > (DAYS[month - 1] ?? 0));
}

function fieldCount({ length }: readonly string[]): string {
  const more = length > FIELDS.length ? '; leave out seconds and years' : '';
  return `a schedule has five fields, as in '0 9 * * 1-5', and this one has ${length}${more}`;
}

/** The numbers of a field. Null for `*`. */
function readField(text: string, field: Field): ReadonlySet<number> | null {
  if (text === '*') return null;
  const [name, least, most] = field;
  const numbers = text.split(',').flatMap((item) => {
    const [, from = '', to = from] = /^([0-9]{1,2})(?:-([0-9]{1,2}))?$/.exec(item) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === '' || first < least || last > most || first > last)
      throw new PolicyFault(`the ${name} ${quoted(item)} of a schedule ${fieldFault(item, field)}`);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return new Set(numbers);
}

const NAMES = {
  'day of the week': ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
  month: ['', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
} as const;

/** Returns the reason why an item of a field is refused, and a correction. */
function fieldFault(item: string, [name, least, most]: Field): string {
  const [, start, step] = /^(\*|[0-9]{1,2})\/([0-9]{1,2})$/.exec(item) ?? [];
  if (step !== undefined && Number(step) > 0) {
    const numbers = [];
    for (let next = start === '*' ? least : Number(start); next <= most; next += Number(step)) numbers.push(next);
    return `is a step, and a schedule has none; write ${numbers.join(',')}`;
  }
  if (item === '?') return 'is of another kind of schedule; write *';
  const words =
    name === 'month' || name === 'day of the week' ? item.split('-').map((word) => numberOf(word, NAMES[name])) : [];
  if (words.length > 0 && words.every((word) => word !== -1)) return `is a name; write ${words.join('-')}`;
  if (name === 'day of the week' && item === '7') return 'is no day here; write 0 for Sunday';
  const [, from = '', to = ''] = /^([0-9]{1,2})-([0-9]{1,2})$/.exec(item) ?? [];
  if (from !== '' && Number(from) > Number(to) && Number(from) <= most && Number(to) >= least)
    return `ends before it begins; write ${from}-${most},${least}-${to}`;
  return `is no number from ${least} to ${most}, and no range of them; write as in ${least}, ${least}-${least + 1} or *`;
}

const numberOf = (word: string, names: readonly string[]) =>
  word.length < 3 ? -1 : names.indexOf(word.slice(0, 3).toUpperCase());

function readDuration(text: string): number {
  const [, days, hours, minutes] = DURATION.exec(text) ?? [];
  const total = Number(days ?? 0) * 24 * 60 + Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (total > 0 && total <= LONGEST) return total;
  throw new PolicyFault(`the duration ${quoted(text)} ${durationFault(text, total)}`);
}

/** Units as people write them, and as ISO 8601 has them. */
const WRITTEN = /^(?:P?T?)([0-9]{1,5}) ?(d|h|m)(?:ays?|ours?|in|inutes?|r|rs)?$/i;

function durationFault(text: string, total: number): string {
  if (total > LONGEST) return 'is longer than 7d; write a shorter one';
  if (/^(0{1,5}[dhm])+$/.test(text)) return 'is nothing; write at least 1m';
  const [, count, unit = ''] = WRITTEN.exec(text) ?? [];
  if (count !== undefined) return `is written otherwise here; write ${Number(count)}${unit.toLowerCase()}`;
  if (/^([0-9]+[dhm])*[0-9]+s$/.test(text)) return 'has seconds; write whole minutes, as in 90m';
  return 'is none of days, hours and minutes in this order; write as in 1d, 8h, 90m or 1h30m';
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
    // An offset is not a zone name, although the platform accepts it.
    if (/^[A-Za-z]/.test(timeZone)) return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts });
  } catch {
    // The platform does not know it.
  }
  throw new PolicyFault(`${quoted(timeZone)} is no IANA time zone; write ${zoneFor(timeZone)}`);
}

/** The zone that was probably meant. */
function zoneFor(given: string): string {
  const city = given.replaceAll(' ', '_').toLowerCase();
  const found = Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(`/${city}`));
  return found.length === 1 ? String(found[0]) : 'one such as Europe/Berlin, or UTC';
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
