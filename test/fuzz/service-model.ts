/**
 * A small model of the local service's rules: permissions, accepted votes and the resulting state. It knows the rules
 * only, not how the service keeps its state. test/fuzz/service.test.ts compares the two.
 */

export interface User {
  readonly userId: string;
  readonly userName: string;
  /** The number of one of the test's people. Each person has two keys. */
  readonly person: number;
}

export interface Policy {
  readonly policyId: string;
  readonly policyName: string;
  readonly denies: boolean;
  /** The resource that the policy is about. Null for all. */
  readonly resource: string | null;
  /** The tag of private keys that the policy is about. Null for any signing key, and for changes that sign nothing. */
  readonly keyTag: string | null;
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

/** The kinds of tags, by their members. */
export type TagKind = 'user' | 'private_key';

export interface Wallet {
  readonly walletId: string;
  readonly walletName: string;
}

export interface Key {
  readonly privateKeyId: string;
  readonly privateKeyName: string;
}

/** The whole state. Each change makes another. */
export interface World {
  readonly users: readonly User[];
  readonly quorum: { readonly threshold: number; readonly userIds: ReadonlySet<string> };
  readonly policies: readonly Policy[];
  readonly tags: Readonly<Record<TagKind, readonly Tag[]>>;
  readonly wallets: readonly Wallet[];
  readonly keys: readonly Key[];
}

/**
 * The effect of a change: an HTTP status when it is refused, else a function from the ids in the result to the next
 * world.
 */
export type Effect = (world: World) => 400 | 404 | ((ids: readonly string[]) => World);

export interface Change {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The resource's name in policies. Null when only the root quorum decides. */
  readonly resource: string | null;
  /** The private key that it signs with. A missing one is refused before anybody is asked for a vote. */
  readonly signWith?: string;
  readonly effect: Effect;
  /** The ids that its result has to name, where more is known of them than that they are new. */
  readonly named?: (world: World) => readonly string[];
}

/** The parts of a change that policies look at. */
type Subject = Pick<Change, 'resource' | 'signWith'>;

export type Verdict = 'allow' | 'consensus' | 'deny';

/**
 * Returns the verdict on these users' approvals. The order is: root quorum, a policy that denies, a policy that allows,
 * votes that may still come.
 */
export function judge(world: World, subject: Subject, approvals: readonly User[]): Verdict {
  const rootVotes = approvals.filter(({ userId }) => world.quorum.userIds.has(userId)).length;
  if (rootVotes >= world.quorum.threshold) return 'allow';
  const waits = rootVotes > 0 ? 'consensus' : 'deny';
  if (subject.resource === null) return waits;
  const about = world.policies.filter((policy) => isAbout(world, policy, subject));
  const agreed = about.filter((policy) => agrees(world, policy, approvals));
  if (agreed.some(({ denies }) => denies)) return waits;
  if (agreed.length > 0) return 'allow';
  const open = about.filter((policy) => !policy.denies);
  return open.some((policy) => approvals.some((user) => asksFor(world, policy, user))) ? 'consensus' : waits;
}

/** Reports whether this user is asked for a vote on a pending change. */
export function isAsked(world: World, subject: Subject, approvals: readonly User[], user: User): boolean {
  if (world.quorum.userIds.has(user.userId)) return true;
  if (subject.resource === null) return false;
  return world.policies.some(
    (policy) =>
      !policy.denies &&
      isAbout(world, policy, subject) &&
      !agrees(world, policy, approvals) &&
      asksFor(world, policy, user),
  );
}

function isAbout({ tags }: World, { resource, keyTag }: Policy, subject: Subject): boolean {
  if (resource !== null && resource !== subject.resource) return false;
  return (
    keyTag === null || tags.private_key.some((tag) => tag.tagId === keyTag && tag.members.has(subject.signWith ?? ''))
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
  return tags.user.some(({ tagId, members }) => tagId === asks.id && members.has(userId));
}

/** All changes that the model knows, with the service's names. */
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
  createTag: (name: string, userIds: readonly string[]) => createTag('user', name, userIds),
  updateTag: (id: string, name: string, ...changes: TagChanges) => updateTag('user', id, name, ...changes),
  deleteTags: (tagIds: readonly string[]) => deleteTags('user', tagIds),
  createKeyTag: (name: string, privateKeyIds: readonly string[]) => createTag('private_key', name, privateKeyIds),
  updateKeyTag: (id: string, name: string, ...changes: TagChanges) => updateTag('private_key', id, name, ...changes),
  deleteKeyTags: (tagIds: readonly string[]) => deleteTags('private_key', tagIds),
  createKey(privateKeyName: string, privateKeyTags: readonly string[]): Change {
    const key = { privateKeyName, curve: 'CURVE_ED25519', privateKeyTags, addressFormats: [] };
    return change('create_private_keys', { privateKeys: [key] }, 'PRIVATE_KEY', ({ keys, ...world }) => {
      if (!privateKeyTags.every((id) => world.tags.private_key.some(({ tagId }) => tagId === id))) return 400;
      if (keys.some((one) => one.privateKeyName === privateKeyName)) return 400;
      return ([privateKeyId = '']) =>
        withTags('private_key', { ...world, keys: [...keys, { privateKeyId, privateKeyName }] }, (tag) =>
          privateKeyTags.includes(tag.tagId) ? [...tag.members, privateKeyId] : tag.members,
        );
    });
  },
  deleteKeys(privateKeyIds: readonly string[], deleteWithoutExport: boolean): Change {
    return change(
      'delete_private_keys',
      { privateKeyIds, deleteWithoutExport },
      'PRIVATE_KEY',
      ({ keys, ...world }) => {
        const left = new Set(keys.map(({ privateKeyId }) => privateKeyId));
        for (const privateKeyId of privateKeyIds) {
          if (!left.delete(privateKeyId)) return 404;
          if (!deleteWithoutExport) return 400;
        }
        const after = { ...world, keys: keys.filter(({ privateKeyId }) => left.has(privateKeyId)) };
        return () => withTags('private_key', after, ({ members }) => [...members].filter((id) => left.has(id)));
      },
    );
  },
  sign(signWith: string): Change {
    const how = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
    const effect: Effect = (world) => (isMember(world, 'private_key', signWith) ? () => world : 404);
    return { ...change('sign_raw_payload', { signWith, payload: '00', ...how }, 'PRIVATE_KEY', effect), signWith };
  },
  createUser(userName: string, person: number, apiKeys: readonly object[], userTags: readonly string[]): Change {
    const parameters = { users: [{ userName, apiKeys, authenticators: [], oauthProviders: [], userTags }] };
    return change('create_users', parameters, 'USER', ({ users, ...world }) => {
      if (users.some((user) => user.person === person)) return 400;
      if (!userTags.every((id) => world.tags.user.some(({ tagId }) => tagId === id))) return 400;
      return ([userId = '']) =>
        withTags('user', { ...world, users: [...users, { userId, userName, person }] }, (tag) =>
          userTags.includes(tag.tagId) ? [...tag.members, userId] : tag.members,
        );
    });
  },
  deleteUsers(userIds: readonly string[]): Change {
    return change('delete_users', { userIds }, 'USER', ({ users, quorum, ...world }) => {
      const left = new Set(users.map(({ userId }) => userId));
      if (!userIds.every((userId) => left.delete(userId))) return 404;
      const root = new Set([...quorum.userIds].filter((userId) => left.has(userId)));
      if (root.size < quorum.threshold) return 400;
      const after = {
        ...world,
        users: users.filter(({ userId }) => left.has(userId)),
        quorum: { ...quorum, userIds: root },
      };
      return () => withTags('user', after, ({ members }) => [...members].filter((id) => left.has(id)));
    });
  },
  createPolicy({ policyName, denies, resource, keyTag, asks }: Omit<Policy, 'policyId'>): Change {
    const conditions = [
      ...(resource === null ? [] : [`activity.resource == '${resource}'`]),
      ...(keyTag === null ? [] : [`private_key.tags.contains('${keyTag}')`]),
    ];
    const parameters = {
      policyName,
      effect: denies ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
      condition: conditions.join(' && '),
      ...consensusOf(asks),
      notes: '',
    };
    return change('create_policy', parameters, 'POLICY', ({ policies, ...world }) =>
      policies.some((policy) => policy.policyName === policyName)
        ? 400
        : ([policyId = '']) => ({
            ...world,
            policies: [...policies, { policyId, policyName, denies, resource, keyTag, asks }],
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
      if (!userIds.every((id) => isMember(world, 'user', id))) return 404;
      const members = new Set(userIds);
      return members.size < threshold ? 400 : () => ({ ...world, quorum: { threshold, userIds: members } });
    });
  },
};

function change(name: string, parameters: Change['parameters'], resource: string | null, effect: Effect): Change {
  return { name, parameters, resource, effect };
}

type TagChanges = readonly [add: readonly string[], remove: readonly string[]];

const MEMBERS = { user: 'userIds', private_key: 'privateKeyIds' } as const;
const RESOURCES = { user: 'USER', private_key: 'PRIVATE_KEY' } as const;
const PREFIXES = { user: 'user', private_key: 'privateKey' } as const;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function createTag(kind: TagKind, tagName: string, ids: readonly string[]): Change {
  const parameters = { [`${PREFIXES[kind]}TagName`]: tagName, [MEMBERS[kind]]: ids };
  return change(`create_${kind}_tag`, parameters, RESOURCES[kind], (world) => {
    if (world.tags[kind].some((tag) => tag.tagName === tagName)) return 400;
    if (!ids.every((id) => isMember(world, kind, id))) return 404;
    return ([tagId = '']) => {
      const made = [...world.tags[kind], { tagId, tagName, members: new Set(ids) }];
      return { ...world, tags: { ...world.tags, [kind]: made } };
    };
  });
}

function updateTag(kind: TagKind, id: string, name: string, ...[add, remove]: TagChanges): Change {
  const [prefix, members] = [PREFIXES[kind], capital(MEMBERS[kind])];
  const parameters = {
    [`${prefix}TagId`]: id,
    [`new${capital(prefix)}TagName`]: name,
    [`add${members}`]: add,
    [`remove${members}`]: remove,
  };
  return change(`update_${kind}_tag`, parameters, RESOURCES[kind], (world) => {
    const tag = world.tags[kind].find(({ tagId }) => tagId === id);
    if (tag === undefined) return 404;
    if (world.tags[kind].some((other) => other !== tag && other.tagName === name)) return 400;
    if (![...add, ...remove].every((member) => isMember(world, kind, member))) return 404;
    const changed = [...tag.members, ...add].filter((member) => !remove.includes(member));
    const renamed = world.tags[kind].map((other) => (other === tag ? { ...tag, tagName: name } : other));
    const after = { ...world, tags: { ...world.tags, [kind]: renamed } };
    return () => withTags(kind, after, (other) => (other.tagId === id ? changed : other.members));
  });
}

function deleteTags(kind: TagKind, tagIds: readonly string[]): Change {
  const effect: Effect = (world) => {
    const left = new Set(world.tags[kind].map(({ tagId }) => tagId));
    if (!tagIds.every((tagId) => left.delete(tagId))) return 404;
    const kept = world.tags[kind].filter(({ tagId }) => left.has(tagId));
    return () => ({ ...world, tags: { ...world.tags, [kind]: kept } });
  };
  return {
    ...change(`delete_${kind}_tags`, { [`${PREFIXES[kind]}TagIds`]: tagIds }, RESOURCES[kind], effect),
    // The members of the deleted tags, without members that were deleted.
    named: ({ tags }) => {
      const deleted = tags[kind].filter(({ tagId }) => tagIds.includes(tagId));
      return [...tagIds, ...new Set(deleted.flatMap(({ members }) => [...members]))];
    },
  };
}

/** The world with other members of its tags. */
function withTags(kind: TagKind, world: World, membersOf: (tag: Tag) => Iterable<string>): World {
  const changed = world.tags[kind].map((tag) => ({ ...tag, members: new Set(membersOf(tag)) }));
  return { ...world, tags: { ...world.tags, [kind]: changed } };
}

function isMember({ users, keys }: Pick<World, 'users' | 'keys'>, kind: TagKind, id: string): boolean {
  return kind === 'user'
    ? users.some(({ userId }) => userId === id)
    : keys.some(({ privateKeyId }) => privateKeyId === id);
}

/** An absent consensus asks nobody. The service refuses an empty one. */
function consensusOf(asks: Policy['asks']): { readonly consensus?: string } {
  if (asks.who === 'all') return {};
  if (asks.who === 'several') return { consensus: `approvers.count() >= ${asks.count}` };
  const what = asks.who === 'user' ? `user.id == '${asks.id}'` : `user.tags.contains('${asks.id}')`;
  return { consensus: `approvers.any(user, ${what})` };
}
