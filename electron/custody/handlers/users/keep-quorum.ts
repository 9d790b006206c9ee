import { requestInvalid } from '../../public-error.ts';
import type { ActivityContext } from '../../request-context.ts';

/**
 * Runs what takes users or their credentials away, inside the transaction. Choice (quorum-reachable): the root quorum keeps as
 * many members as it needs, each with a credential that lasts, or nobody could ever approve anything again. Throws REQUEST_INVALID.
 */
export function keepingQuorum<Result>(context: ActivityContext, remove: () => Result): Result {
  const before = quorumOf(context);
  const removed = remove();
  const left = quorumOf(context);
  const { rootQuorumThreshold: threshold } = context.caller.organization;
  // A quorum that was out of reach before does not get so by this.
  if (left.members < threshold || (left.reachable < threshold && left.reachable < before.reachable))
    throw requestInvalid(
      `quorum users missing: ${threshold} users of the root quorum have to be left, each with a credential that lasts. Nothing was deleted.`,
    );
  return removed;
}

/** Counts the members of the root quorum, and those of them who can stamp or log in at any time. */
function quorumOf({ store, caller }: ActivityContext): { members: number; reachable: number } {
  const { organizations, authenticators, oauthProviders, verifiedContacts } = store;
  const members = organizations
    .usersOf(caller.organization.organizationId)
    .filter(({ inRootQuorum }) => inRootQuorum === 1);
  const reachable = members.filter(
    ({ userId }) =>
      organizations.apiKeysOf(userId).some(({ expirationSeconds }) => expirationSeconds === null) ||
      authenticators.ofUser(userId).length > 0 ||
      oauthProviders.ofUser(userId).length > 0 ||
      verifiedContacts.ofUser(userId).length > 0,
  );
  return { members: members.length, reachable: reachable.length };
}
