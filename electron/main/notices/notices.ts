import type { AppState, Destination, Preferences } from '../../../shared/ipc/index.ts';
import { type ActivityRow, DAY_MS, type OrganizationContent, type WaitingRow } from '../../../shared/model/index.ts';
import { visibleText } from '../../../shared/wire/index.ts';
import { shortHeadline } from '../../../shared/words/index.ts';
import type { Words } from '../words/words.ts';

/** A key is announced once in a run for each of these numbers of days before its end, the nearest first. */
const STEPS = [1, 7, 30];

/** The data of one profile that notices are made of. */
export interface Watched {
  readonly profile: string;
  readonly waiting: readonly WaitingRow[];
  readonly activities: readonly ActivityRow[];
  /** The user of the profile's key. Null when it is not known. */
  readonly me: string | null;
  readonly users: OrganizationContent['users'];
  readonly backup: AppState['backup'];
  /** False while the operator looks at the window, which shows the news itself. */
  readonly isAway: boolean;
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
   * of keys. A kind that is off is compared and not announced. The end of a key and a missing backup wait until the operator
   * is away.
   */
  next(watched: Watched, kinds: Preferences['notices']): readonly Notice[];
}

/** Remembers what each profile showed last. `words` returns the sentences in the language of this moment. */
export function createNoticeMaker(words: () => Words['notices']): NoticeMaker {
  const waitingBefore = new Map<string, ReadonlySet<string>>();
  const openBefore = new Map<string, ReadonlySet<string>>();
  /** The nearest step that was announced, by profile and key. */
  const announced = new Map<string, number>();
  /** The time of the newest keys whose missing backup was announced, or that were there at the start, by profile. */
  const keysBefore = new Map<string, number>();

  const votes = ({ profile, waiting }: Watched): Detailed[] => {
    const before = waitingBefore.get(profile);
    waitingBefore.set(profile, new Set(waiting.map(({ activityId }) => activityId)));
    const fresh = before === undefined ? [] : waiting.filter(({ activityId }) => !before.has(activityId));
    if (fresh.length === 0) return [];
    return [
      {
        ...words().votes(profile, fresh.length, waiting.length),
        details: fresh.map(({ headline, addresses }) => shortHeadline(headline, new Set(addresses))).join('\n'),
        destination: { place: 'inbox', item: null },
      },
    ];
  };

  const ended = ({ profile, activities, me }: Watched): Detailed[] => {
    const before = openBefore.get(profile) ?? new Set();
    const { ended: titles, request } = words();
    const isMine = ({ askedBy }: ActivityRow) => me !== null && askedBy?.userId === me;
    const own = activities.filter(isMine);
    openBefore.set(
      profile,
      new Set(own.filter(({ status }) => !Object.hasOwn(titles, status)).map(({ activityId }) => activityId)),
    );
    return own
      .filter(({ activityId, status }) => before.has(activityId) && Object.hasOwn(titles, status))
      .map(({ activityId, status, words, title }) => ({
        title: titles[status] ?? title,
        body: request(profile),
        details: words === null ? title : shortHeadline(words.what, new Set(words.addresses)),
        destination: { place: 'activities', item: activityId },
      }));
  };

  const endings = ({ profile, users, isAway, now }: Watched): Detailed[] => {
    if (!isAway) return [];
    const soon = users.flatMap(({ name: user, keys }) =>
      keys.flatMap(({ id, name, expiresAt }) => {
        const step = STEPS.find((days) => expiresAt != null && expiresAt > now && expiresAt - now <= days * DAY_MS);
        return expiresAt == null || step === undefined
          ? []
          : [{ place: `${profile} ${id}`, name, user, expiresAt, step }];
      }),
    );
    const fresh = soon.filter(({ place, step }) => step < (announced.get(place) ?? Number.POSITIVE_INFINITY));
    for (const { place, step } of fresh) announced.set(place, step);
    return STEPS.flatMap((step) => {
      const keys = fresh.filter((key) => key.step === step);
      if (keys.length === 0) return [];
      const first = Math.min(...keys.map(({ expiresAt }) => expiresAt));
      return [
        {
          ...(step === 1
            ? words().lastDay(profile, keys.length, first, now)
            : words().laterDay(profile, keys.length, first, now, step)),
          details: keys.map(({ name, user }) => words().keyOf(name, user)).join('\n'),
          destination: { place: 'organization', item: 'ending-keys' } as const,
        },
      ];
    });
  };

  const unsaved = ({ profile, backup: { lastAt, newKeysAt }, isAway, now }: Watched): Detailed[] => {
    const before = keysBefore.get(profile);
    if (before === undefined) keysBefore.set(profile, newKeysAt ?? 0);
    if (before === undefined || newKeysAt === null || newKeysAt <= before || !isAway) return [];
    keysBefore.set(profile, newKeysAt);
    const { title, body } = words().unsaved(profile, lastAt, now);
    return [{ title, body, details: body, destination: { place: 'settings', item: 'backup' } }];
  };

  return {
    next(watched, kinds) {
      const found = {
        votes: votes(watched),
        requests: ended(watched),
        keys: endings(watched),
        backups: unsaved(watched),
      };
      const news = (Object.keys(found) as (keyof typeof found)[]).flatMap((kind) => (kinds[kind] ? found[kind] : []));
      return news.map(({ details, body, ...notice }) => ({
        ...notice,
        body: kinds.details ? visibleText(details, true) : body,
      }));
    },
  };
}
