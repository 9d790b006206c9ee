/**
 * A small model of the rules of the local service: who may do what, whose votes it takes, and what then is there. It knows the
 * rules only, not how the service keeps them; test/fuzz/service.test.ts holds the two against each other.
 */

export interface User {
  readonly userId: string;
  readonly userName: string;
  /** Which of the test's people it is; each has two keys. */
  readonly person: number;
}

export interface Policy {
  readonly policyId: string;
  readonly policyName: string;
  readonly denies: boolean;
  /** The resource it is about; null for all. */
  readonly resource: string | null;
  readonly asks:
    | { readonly who: 'all' }
    | { readonly who: 'several'; readonly count: number }
    | { readonly who: 'user'; readonly id: string }
    | { readonly who: 'tag'; readonly id: string };
}

export interface Tag {
  readonly tagId: string;
  readonly tagName: string;
  readonly members: ReadonlySet<string>;
}

export interface Wallet {
  readonly walletId: string;
  readonly walletName: string;
}

/** All that there is; each change makes another. */
export interface World {
  readonly users: readonly User[];
  readonly quorum: { readonly threshold: number; readonly userIds: ReadonlySet<string> };
  readonly policies: readonly Policy[];
  readonly tags: readonly Tag[];
  readonly wallets: readonly Wallet[];
}

/** What a change comes to: a public status of HTTP when it cannot be done, else the world after it, by the ids in the result. */
export type Effect = (world: World) => 400 | 404 | ((ids: readonly string[]) => World);

export interface Change {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What policies call it; null for what only the root quorum decides. */
  readonly resource: string | null;
  readonly effect: Effect;
}

export type Verdict = 'allow' | 'consensus' | 'deny';

/** What these users' approvals come to: root quorum, else a policy that denies, else one that allows; else votes that may still come; else nothing. */
export function judge(world: World, resource: string | null, approvals: readonly User[]): Verdict {
  const rootVotes = approvals.filter(({ userId }) => world.quorum.userIds.has(userId)).length;
  if (rootVotes >= world.quorum.threshold) return 'allow';
  const waits = rootVotes > 0 ? 'consensus' : 'deny';
  if (resource === null) return waits;
  const about = world.policies.filter((policy) => policy.resource === null || policy.resource === resource);
  const agreed = about.filter((policy) => agrees(world, policy, approvals));
  if (agreed.some(({ denies }) => denies)) return waits;
  if (agreed.length > 0) return 'allow';
  const open = about.filter((policy) => !policy.denies);
  return open.some((policy) => approvals.some((user) => asksFor(world, policy, user))) ? 'consensus' : waits;
}

/** Whether this user is asked for a vote on something that waits. */
export function isAsked(world: World, resource: string | null, approvals: readonly User[], user: User): boolean {
  if (world.quorum.userIds.has(user.userId)) return true;
  if (resource === null) return false;
  return world.policies.some(
    (policy) =>
      !policy.denies &&
      (policy.resource === null || policy.resource === resource) &&
      !agrees(world, policy, approvals) &&
      asksFor(world, policy, user),
  );
}

function agrees(world: World, policy: Policy, approvals: readonly User[]): boolean {
  if (policy.asks.who === 'all') return true;
  if (policy.asks.who === 'several') return approvals.length >= policy.asks.count;
  return approvals.some((user) => asksFor(world, policy, user));
}

function asksFor({ tags }: World, { asks }: Policy, { userId }: User): boolean {
  if (asks.who === 'all' || asks.who === 'several') return true;
  if (asks.who === 'user') return userId === asks.id;
  return tags.some(({ tagId, members }) => tagId === asks.id && members.has(userId));
}

/** Everything that can be asked for here, with what the service calls it. */
export const CHANGES = {
  createWallet(walletName: string): Change {
    return change('create_wallet', { walletName, accounts: [] }, 'WALLET', ({ wallets, ...world }) =>
      wallets.some((wallet) => wallet.walletName === walletName)
        ? 400
        : ([walletId = '']) => ({ ...world, wallets: [...wallets, { walletId, walletName }] }),
    );
  },
  renameWallet(walletId: string, walletName: string): Change {
    return change('update_wallet', { walletId, walletName }, 'WALLET', ({ wallets, ...world }) => {
      if (!wallets.some((wallet) => wallet.walletId === walletId)) return 404;
      if (wallets.some((wallet) => wallet.walletId !== walletId && wallet.walletName === walletName)) return 400;
      return () => ({
        ...world,
        wallets: wallets.map((wallet) => (wallet.walletId === walletId ? { walletId, walletName } : wallet)),
      });
    });
  },
  deleteWallets(walletIds: readonly string[], deleteWithoutExport: boolean): Change {
    return change('delete_wallets', { walletIds, deleteWithoutExport }, 'WALLET', ({ wallets, ...world }) => {
      const left = new Set(wallets.map(({ walletId }) => walletId));
      for (const walletId of walletIds) {
        if (!left.delete(walletId)) return 404;
        if (!deleteWithoutExport) return 400;
      }
      return () => ({ ...world, wallets: wallets.filter(({ walletId }) => left.has(walletId)) });
    });
  },
  createTag(userTagName: string, userIds: readonly string[]): Change {
    return change('create_user_tag', { userTagName, userIds }, 'USER', ({ tags, ...world }) => {
      if (tags.some(({ tagName }) => tagName === userTagName)) return 400;
      if (!userIds.every((id) => isUser(world, id))) return 404;
      return ([tagId = '']) => ({
        ...world,
        tags: [...tags, { tagId, tagName: userTagName, members: new Set(userIds) }],
      });
    });
  },
  updateTag(userTagId: string, newUserTagName: string, add: readonly string[], remove: readonly string[]): Change {
    const parameters = { userTagId, newUserTagName, addUserIds: add, removeUserIds: remove };
    return change('update_user_tag', parameters, 'USER', ({ tags, ...world }) => {
      const tag = tags.find(({ tagId }) => tagId === userTagId);
      if (tag === undefined) return 404;
      if (tags.some((other) => other !== tag && other.tagName === newUserTagName)) return 400;
      if (![...add, ...remove].every((id) => isUser(world, id))) return 404;
      const members = new Set([...tag.members, ...add].filter((id) => !remove.includes(id)));
      const changed = { tagId: userTagId, tagName: newUserTagName, members };
      return () => ({ ...world, tags: tags.map((other) => (other === tag ? changed : other)) });
    });
  },
  deleteTags(userTagIds: readonly string[]): Change {
    return change('delete_user_tags', { userTagIds }, 'USER', ({ tags, ...world }) => {
      const left = new Set(tags.map(({ tagId }) => tagId));
      if (!userTagIds.every((tagId) => left.delete(tagId))) return 404;
      return () => ({ ...world, tags: tags.filter(({ tagId }) => left.has(tagId)) });
    });
  },
  createUser(userName: string, person: number, apiKeys: readonly object[], userTags: readonly string[]): Change {
    const parameters = { users: [{ userName, apiKeys, authenticators: [], oauthProviders: [], userTags }] };
    return change('create_users', parameters, 'USER', ({ users, tags, ...world }) => {
      if (users.some((user) => user.person === person)) return 400;
      if (!userTags.every((id) => tags.some(({ tagId }) => tagId === id))) return 400;
      return ([userId = '']) => ({
        ...world,
        users: [...users, { userId, userName, person }],
        tags: tags.map((tag) =>
          userTags.includes(tag.tagId) ? { ...tag, members: new Set([...tag.members, userId]) } : tag,
        ),
      });
    });
  },
  deleteUsers(userIds: readonly string[]): Change {
    return change('delete_users', { userIds }, 'USER', ({ users, tags, quorum, ...world }) => {
      const left = new Set(users.map(({ userId }) => userId));
      if (!userIds.every((userId) => left.delete(userId))) return 404;
      const root = new Set([...quorum.userIds].filter((userId) => left.has(userId)));
      if (root.size < quorum.threshold) return 400;
      return () => ({
        ...world,
        users: users.filter(({ userId }) => left.has(userId)),
        quorum: { ...quorum, userIds: root },
        tags: tags.map((tag) => ({ ...tag, members: new Set([...tag.members].filter((id) => left.has(id))) })),
      });
    });
  },
  createPolicy({ policyName, denies, resource, asks }: Omit<Policy, 'policyId'>): Change {
    const parameters = {
      policyName,
      effect: denies ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
      condition: resource === null ? '' : `activity.resource == '${resource}'`,
      consensus: consensusOf(asks),
      notes: '',
    };
    return change('create_policy', parameters, 'POLICY', ({ policies, ...world }) =>
      policies.some((policy) => policy.policyName === policyName)
        ? 400
        : ([policyId = '']) => ({
            ...world,
            policies: [...policies, { policyId, policyName, denies, resource, asks }],
          }),
    );
  },
  deletePolicy(policyId: string): Change {
    return change('delete_policy', { policyId }, 'POLICY', ({ policies, ...world }) => {
      const left = policies.filter((policy) => policy.policyId !== policyId);
      return left.length === policies.length ? 404 : () => ({ ...world, policies: left });
    });
  },
  changeQuorum(threshold: number, userIds: readonly string[]): Change {
    return change('update_root_quorum', { threshold, userIds }, null, (world) => {
      if (threshold < 1) return 400;
      if (!userIds.every((id) => isUser(world, id))) return 404;
      const members = new Set(userIds);
      return members.size < threshold ? 400 : () => ({ ...world, quorum: { threshold, userIds: members } });
    });
  },
};

function change(name: string, parameters: Change['parameters'], resource: string | null, effect: Effect): Change {
  return { name, parameters, resource, effect };
}

function isUser({ users }: Pick<World, 'users'>, id: string): boolean {
  return users.some(({ userId }) => userId === id);
}

function consensusOf(asks: Policy['asks']): string {
  if (asks.who === 'all') return '';
  if (asks.who === 'several') return `approvers.count() >= ${asks.count}`;
  const what = asks.who === 'user' ? `user.id == '${asks.id}'` : `user.tags.contains('${asks.id}')`;
  return `approvers.any(user, ${what})`;
}
