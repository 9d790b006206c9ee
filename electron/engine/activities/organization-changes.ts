/** The users whose power a request changes, and the organization as the request would leave it. */
import {
  type ChangedPeople,
  type DraftPolicy,
  EFFECTS,
  inQuotes,
  isJsonObject,
  type JsonObject,
  ownMember,
} from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';
import type { OrganizationChange } from './policy-trials.ts';

export type OrganizationData = QueryResponse<'get_organization'>['organizationData'];
type User = NonNullable<OrganizationData['users']>[number];

/** A user whose power is compared. */
export interface AffectedUser {
  readonly userId: string;
  /** In quotation marks, which the name cannot close: others chose it. */
  readonly name: string;
  /**
   * - `compared`: before and after the request.
   * - `new`: the user does not exist yet.
   * - `shared`: somebody else gets a credential of the user.
   */
  readonly how: 'compared' | 'new' | 'shared';
}

export interface AskedChange {
  readonly users: readonly AffectedUser[];
  readonly change: OrganizationChange;
  /** Losses that the request states by itself. */
  readonly losses: readonly string[];
}

type Changes = (parameters: JsonObject, data: OrganizationData) => AskedChange | null;

const MAXIMUM_NAME = 64;
const NONE = { policy: null, people: null };
const NEVER: DraftPolicy = {
  ...{ policyId: null, policyName: '', effect: 'EFFECT_ALLOW', condition: 'false', consensus: '', time: '' },
};

const textOf = (value: JsonObject, name: string): string => {
  const text = ownMember(value, name);
  return typeof text === 'string' ? text : '';
};
const textsOf = (value: JsonObject, name: string): readonly string[] => {
  const list = ownMember(value, name);
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
};
const objectsOf = (value: JsonObject, name: string): readonly JsonObject[] => {
  const list = ownMember(value, name);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};
const named = (name: string): string => inQuotes(oneLine(name, MAXIMUM_NAME));
const usersIn = ({ users = [] }: OrganizationData, ids: readonly string[]): readonly User[] =>
  users.filter(({ userId }) => ids.includes(userId));
const compared = ({ userId, userName }: User): AffectedUser => ({ userId, name: named(userName), how: 'compared' });

/** Returns the change of users whose tags a request sets. */
function retagged(users: readonly User[], tagsOf: (user: User) => readonly string[]): AskedChange {
  const changed = users.map((user) => ({ userId: user.userId, newName: null, tagIds: [...tagsOf(user)] }));
  return { users: users.map(compared), change: { policy: null, people: { users: changed, quorum: null } }, losses: [] };
}

/** Returns the change by a policy, which can concern every user. */
const byPolicy = (policy: DraftPolicy, { users = [] }: OrganizationData): AskedChange => ({
  ...{ users: users.map(compared), change: { policy, people: null }, losses: [] },
});

function draftOf(value: JsonObject, policyId: string | null): DraftPolicy {
  const effect = EFFECTS.find((known) => known === ownMember(value, 'effect')) ?? 'EFFECT_DENY';
  const policyName = textOf(value, 'policyName');
  const [condition, consensus, time] = [textOf(value, 'condition'), textOf(value, 'consensus'), textOf(value, 'time')];
  return { policyId, policyName, effect, condition, consensus, time };
}

/** Returns the change by a new credential: its holder can do what the user can. */
const giving: Changes = (parameters, data) => ({
  users: usersIn(data, [textOf(parameters, 'userId')]).map((user) => ({ ...compared(user), how: 'shared' as const })),
  ...{ change: NONE, losses: [] },
});

/** Returns the change by the removal of credentials of a kind. */
const taking =
  (member: string, idsOf: (user: User) => readonly string[]): Changes =>
  (parameters, data) => {
    const taken = textsOf(parameters, member);
    const losses = usersIn(data, [textOf(parameters, 'userId')]).map((user) => {
      const all = [...keysOf(user), ...passkeysOf(user), ...providersOf(user)];
      const left = all.length - idsOf(user).filter((id) => taken.includes(id)).length;
      return left === 0
        ? `${named(user.userName)} can then no longer sign in, sign or vote.`
        : `${named(user.userName)} can then still sign in with ${left} other ${left === 1 ? 'credential' : 'credentials'}.`;
    });
    return { users: [], change: NONE, losses };
  };
const keysOf = ({ apiKeys }: User) => apiKeys.map(({ apiKeyId }) => apiKeyId);
const passkeysOf = ({ authenticators }: User) => authenticators.map(({ authenticatorId }) => authenticatorId);
const providersOf = ({ oauthProviders }: User) => oauthProviders.map(({ providerId }) => providerId);

function newUsers(parameters: JsonObject, member: string): AskedChange {
  const added = objectsOf(parameters, member).map((user, at) => ({
    // No stored user has this id.
    userId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    newName: textOf(user, 'userName'),
    tagIds: [...textsOf(user, 'userTags')],
  }));
  return {
    users: added.map(({ userId, newName }) => ({ userId, name: named(newName), how: 'new' })),
    change: { policy: null, people: { users: added, quorum: null } },
    losses: [],
  };
}

/** The requests that change the power of users, by the name of the operation. */
const CHANGES: Readonly<Record<string, Changes>> = {
  create_users: (parameters) => newUsers(parameters, 'users'),
  create_api_only_users: (parameters) => newUsers(parameters, 'apiOnlyUsers'),
  delete_users: (parameters, data) => ({
    ...{ users: [], change: NONE },
    losses: usersIn(data, textsOf(parameters, 'userIds')).map(
      ({ userName }) => `${named(userName)} can then no longer sign in, sign or vote.`,
    ),
  }),
  update_user(parameters, data) {
    if (!Array.isArray(ownMember(parameters, 'userTagIds'))) return null;
    return retagged(usersIn(data, [textOf(parameters, 'userId')]), () => textsOf(parameters, 'userTagIds'));
  },
  create_api_keys: giving,
  create_authenticators: giving,
  create_oauth_providers: giving,
  delete_api_keys: taking('apiKeyIds', keysOf),
  delete_authenticators: taking('authenticatorIds', passkeysOf),
  delete_oauth_providers: taking('providerIds', providersOf),
  update_user_tag(parameters, data) {
    const [tag, added] = [textOf(parameters, 'userTagId'), textsOf(parameters, 'addUserIds')];
    const users = usersIn(data, [...added, ...textsOf(parameters, 'removeUserIds')]);
    return retagged(users, ({ userId, userTags }) => [
      ...userTags.filter((id) => id !== tag),
      ...(added.includes(userId) ? [tag] : []),
    ]);
  },
  delete_user_tags(parameters, data) {
    const deleted = textsOf(parameters, 'userTagIds');
    const users = (data.users ?? []).filter(({ userTags }) => userTags.some((id) => deleted.includes(id)));
    return retagged(users, ({ userTags }) => userTags.filter((id) => !deleted.includes(id)));
  },
  create_policy: (parameters, data) => byPolicy(draftOf(parameters, null), data),
  create_policies(parameters, data) {
    const [only, ...others] = objectsOf(parameters, 'policies');
    return only === undefined || others.length > 0 ? null : byPolicy(draftOf(only, null), data);
  },
  update_policy(parameters, data) {
    const policyId = textOf(parameters, 'policyId');
    const today = data.policies?.find((policy) => policy.policyId === policyId);
    if (today === undefined) return null;
    const sent = { effect: 'policyEffect', condition: 'policyCondition', consensus: 'policyConsensus', time: 'time' };
    const changed = Object.entries(sent).flatMap(([name, member]) => {
      const value = ownMember(parameters, member);
      return value === undefined ? [] : [[name, value] as const];
    });
    return byPolicy(draftOf({ ...today, ...Object.fromEntries(changed) }, policyId), data);
  },
  delete_policy: (parameters, data) => byPolicy({ ...NEVER, policyId: textOf(parameters, 'policyId') }, data),
  delete_policies(parameters, data) {
    const [only, ...others] = textsOf(parameters, 'policyIds');
    return only === undefined || others.length > 0 ? null : byPolicy({ ...NEVER, policyId: only }, data);
  },
  update_root_quorum(parameters, data) {
    const threshold = ownMember(parameters, 'threshold');
    const userIds = [...textsOf(parameters, 'userIds')];
    if (typeof threshold !== 'number') return null;
    const before = data.rootQuorum?.userIds ?? [];
    const people: ChangedPeople = { users: [], quorum: { threshold, userIds } };
    const lost = usersIn(
      data,
      before.filter((id) => !userIds.includes(id)),
    );
    return {
      users: usersIn(data, [...before, ...userIds]).map(compared),
      change: { policy: null, people },
      losses: lost.map(({ userName }) => `${named(userName)} can then no longer vote in the root quorum.`),
    };
  },
};

/** Returns true for a request that changes the power of users. */
export const changesPower = (operation: string): boolean => Object.hasOwn(CHANGES, operation);

/** Returns the change by a request. Null for several changes at once, or for one that cannot be read. */
export const changeOf = (operation: string, parameters: unknown, data: OrganizationData): AskedChange | null =>
  changesPower(operation) && isJsonObject(parameters) ? (CHANGES[operation]?.(parameters, data) ?? null) : null;
