import {
  approvalsExpireAt,
  type Finding,
  isCompared,
  type Meaning,
  type ProfileRow,
  type WaitingRow,
} from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { askerOf, toActivityRow, toVoteRows } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Activities } from './activities.ts';
import type { ActivityMeanings } from './activity-meanings.ts';
import { WAITING } from './wanted-votes.ts';

/** The activities that wait for the operator. */
export interface Inbox {
  /**
   * The activities that the service takes this operator’s approval for, newest first, and when they were last read.
   * `older` counts the waiting activities before the newest 500, which are not among the rows.
   */
  waiting(): Promise<{ rows: WaitingRow[]; older: number; refreshedAt: number | null }>;
}

const MAXIMUM_ROWS = 500;
/** Activities that the vault explains. Any further one shows its title until these are done. */
const MAXIMUM_TOLD = 50;

interface InboxParts {
  readonly profiles: Profiles;
  readonly activities: Activities;
  readonly meanings: ActivityMeanings;
}

export function createInbox({ changes }: Pick<Base, 'changes'>, { profiles, activities, meanings }: InboxParts): Inbox {
  let asked: { readonly profile: string; readonly answer: ReturnType<Inbox['waiting']> } | null = null;
  changes.on('activities', () => {
    asked = null;
  });

  const headlineOf = async (
    activity: Activity,
    isTold: boolean,
  ): Promise<Pick<WaitingRow, 'headline' | 'addresses' | 'warning'>> => {
    const unexplained = { headline: toActivityRow(activity).title, addresses: [], warning: null };
    if (!isTold) return unexplained;
    return meanings.tell(activity.id).then(
      ({ meaning, naming }) => ({
        headline: naming.headline,
        addresses: [
          ...new Set([...naming.addresses.map(({ address }) => address), ...comparedIn(meaning, naming.headline)]),
        ],
        warning: warningIn([...naming.findings, ...meaning.findings]),
      }),
      () => unexplained,
    );
  };

  const read = async (profile: ProfileRow) => {
    const { rows, total, refreshedAt } = activities.list({ search: WAITING, offset: 0, limit: MAXIMUM_ROWS });
    const waiting: WaitingRow[] = [];
    for (const row of rows.filter(({ status }) => status === WAITING)) {
      const activity = activities.cached(profile, row.activityId);
      if (activity?.canApprove !== true) continue;
      const told = await headlineOf(activity, waiting.length < MAXIMUM_TOLD);
      waiting.push({
        activityId: row.activityId,
        fingerprint: row.fingerprint,
        createdAt: row.createdAt,
        ...(row.missing === undefined ? {} : { missing: row.missing }),
        ...told,
        ...votesOn(activity),
      });
    }
    return { rows: waiting, older: total - rows.length, refreshedAt };
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

function votesOn(activity: Activity): Pick<WaitingRow, 'askedBy' | 'approvals' | 'expiresAt'> {
  const votes = toVoteRows(activity);
  const approvals = votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED');
  const times = approvals.flatMap(({ createdAt }) => createdAt ?? []);
  return {
    askedBy: askerOf(activity),
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

/** The addresses, hashes and keys of a meaning that its headline names. */
function comparedIn({ decoded, rows }: Meaning, headline: string): string[] {
  const values = [...(decoded?.summary ?? []), ...(decoded?.fields ?? []), ...rows];
  const named = values.filter(({ kind, value }) => isCompared(kind) && value !== '' && headline.includes(value));
  return named.map(({ value }) => value);
}
