import type { MissingVotes } from '../../../shared/model/index.ts';
import { apiKeyCredential, isExpired } from '../authentication/api-key.ts';
import type { ServiceContext } from '../context.ts';
import { type Approval, usersOf } from '../policies/names.ts';
import { authorize, mayVote } from './authorize.ts';
import { isWaiting, type Pending, pendingOf } from './pending.ts';
import { standingApprovals } from './standing-approvals.ts';

/** The most voters of whom every two are tried. A decision evaluates every policy. */
const MOST_VOTERS = 8;

/**
 * Returns the votes that a waiting activity still needs, and the users who can cast them. Null when it does not wait, no
 * votes of users with API keys decide it, or more than two are missing outside the root quorum. Decides nothing: each
 * vote is judged when it is cast.
 */
export function missingVotes(organizationId: string, activityId: string, context: ServiceContext): MissingVotes | null {
  const activity = context.store.activities.find(organizationId, activityId);
  if (activity === undefined || !isWaiting(activity)) return null;
  const organization = context.store.organizations.find(activity.organizationId);
  const approvals = standingApprovals(activity, context);
  const [first] = approvals;
  if (organization === undefined || first === undefined) return null;
  const pending = pendingOf(activity, { ...context, caller: { organization, user: first.user } });
  if (pending === undefined) return null;
  const voters = votersOf(pending, approvals, context);
  const given = usersOf(approvals).length;
  const alone = voters.filter((voter) => isAllowed(pending, [...approvals, voter]));
  if (alone.length > 0) return { needed: given + 1, from: alone.map(personOf) };
  if (voters.length > MOST_VOTERS) return null;
  const pairs = voters.flatMap((one, at) => voters.slice(at + 1).map((other) => [one, other] as const));
  const together = new Set(pairs.filter((pair) => isAllowed(pending, [...approvals, ...pair])).flat());
  return together.size === 0 ? null : { needed: given + 2, from: [...together].map(personOf) };
}

const isAllowed = ({ subject, context }: Pending, approvals: readonly Approval[]) =>
  authorize(subject, approvals, context).outcome === 'allow';

const personOf = ({ user }: Approval) => ({ userId: user.userId, name: user.userName });

/** The users of the organization who have not approved and have a vote, each with a key. */
function votersOf(
  { subject, context }: Pending,
  approvals: readonly Approval[],
  { store, now }: ServiceContext,
): Approval[] {
  const { organizationId } = context.caller.organization;
  const given = new Set(approvals.map(({ user }) => user.userId));
  return store.organizations
    .usersOf(organizationId)
    .filter(({ userId }) => !given.has(userId))
    .flatMap((user) => {
      const key = store.organizations.apiKeysOf(user.userId).find((one) => !isExpired(one, now()));
      const voter = key === undefined ? undefined : { user, credential: apiKeyCredential(key) };
      return voter !== undefined && mayVote(subject, approvals, voter, context) ? [voter] : [];
    });
}
