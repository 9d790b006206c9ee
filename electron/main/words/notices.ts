import { DAY_MS } from '../../../shared/model/index.ts';
import { counted } from '../../../shared/words/index.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The outcomes of a request that are announced. */
const ENDED: Readonly<Record<string, string>> = {
  ACTIVITY_STATUS_COMPLETED: 'Your request was completed',
  ACTIVITY_STATUS_FAILED: 'Your request failed',
  ACTIVITY_STATUS_REJECTED: 'Your request was rejected',
};

/** The title of a notification, and the body without an amount, an address or a name. */
interface Announced {
  readonly title: string;
  readonly body: string;
}

/** The sentences of the notifications. Times are milliseconds since the epoch. */
export const NOTICES = {
  ended: ENDED,

  votes: (profile: string, fresh: number, waiting: number): Announced => ({
    title: `${counted(fresh, 'request waits', 'requests wait')} for your vote`,
    body: `${profile}: ${counted(waiting, 'request waits', 'requests wait')} in the inbox.`,
  }),

  request: (profile: string): string => `${profile}: open it to see the result.`,

  unsaved: (profile: string, lastAt: number | null, now: number): Announced => ({
    title: 'A new wallet or key is in no backup',
    body: lastAt === null ? `${profile}: there is no backup yet.` : lastBackup(profile, lastAt, now),
  }),

  keyOf: (key: string, user: string): string => `${key} of ${user}`,

  /** Keys that end within more than a day. */
  laterDay: (profile: string, keys: number, first: number, now: number, step: number): Announced => ({
    title: `${counted(keys, 'API key ends', 'API keys end')} within ${step} days`,
    body: `${profile}: the first ends in ${counted(Math.ceil((first - now) / DAY_MS), 'day', 'days')}.`,
  }),

  /** Keys that end within a day, with the time. */
  lastDay(profile: string, keys: number, first: number, now: number): Announced {
    const isToday = new Date(first).toDateString() === new Date(now).toDateString();
    const at = isToday ? `today at ${TIME.format(first)}` : `tomorrow at ${TIME.format(first)}`;
    return keys === 1
      ? { title: `1 API key stops ${at}`, body: `${profile}: replace it before that.` }
      : { title: `${keys} API keys stop, the first ${at}`, body: `${profile}: replace them before that.` };
  },
} as const;

function lastBackup(profile: string, at: number, now: number): string {
  const days = Math.floor((now - at) / DAY_MS);
  return days <= 0
    ? `${profile}: the last backup was made today.`
    : `${profile}: the last backup was made ${counted(days, 'day', 'days')} ago.`;
}
