/** The users and keys that a request changes, and the organization as the request would leave it. */
import {
  type ChangedPeople,
  type DraftPolicy,
  EFFECTS,
  isJsonObject,
  isUuid,
  type JsonObject,
  ownMember,
} from '../../../shared/model/index.ts';
import { checkValue, convertToNewest, findOperation, newestOf } from '../../../shared/operations/index.ts';
import {
  type AskedChange,
  compared,
  keysIn,
  type ListedKey,
  type ListedUser,
  named,
  type OrganizationData,
  objectsOf,
  onlyOne,
  privateKeysOf,
  requireTags,
  storedPolicy,
  textOf,
  textsOf,
  UnknownEffect,
  usersIn,
  usersOf,
} from './named-in-request.ts';
import type { OrganizationChange } from './policy-trials.ts';

/** The organization before a request, and the time in milliseconds. */
interface Today {
  readonly data: OrganizationData;
  readonly at: number;
}

/** Throws UnknownEffect for a change that cannot be tried. */
type Changes = (parameters: JsonObject, today: Today) => AskedChange;

/** Users, and private keys, whose change one trial takes. */
const MAXIMUM_CHANGED = 100;
const NONE = { policy: null, people: null };
const NOBODY: ChangedPeople = { users: [], keys: [], quorum: null };
/** The tag that a request makes. No stored tag has this id. */
const NEW_TAG = '00000000-0000-4000-8000-000000000000';
const NEVER: DraftPolicy = {
  policyId: null,
  policyName: '',
  effect: 'EFFECT_ALLOW',
  condition: 'false',
  consensus: '',
  time: '',
};

const unknown =
  (why: string): Changes =>
  () => {
    throw new UnknownEffect(why);
  };

type ChangedUser = ChangedPeople['users'][number];

function byPeople(people: ChangedPeople): OrganizationChange {
  if (Math.max(people.users.length, people.quorum?.userIds.length ?? 0) > MAXIMUM_CHANGED)
    throw new UnknownEffect('the request changes too many users');
  if (people.keys.length > MAXIMUM_CHANGED) throw new UnknownEffect('the request changes too many private keys');
  return { policy: null, people };
}

/** Returns the change of users of the organization. Members that are not given stay. */
function changedUsers(
  users: readonly ListedUser[],
  membersOf: (user: ListedUser) => Partial<ChangedUser>,
): AskedChange {
  const changed = users.map((user): ChangedUser => {
    const { userId, userTags } = user;
    return { userId, newName: null, newEmail: null, tagIds: [...userTags], ...membersOf(user) };
  });
  return { users: users.map(compared), change: byPeople({ ...NOBODY, users: changed }), losses: [] };
}

/** Returns the change of tags of private keys, which can concern every user. `tagsOf` returns the tags of a key. */
function changedKeys(
  data: OrganizationData,
  keys: readonly ListedKey[],
  tagsOf: (key: ListedKey) => readonly string[],
): AskedChange {
  const changed = keys.map((key) => ({ privateKeyId: key.privateKeyId, tagIds: [...tagsOf(key)] }));
  return {
    users: keys.length === 0 ? [] : usersOf(data).map(compared),
    keyIds: keys.map(({ privateKeyId }) => privateKeyId),
    losses: [],
    change: byPeople({ ...NOBODY, keys: changed }),
  };
}

/** Returns the change by a policy, which can concern every user. */
const byPolicy = (policy: DraftPolicy, data: OrganizationData): AskedChange => ({
  users: usersOf(data).map(compared),
  change: { policy, people: null },
  losses: [],
});

function draftOf(value: JsonObject, policyId: string | null): DraftPolicy {
  const effect = EFFECTS.find((known) => known === ownMember(value, 'effect')) ?? 'EFFECT_DENY';
  const policyName = textOf(value, 'policyName');
  const [condition, consensus, time] = [textOf(value, 'condition'), textOf(value, 'consensus'), textOf(value, 'time')];
  return { policyId, policyName, effect, condition, consensus, time };
}

/** Returns the change by a new credential: its holder can do what the user can. */
const giving: Changes = (parameters, { data }) => ({
  users: usersIn(data, [textOf(parameters, 'userId')]).map((user) => ({ ...compared(user), how: 'shared' as const })),
  change: NONE,
  losses: [],
});

const keysOf = ({ apiKeys }: ListedUser) => apiKeys.map(({ apiKeyId }) => apiKeyId);
const passkeysOf = ({ authenticators }: ListedUser) => authenticators.map(({ authenticatorId }) => authenticatorId);
const providersOf = ({ oauthProviders }: ListedUser) => oauthProviders.map(({ providerId }) => providerId);
const validKeysOf = ({ apiKeys }: ListedUser, at: number) =>
  apiKeys
    .filter(({ expirationSeconds, createdAt }) => {
      return expirationSeconds === undefined || (Number(createdAt.seconds) + Number(expirationSeconds)) * 1000 > at;
    })
    .map(({ apiKeyId }) => apiKeyId);

/** Returns the change by the removal of credentials of a kind. Codes by e-mail or SMS are no stored credential. */
const taking =
  (member: string, idsOf: (user: ListedUser) => readonly string[]): Changes =>
  (parameters, { data, at }) => {
    const taken = textsOf(parameters, member);
    const losses = usersIn(data, [textOf(parameters, 'userId')]).map((user) => {
      if (taken.some((id) => !idsOf(user).includes(id)))
        throw new UnknownEffect('the request names a credential that was not found');
      const all = [...validKeysOf(user, at), ...passkeysOf(user), ...providersOf(user)];
      const left = all.filter((id) => !taken.includes(id)).length;
      return left === 0
        ? `${named(user.userName)} then has no valid API key, passkey or OAuth provider left.`
        : `${named(user.userName)} then still has ${left} other ${left === 1 ? 'credential' : 'credentials'}.`;
    });
    return { users: [], change: NONE, losses };
  };

function newUsers(parameters: JsonObject, member: string, data: OrganizationData): AskedChange {
  const added = objectsOf(parameters, member).map((user, at) => ({
    // No stored user has this id.
    userId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    newName: textOf(user, 'userName'),
    newEmail: textOf(user, 'userEmail'),
    tagIds: [...textsOf(user, 'userTags')],
  }));
  requireTags(
    data,
    added.flatMap(({ tagIds }) => tagIds),
  );
  return {
    users: added.map(({ userId, newName }) => ({ userId, name: named(newName), how: 'new' })),
    change: byPeople({ ...NOBODY, users: added }),
    losses: [],
  };
}

/** Returns the change of a user's name, addresses and tags. An absent member stays. */
const updating: Changes = (parameters, { data }) => {
  const users = usersIn(data, [textOf(parameters, 'userId')]);
  const given = (member: string) => ownMember(parameters, member) !== undefined;
  const tagIds = [...textsOf(parameters, 'userTagIds')];
  requireTags(data, tagIds);
  const changed = changedUsers(users, () => ({
    ...(given('userName') ? { newName: textOf(parameters, 'userName') } : {}),
    ...(given('userEmail') ? { newEmail: textOf(parameters, 'userEmail') } : {}),
    ...(given('userTagIds') ? { tagIds } : {}),
  }));
  const contacts = [
    ...(given('userEmail') ? ['e-mail address'] : []),
    ...(given('userPhoneNumber') ? ['phone number'] : []),
  ];
  const losses = users.flatMap(({ userName }) =>
    contacts.map((contact) => `Login codes of ${named(userName)} then go to the new ${contact}.`),
  );
  return { ...changed, losses };
};

const ofLogin = unknown('a login is not tried');
const ofSecondFactors = unknown('second factors are not tried');
const ofFeatures = unknown('features and networks are not tried');
const ofLimits = unknown('limits over time are not tried');
const ofWalletNames = unknown('policies can name the wallet by its name');
const ofInvitations = unknown('an invited user is not tried');

/** The requests that change the power of users, by the name of the newest version. */
const CHANGES: Readonly<Record<string, Changes>> = {
  create_users: (parameters, { data }) => newUsers(parameters, 'users', data),
  create_api_only_users: (parameters, { data }) => newUsers(parameters, 'apiOnlyUsers', data),
  delete_users: (parameters, { data }) => ({
    users: [],
    change: NONE,
    losses: usersIn(data, textsOf(parameters, 'userIds')).map(
      ({ userName }) => `${named(userName)} can then no longer sign in, sign or vote.`,
    ),
  }),
  update_user: updating,
  update_user_name: updating,
  update_user_email: updating,
  update_user_phone_number: updating,
  create_api_keys: giving,
  create_authenticators: giving,
  create_oauth_providers: giving,
  recover_user: giving,
  delete_api_keys: taking('apiKeyIds', keysOf),
  delete_authenticators: taking('authenticatorIds', passkeysOf),
  delete_oauth_providers: taking('providerIds', providersOf),
  create_user_tag(parameters, { data }) {
    const users = usersIn(data, textsOf(parameters, 'userIds'));
    return changedUsers(users, ({ userTags }) => ({ tagIds: [...userTags, NEW_TAG] }));
  },
  update_user_tag(parameters, { data }) {
    const [tag, added] = [textOf(parameters, 'userTagId'), textsOf(parameters, 'addUserIds')];
    requireTags(data, [tag]);
    const removed = textsOf(parameters, 'removeUserIds');
    // The service adds before it removes.
    return changedUsers(usersIn(data, [...added, ...removed]), ({ userId, userTags }) => ({
      tagIds: [
        ...userTags.filter((id) => id !== tag),
        ...(added.includes(userId) && !removed.includes(userId) ? [tag] : []),
      ],
    }));
  },
  delete_user_tags(parameters, { data }) {
    const deleted = textsOf(parameters, 'userTagIds');
    requireTags(data, deleted);
    const users = usersOf(data).filter(({ userTags }) => userTags.some((id) => deleted.includes(id)));
    return changedUsers(users, ({ userTags }) => ({ tagIds: userTags.filter((id) => !deleted.includes(id)) }));
  },
  create_private_key_tag(parameters, { data }) {
    const keys = keysIn(data, textsOf(parameters, 'privateKeyIds'));
    return changedKeys(data, keys, ({ privateKeyTags }) => [...privateKeyTags, NEW_TAG]);
  },
  update_private_key_tag(parameters, { data }) {
    const [tag, added] = [textOf(parameters, 'privateKeyTagId'), textsOf(parameters, 'addPrivateKeyIds')];
    const removed = textsOf(parameters, 'removePrivateKeyIds');
    requireTags(data, [tag]);
    return changedKeys(data, keysIn(data, [...added, ...removed]), ({ privateKeyId, privateKeyTags }) => [
      ...privateKeyTags.filter((id) => id !== tag),
      ...(added.includes(privateKeyId) && !removed.includes(privateKeyId) ? [tag] : []),
    ]);
  },
  delete_private_key_tags(parameters, { data }) {
    const deleted = textsOf(parameters, 'privateKeyTagIds');
    requireTags(data, deleted);
    const keys = privateKeysOf(data).filter(({ privateKeyTags }) => privateKeyTags.some((id) => deleted.includes(id)));
    return changedKeys(data, keys, ({ privateKeyTags }) => privateKeyTags.filter((id) => !deleted.includes(id)));
  },
  create_policy: (parameters, { data }) => byPolicy(draftOf(parameters, null), data),
  create_policies: (parameters, { data }) => byPolicy(draftOf(onlyOne(objectsOf(parameters, 'policies')), null), data),
  update_policy(parameters, { data }) {
    const policyId = textOf(parameters, 'policyId');
    const today = storedPolicy(data, policyId);
    const sent = { effect: 'policyEffect', condition: 'policyCondition', consensus: 'policyConsensus', time: 'time' };
    const changed = Object.entries(sent).flatMap(([name, member]) => {
      const value = ownMember(parameters, member);
      return value === undefined ? [] : [[name, value] as const];
    });
    return byPolicy(draftOf({ ...today, ...Object.fromEntries(changed) }, policyId), data);
  },
  delete_policy(parameters, { data }) {
    const { policyId } = storedPolicy(data, textOf(parameters, 'policyId'));
    return byPolicy({ ...NEVER, policyId }, data);
  },
  delete_policies(parameters, { data }) {
    const { policyId } = storedPolicy(data, onlyOne(textsOf(parameters, 'policyIds')));
    return byPolicy({ ...NEVER, policyId }, data);
  },
  update_root_quorum(parameters, { data }) {
    const threshold = ownMember(parameters, 'threshold');
    const userIds = [...textsOf(parameters, 'userIds')];
    const before = data.rootQuorum?.userIds;
    if (typeof threshold !== 'number' || before === undefined) throw new UnknownEffect('the quorum was not read');
    const lost = usersIn(
      data,
      before.filter((id) => !userIds.includes(id)),
    );
    return {
      users: usersIn(data, [...before, ...userIds]).map(compared),
      change: byPeople({ ...NOBODY, quorum: { threshold, userIds } }),
      losses: lost.map(({ userName }) => `${named(userName)} can then no longer vote in the root quorum.`),
    };
  },
  create_invitations: ofInvitations,
  create_mfa_policy: ofSecondFactors,
  update_mfa_policy: ofSecondFactors,
  delete_mfa_policy: ofSecondFactors,
  set_organization_feature: ofFeatures,
  remove_organization_feature: ofFeatures,
  update_allowed_origins: ofFeatures,
  set_ip_allowlist: ofFeatures,
  remove_ip_allowlist: ofFeatures,
  create_velocity_control: ofLimits,
  delete_velocity_control: ofLimits,
  update_wallet: ofWalletNames,
  init_user_email_recovery: ofLogin,
  email_auth: ofLogin,
  init_otp_auth: ofLogin,
  otp_auth: ofLogin,
  init_otp: ofLogin,
  verify_otp: ofLogin,
  otp_login: ofLogin,
  oauth: ofLogin,
  oauth_login: ofLogin,
};

/** Returns the change by a newest version. Undefined for a request that changes nobody's power. */
function changesOf(name: string): Changes | undefined {
  const operation = findOperation(name);
  if (operation?.kind !== 'activity') return undefined;
  const newest = newestOf(operation).name;
  return Object.hasOwn(CHANGES, newest) ? CHANGES[newest] : undefined;
}

/** Returns true for a request that changes the power of users. Every version of an activity counts. */
export const changesPower = (operation: string): boolean => changesOf(operation) !== undefined;

/** Members that hold ids of the service. */
const ID_MEMBER = /Ids?$|^(?:user|privateKey)Tags$/;

/** Returns the value with its ids in lower case. The service ignores their letter case. */
function withPlainIds(value: unknown, isId = false): unknown {
  if (typeof value === 'string') return isId && isUuid(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map((item) => withPlainIds(item, isId));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withPlainIds(member, ID_MEMBER.test(name))]),
  );
}

/**
 * Returns the change by a request that changes power, in any version of its activity.
 * @throws {UnknownEffect} for several changes at once, and for a request that cannot be read
 */
export function changeOf(name: string, parameters: unknown, { data, at }: Today): AskedChange {
  const [sent, changes] = [findOperation(name), changesOf(name)];
  if (sent?.kind !== 'activity' || changes === undefined || checkValue(sent.parameters, parameters).length > 0)
    throw new UnknownEffect('the request has a fault');
  const newest = withPlainIds(convertToNewest(sent, parameters).parameters);
  if (!isJsonObject(newest)) throw new UnknownEffect('the request has a fault');
  return changes(newest, { data: withPlainIds(data) as OrganizationData, at });
}
