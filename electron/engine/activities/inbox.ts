import {
  type ActivityDetail,
  approvalsExpireAt,
  type Finding,
  LAST_MOMENT,
  type ProfileRow,
  type WaitingRow,
} from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { namedBy } from '../../../shared/words/index.ts';
import { askerOf, toActivityRow, toVoteRows } from '../../client/index.ts';
import type { Base } from '../base.ts';
import { markedOwn } from '../naming/own-user.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { Activities } from './activities.ts';
import type { ActivityMeanings } from './activity-meanings.ts';
import { WAITING } from './wanted-votes.ts';

/** The activities that wait for the operator. */
export interface Inbox {
  /**
   * The activities that the service takes this operator’s approval for, those that wait for others, and when they were
   * last read. The first to expire stands first. `older` counts the waiting activities before the newest 500, which are
   * not among the rows.
   */
  waiting(): Promise<WaitingRequests>;
}

/** The newest waiting activities: those that want this operator's vote, those that have it, and the others. */
export interface WaitingRequests {
  readonly rows: WaitingRow[];
  readonly others: WaitingRow[];
  readonly voted: WaitingRow[];
  readonly older: number;
  readonly refreshedAt: number | null;
}

const MAXIMUM_ROWS = 500;
/** Activities that the vault explains. Any further one shows its title until these are done. */
const MAXIMUM_DESCRIBED = 50;

interface InboxParts {
  readonly profiles: Profiles;
  readonly activities: Activities;
  readonly meanings: ActivityMeanings;
  readonly credentials: Pick<Credentials, 'list'>;
  readonly organization: { readonly get: () => { readonly me: string | null } };
}

export function createInbox(
  { changes, ports }: Pick<Base, 'changes' | 'ports'>,
  { profiles, activities, meanings, credentials, organization }: InboxParts,
): Inbox {
  let asked: { readonly profile: string; readonly answer: ReturnType<Inbox['waiting']> } | null = null;
  changes.on('activities', () => {
    asked = null;
  });

  const headlineOf = async (
    activity: Activity,
    isDescribed: boolean,
  ): Promise<Pick<WaitingRow, 'headline' | 'addresses' | 'warning'>> => {
    const unexplained = { headline: toActivityRow(activity).title, addresses: [], warning: null };
    if (!isDescribed) return unexplained;
    return meanings.describe(activity.id).then(
      ({ meaning, naming }) => ({
        headline: naming.headline,
        addresses: [
          ...new Set([...naming.addresses.map(({ address }) => address), ...namedBy(naming.headline, meaning)]),
        ],
        warning: warningIn([...naming.findings, ...meaning.findings]),
      }),
      () => unexplained,
    );
  };

  const read = async (profile: ProfileRow): Promise<WaitingRequests> => {
    const { me } = organization.get();
    const keys = new Set(credentials.list(profile.name).map(({ publicKey }) => publicKey));
    /** The operator may have voted on another machine. */
    const isOwn = ({ userId, publicKey }: Pick<ActivityDetail['votes'][number], 'userId' | 'publicKey'>) =>
      userId === me || keys.has(publicKey);
    const { rows, total, refreshedAt } = activities.list({ search: WAITING, offset: 0, limit: MAXIMUM_ROWS });
    const waiting = rows.flatMap((row) => {
      const activity = row.status === WAITING ? activities.cached(profile, row.activityId) : null;
      return activity === null ? [] : [{ row, activity }];
    });
    const found = { rows: [] as WaitingRow[], others: [] as WaitingRow[], voted: [] as WaitingRow[] };
    let described = 0;
    // Requests that want a vote are described first.
    for (const { row, activity } of waiting.toSorted((one, other) => ranked(one) - ranked(other))) {
      described += 1;
      const shown = await headlineOf(activity, described <= MAXIMUM_DESCRIBED);
      const hasVoted = toVoteRows(activity).some(isOwn);
      found[activity.canApprove ? 'rows' : hasVoted ? 'voted' : 'others'].push({
        activityId: row.activityId,
        fingerprint: row.fingerprint,
        createdAt: row.createdAt,
        ...(row.missing === undefined ? {} : { missing: row.missing }),
        ...shown,
        ...votesOn(activity),
        askedBy: markedOwn(askerOf(activity), (userId) => userId === me),
      });
    }
    const now = ports.clock.now();
    const byExpiry = (list: readonly WaitingRow[]) =>
      list.toSorted((one, other) => urgencyOf(one, now) - urgencyOf(other, now));
    return {
      rows: byExpiry(found.rows),
      others: byExpiry(found.others),
      voted: byExpiry(found.voted),
      older: total - rows.length,
      refreshedAt,
    };
  };

  return {
    waiting() {
      const profile = profiles.get();
      // The rail and the place ask at the same moments.
      if (asked?.profile === profile.name) return asked.answer;
      const answer = read(profile).finally(() => {
        if (asked?.answer === answer) asked = null;
      });
      asked = { profile: profile.name, answer };
      return answer;
    },
  };
}

const ranked = ({ activity }: { readonly activity: Activity }) => Number(!activity.canApprove);

/** The votes that expire first are the most urgent. Expired ones, and none, can wait. */
const urgencyOf = ({ expiresAt }: WaitingRow, now: number): number =>
  expiresAt === null || expiresAt <= now ? LAST_MOMENT : expiresAt;

function votesOn(activity: Activity): Pick<WaitingRow, 'approvals' | 'expiresAt'> {
  const votes = toVoteRows(activity);
  const approvals = votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED');
  const times = approvals.flatMap(({ createdAt }) => createdAt ?? []);
  return {
    approvals: approvals.length,
    expiresAt: approvalsExpireAt(times),
  };
}

/** Returns the first finding of the most serious level, unless all are only informative. */
function warningIn(findings: readonly Finding[]): WaitingRow['warning'] {
  for (const level of ['danger', 'care'] as const) {
    const found = findings.find((finding) => finding.level === level);
    if (found !== undefined) return { level, text: found.text };
  }
  return null;
}
