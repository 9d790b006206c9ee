import type { Destination, Preferences } from '../../../shared/ipc/index.ts';
import type { ActivityRow, OrganizationContent, WaitingRow } from '../../../shared/model/index.ts';
import { visibleText } from '../../../shared/wire/index.ts';
import { counted } from '../../../shared/words/index.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Keys that end within this time are announced, once in a run. */
const ENDS_SOON = 30 * DAY;

/** The outcomes of a request that are announced. */
const ENDED: Readonly<Record<string, string>> = {
  ACTIVITY_STATUS_COMPLETED: 'was completed',
  ACTIVITY_STATUS_FAILED: 'failed',
  ACTIVITY_STATUS_REJECTED: 'was rejected',
};

/** The data of one profile that notices are made of. */
export interface Watched {
  readonly profile: string;
  readonly waiting: readonly WaitingRow[];
  readonly activities: readonly ActivityRow[];
  /** The user of the profile's key. Null when it is not known. */
  readonly me: string | null;
  readonly users: OrganizationContent['users'];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** One announcement. Its title never has an amount, an address or a name. Its body has them only by choice. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly destination: Destination;
}

/** A notice with the body that the operator can choose. */
interface Detailed extends Notice {
  readonly details: string;
}

export interface NoticeMaker {
  /**
   * Compares with the data before and returns the news. The first data of a profile are the start and give only the ends
   * of keys. A kind that is off is compared and not announced.
   */
  next(watched: Watched, kinds: Preferences['notices']): readonly Notice[];
}

/** Remembers what each profile showed last. */
export function createNoticeMaker(): NoticeMaker {
  const waitingBefore = new Map<string, ReadonlySet<string>>();
  const openBefore = new Map<string, ReadonlySet<string>>();
  const announced = new Set<string>();

  const votes = ({ profile, waiting }: Watched): Detailed[] => {
    const before = waitingBefore.get(profile);
    waitingBefore.set(profile, new Set(waiting.map(({ activityId }) => activityId)));
    const fresh = before === undefined ? [] : waiting.filter(({ activityId }) => !before.has(activityId));
    if (fresh.length === 0) return [];
    return [
      {
        title: `${counted(fresh.length, 'request waits', 'requests wait')} for your vote`,
        body: `${profile}: ${counted(waiting.length, 'request waits', 'requests wait')} in the inbox.`,
        details: fresh.map(({ headline }) => headline).join('\n'),
        destination: { place: 'inbox', item: null },
      },
    ];
  };

  const ended = ({ profile, activities, me }: Watched): Detailed[] => {
    const before = openBefore.get(profile) ?? new Set();
    const isMine = ({ askedBy }: ActivityRow) => me !== null && askedBy?.userId === me;
    const own = activities.filter(isMine);
    openBefore.set(
      profile,
      new Set(own.filter(({ status }) => !Object.hasOwn(ENDED, status)).map(({ activityId }) => activityId)),
    );
    return own
      .filter(({ activityId, status }) => before.has(activityId) && Object.hasOwn(ENDED, status))
      .map(({ activityId, status, words, title }) => ({
        title: `Your request ${ENDED[status]}`,
        body: `${profile}: open it to see the result.`,
        details: words?.what ?? title,
        destination: { place: 'activities', item: activityId },
      }));
  };

  const endings = ({ profile, users, now }: Watched): Detailed[] => {
    const soon = users.flatMap(({ name, keys }) =>
      keys
        .filter(({ expiresAt }) => expiresAt !== null && expiresAt > now && expiresAt - now <= ENDS_SOON)
        .map((key) => ({ ...key, user: name })),
    );
    const fresh = soon.filter(({ id }) => !announced.has(`${profile} ${id}`));
    for (const { id } of fresh) announced.add(`${profile} ${id}`);
    if (fresh.length === 0) return [];
    const first = Math.min(...fresh.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
    const days = Math.ceil((first - now) / DAY);
    return [
      {
        title: `${counted(fresh.length, 'API key ends', 'API keys end')} within 30 days`,
        body: `${profile}: the first ends in ${counted(days, 'day', 'days')}.`,
        details: fresh.map(({ name, user }) => `${name} of ${user}`).join('\n'),
        destination: { place: 'organization', item: 'ending-keys' },
      },
    ];
  };

  return {
    next(watched, kinds) {
      const found = { votes: votes(watched), requests: ended(watched), keys: endings(watched) };
      const news = (Object.keys(found) as (keyof typeof found)[]).flatMap((kind) => (kinds[kind] ? found[kind] : []));
      return news.map(({ details, body, ...notice }) => ({
        ...notice,
        body: kinds.details ? visibleText(details, true) : body,
      }));
    },
  };
}
