import { inQuotes } from '../../../../shared/model/index.ts';
import { worded } from '../../../language/worded.ts';
import { endWords } from '../../../words/ends.ts';
import { activitySentence } from '../../../words/headline.ts';
import { counted } from '../../../words/number.ts';
import { votesOf } from '../../../words/votes.ts';
import { quorumWords } from '../quorum/quorum-rules.ts';
import { adviceAfter, isSession, type Leaving, policiesNaming, quorumWithout, type Removal } from './leaving-rules.ts';
import { type OpenRequest, requestsOf } from './open-requests.ts';

/** One kind of power of a user: what it is today, and what is left of it after the chosen removals. */
export interface Holding {
  readonly label: string;
  /** The removal that takes it. Null for what no request of its own takes. */
  readonly removal: Removal | null;
  readonly today: readonly string[];
  readonly after: readonly string[];
  /** True for a power that stays, or for a loss that others notice. */
  readonly isCare: boolean;
}

/** Returns everything that a user has, in the order of the page. A kind that the user lacks is left out. */
export function holdingsOf(leaving: Leaving, chosen: ReadonlySet<Removal>, now: number): readonly Holding[] {
  const { user, open } = leaving;
  const { made, approved, awaited } = requestsOf(user.id, open);
  const isRemoved = chosen.has('user');
  const taken = (removal: Removal): Pick<Holding, 'after' | 'isCare'> =>
    chosen.has(removal)
      ? { after: ['removed first'], isCare: false }
      : isRemoved
        ? { after: ['removed with the user'], isCare: false }
        : { after: [worded('stay')], isCare: true };
  const login = loginAfter(leaving, chosen);
  const sessions = user.keys.filter(isSession);
  const keys = user.keys.filter((key) => !isSession(key));
  const rows: readonly Holding[] = [
    quorumHolding(leaving, chosen),
    {
      label: 'API keys',
      removal: 'keys',
      today: keys.map(({ name, expiresAt }) => `${name}, ${endingWords(expiresAt, now)}`),
      ...taken('keys'),
    },
    {
      label: 'Sessions',
      removal: keys.length === 0 ? 'keys' : null,
      today: sessions.map(({ name, expiresAt }) => `${name}, ${endingWords(expiresAt, now)}`),
      ...taken('keys'),
    },
    { label: 'Passkeys', removal: 'passkeys', today: user.passkeys.map(({ name }) => name), ...taken('passkeys') },
    {
      label: 'OAuth providers',
      removal: 'providers',
      today: user.providers.map(({ name, issuer }) => `${name}, ${issuer}`),
      ...taken('providers'),
    },
    tagHolding(leaving, chosen),
    {
      label: 'Own requests',
      removal: made.some(({ row }) => row.canVote) ? 'requests' : null,
      today: made.map(requestWords),
      after: [chosen.has('requests') && made.some(({ row }) => row.canVote) ? worded('rejected') : 'stay open'],
      isCare: !chosen.has('requests'),
    },
    {
      label: 'Votes given',
      removal: null,
      today: approved.map(requestWords),
      after: [{ none: 'no longer count', some: worded('count'), unknown: CODES }[login]],
      isCare: login !== 'some',
    },
    {
      label: 'Votes wanted',
      removal: null,
      today: awaited.map(requestWords),
      after: [{ none: 'only others can vote', some: 'can be given', unknown: CODES }[login]],
      isCare: login !== 'some',
    },
    {
      label: 'Other requests',
      removal: null,
      after: ['not known'],
      isCare: true,
      today: leaving.isOpenWhole ? [] : ['not known: there are more open requests than were read'],
    },
    policyHolding(leaving, isRemoved),
  ];
  return rows.filter(({ today }) => today.length > 0);
}

const CODES = 'not known: a login code can give a new key';

/** Returns the ways to vote that a user keeps. A code to the email or phone may give a new key. */
function loginAfter({ user }: Leaving, chosen: ReadonlySet<Removal>): 'none' | 'some' | 'unknown' {
  if (chosen.has('user')) return 'none';
  const kept = (['keys', 'passkeys', 'providers'] as const).some(
    (removal) => user[removal].length > 0 && !chosen.has(removal),
  );
  if (kept) return 'some';
  return user.email === null && user.phone === null ? 'none' : 'unknown';
}

function quorumHolding({ user, content }: Leaving, chosen: ReadonlySet<Removal>): Holding {
  const { quorum } = content;
  const isMember = quorum?.userIds.includes(user.id) === true;
  const { draft } = quorumWithout({ user, content });
  const label = { label: 'Root quorum', removal: 'quorum' as const };
  if (quorum === null || !isMember || draft === null)
    return { ...label, today: isMember ? [worded('member')] : [], after: ['stays'], isCare: true };
  return {
    ...label,
    today: [`member, ${quorumWords(quorum)}`],
    after: [chosen.has('quorum') ? `${draft.threshold} of ${draft.userIds.length} without ${user.name}` : 'stays'],
    isCare: !chosen.has('quorum'),
  };
}

function tagHolding({ user, content, names }: Leaving, chosen: ReadonlySet<Removal>): Holding {
  const isTaken = chosen.has('tags') || chosen.has('user');
  const left = user.tagIds.map((tagId) => ({
    name: names.of(tagId),
    count: content.users.filter(({ id, tagIds }) => id !== user.id && tagIds.includes(tagId)).length,
  }));
  return {
    label: 'Tags',
    removal: 'tags',
    today: left.map(({ name }) => name),
    after: isTaken
      ? left.map(({ name, count }) => `${name}: ${count === 0 ? 'nobody' : count} left`)
      : [worded('stay')],
    isCare: !isTaken || left.some(({ count }) => count === 0),
  };
}

function policyHolding(leaving: Leaving, isRemoved: boolean): Holding {
  const { user, content } = leaving;
  const { readAt, problem } = content.parts.policies;
  if (readAt === null || problem !== null)
    return {
      label: 'Policies',
      removal: null,
      today: ['not known: policies were not read'],
      after: ['not known'],
      isCare: true,
    };
  const named = policiesNaming(leaving);
  const advice = isRemoved
    ? named.flatMap((policy) => adviceAfter(policy, { user, content }).map((text) => `${policy.name}: ${text}`))
    : [];
  return {
    label: 'Policies',
    removal: null,
    today: named.map(({ name }) => name),
    after: advice.length === 0 ? [worded('stay')] : advice,
    isCare: advice.length > 0,
  };
}

/** Returns "no end", "ended 3 days ago", or "ends in 12 days". */
function endingWords(end: number | null | undefined, now: number): string {
  const { text } = endWords(end, now);
  return end == null || end <= now ? text : `ends ${text}`;
}

const requestWords = ({ row }: OpenRequest): string =>
  `${inQuotes(activitySentence(row))}, ${row.missing === undefined ? counted(row.approvals, 'vote') : `${votesOf(row)} votes`}`;

/** Returns the conclusion of the page. */
export function conclusion({ user: { name }, content: { quorum, me } }: Leaving, chosen: ReadonlySet<Removal>): string {
  if (!chosen.has('user')) return chosen.size === 0 ? `${name} keeps all access` : `${name} stays a user`;
  const isAlone = quorum !== null && quorum.threshold === 1 && me !== null && quorum.userIds.includes(me);
  return isAlone
    ? `${name} loses all access when you confirm`
    : `${name} loses all access after your confirmation and any votes`;
}
