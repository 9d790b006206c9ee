/** Results of the engine in the shapes of the contract. */
import type { PolicyAround } from '../../../shared/model/index.ts';
import type { NamedEntity, OrganizationFacts } from '../../../shared/policy-language/index.ts';
import type { MovedItem, VerifiedBackup } from '../../engine/index.ts';

/** Returns the contents of a verified backup in numbers. */
export function contentsOf({ createdAt, bytes, keys, services, notIncluded, damaged }: VerifiedBackup) {
  const sum = (of: 'users' | 'wallets' | 'activities') => services.reduce((total, service) => total + service[of], 0);
  return {
    createdAt,
    bytes,
    keys: keys.length,
    notIncluded: [...notIncluded],
    damaged: [...damaged],
    users: sum('users'),
    wallets: sum('wallets'),
    activities: sum('activities'),
  };
}

/** Copies a wallet or key of a move. */
export const moveRow = ({ notMoved, ...item }: MovedItem) => ({
  ...item,
  notMoved: {
    ...notMoved,
    policies: [...notMoved.policies],
    tags: [...notMoved.tags],
    users: [...notMoved.users],
    webhooks: [...notMoved.webhooks],
    otherPolicies: [...notMoved.otherPolicies],
    velocityControls: [...notMoved.velocityControls],
    mfaPolicies: [...notMoved.mfaPolicies],
    ipRanges: [...notMoved.ipRanges],
    unread: [...notMoved.unread],
  },
});

/** Copies the organization around a policy into the shape of the contract. */
export function policyAround({ users, rootQuorum, addresses, policies, ...lists }: OrganizationFacts): PolicyAround {
  const copied = (list: readonly NamedEntity[] | null) => list?.map(({ id, name }) => ({ id, name })) ?? null;
  return {
    users: users?.map(({ id, name, tagIds }) => ({ id, name, tagIds: [...tagIds] })) ?? null,
    userTags: copied(lists.userTags),
    privateKeyTags: copied(lists.privateKeyTags),
    wallets: copied(lists.wallets),
    privateKeys: copied(lists.privateKeys),
    addresses: addresses === null ? null : [...addresses],
    rootQuorum: rootQuorum === null ? null : { threshold: rootQuorum.threshold, userIds: [...rootQuorum.userIds] },
    policies: policies.map((policy) => ({ ...policy })),
  };
}
