import type { MissingVotes } from '../../../shared/model/index.ts';
import { usableCredentials } from '../authentication/usable-credentials.ts';
import type { ServiceContext } from '../context.ts';
import { type Approval, usersOf } from '../policies/names.ts';
import type { UserRow } from '../store/index.ts';
import { authorize, mayVote } from './authorize.ts';
import { isWaiting, type Pending, pendingOf } from './pending.ts';
import { standingApprovals } from './standing-approvals.ts';

/** The most votes of which every two are tried. A decision evaluates every policy. */
const MOST_VOTES = 8;

/**
 * Returns the votes that a waiting activity still needs, and the users with API keys or passkeys who can cast them. Null
 * when it does not wait, no such vote decides it, or more than two are missing outside the root quorum. Decides nothing:
 * each vote is judged when it is cast.
 */
export async function missingVotes(
  organizationId: string,
  activityId: string,
  context: ServiceContext,
): Promise<MissingVotes | null> {
  await context.store.archives.checked();
  const activity = context.store.activities.find(organizationId, activityId);
  if (activity === undefined || !isWaiting(activity)) return null;
  const organization = context.store.organizations.find(activity.organizationId);
  const approvals = standingApprovals(activity, context);
  const [first] = approvals;
  if (organization === undefined || first === undefined) return null;
  const pending = pendingOf(activity, { ...context, caller: { organization, user: first.user } });
  if (pending === undefined) return null;
  const missing = searchVotes(pending, approvals, context);
  return missing === null ? null : { needed: usersOf(approvals).length + missing.more, from: missing.from };
}

/**
 * Returns the number of votes that decide a request beside some approvals, and the users who can cast them. Null when
 * more than two are missing, or when two are missing among more than eight votes.
 */
export function searchVotes(
  pending: Pick<Pending, 'subject' | 'context'>,
  approvals: readonly Approval[],
  context: ServiceContext,
): { readonly more: number; readonly from: MissingVotes['from'] } | null {
  const voters = votersOf(pending, approvals, context);
  const alone = voters.filter((voter) => isAllowed(pending, [...approvals, voter]));
  if (alone.length > 0) return { more: 1, from: usersOf(alone).map(personOf) };
  if (voters.length > MOST_VOTES) return null;
  const pairs = voters.flatMap((one, at) =>
    voters.slice(at + 1).flatMap((other) => (other.user.userId === one.user.userId ? [] : [[one, other] as const])),
  );
  const together = usersOf(pairs.filter((pair) => isAllowed(pending, [...approvals, ...pair])).flat());
  return together.length === 0 ? null : { more: 2, from: together.map(personOf) };
}

const isAllowed = ({ subject, context }: Pick<Pending, 'subject' | 'context'>, approvals: readonly Approval[]) =>
  authorize(subject, approvals, context).outcome === 'allow';

const personOf = ({ userId, userName: name }: UserRow) => ({ userId, name });

/** Returns the votes of users of the organization who have not approved and have a vote: one for each credential type. */
function votersOf(
  { subject, context }: Pick<Pending, 'subject' | 'context'>,
  approvals: readonly Approval[],
  service: ServiceContext,
): Approval[] {
  const { organizationId } = context.caller.organization;
  const given = new Set(approvals.map(({ user }) => user.userId));
  return service.store.organizations
    .usersOf(organizationId)
    .filter(({ userId }) => !given.has(userId))
    .flatMap((user) =>
      usableCredentials(user.userId, service.now(), service)
        .map((credential) => ({ user, credential }))
        .filter((voter) => mayVote(subject, approvals, voter, context)),
    );
}
