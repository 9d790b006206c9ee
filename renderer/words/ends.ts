import { DAY_MS } from '../../shared/model/index.ts';
import type { Tone } from './status.ts';
import { dayOf, timeOfDay } from './time.ts';

/** Formats the day of a moment in this machine's time zone: "4 Mar 2026". Null gives the empty text. */
export function day(milliseconds: number | null): string {
  return milliseconds === null ? '' : dayOf(milliseconds);
}

/** The groups of keys by their ends, the most urgent first. */
export const END_GROUPS = [
  'In a week or less',
  'In 8 to 30 days',
  'Later',
  'End not known',
  'No end',
  'Ended',
] as const;

/** An end in milliseconds since the epoch, null for none. Undefined where the service states one that cannot be read. */
type End = number | null | undefined;

/** Returns the group of an end. */
export function endGroup(end: End, now: number): (typeof END_GROUPS)[number] {
  if (end === undefined) return 'End not known';
  if (end === null) return 'No end';
  if (end <= now) return 'Ended';
  const days = Math.ceil((end - now) / DAY_MS);
  return days <= 7 ? 'In a week or less' : days <= 30 ? 'In 8 to 30 days' : 'Later';
}

/**
 * Returns the end of a key in words: "today 14:00", "tomorrow 09:00", "in 12 days", "ended 3 days ago", "no end",
 * "end not known".
 * Within 24 hours it is a danger. Within 7 days it needs care, and so does an end that is not known.
 */
export function endWords(end: End, now: number): { readonly text: string; readonly tone: Tone } {
  if (end === undefined) return { text: 'end not known', tone: 'care' };
  if (end === null) return { text: 'no end', tone: 'plain' };
  const left = end - now;
  if (left <= 0) {
    const days = Math.floor(-left / DAY_MS);
    return {
      text: days === 0 ? 'ended today' : days === 1 ? 'ended 1 day ago' : `ended ${days} days ago`,
      tone: 'plain',
    };
  }
  if (left <= DAY_MS) {
    const isToday = new Date(end).toDateString() === new Date(now).toDateString();
    return { text: `${isToday ? 'today' : 'tomorrow'} ${timeOfDay(end)}`, tone: 'danger' };
  }
  const days = Math.ceil(left / DAY_MS);
  return { text: `in ${days} days`, tone: days <= 7 ? 'care' : 'plain' };
}

/** Returns true for an end within some days from now that has not passed. */
export const endsWithin = (end: End, days: number, now: number): boolean =>
  end != null && end > now && end - now <= days * DAY_MS;
