/** Reads the members of a request, and the users, tags and policies that it names. */
import { inQuotes, isJsonObject, type JsonObject, ownMember } from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';
import type { OrganizationChange } from './policy-trials.ts';

export type OrganizationData = QueryResponse<'get_organization'>['organizationData'];
/** A user as the organization lists it. */
export type ListedUser = NonNullable<OrganizationData['users']>[number];

/** A private key as the organization lists it. */
export type ListedKey = NonNullable<OrganizationData['privateKeys']>[number];

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
  /** The private keys that change. They are tried before all others. Absent for none. */
  readonly keyIds?: readonly string[];
  /** Sentences that are true without a trial. */
  readonly losses: readonly string[];
}

/** The effect of a request is not known. Its message is the reason, as it follows a colon. */
export class UnknownEffect extends Error {}

const MAXIMUM_NAME = 64;
/** Returns a text member. Empty when it is absent. */
export const textOf = (value: JsonObject, name: string): string => {
  const text = ownMember(value, name);
  return typeof text === 'string' ? text : '';
};
/** Returns the texts of a list. */
export const textsOf = (value: JsonObject, name: string): readonly string[] => {
  const list = ownMember(value, name);
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
};
/** Returns the objects of a list. */
export const objectsOf = (value: JsonObject, name: string): readonly JsonObject[] => {
  const list = ownMember(value, name);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};
/** Returns a name on one line, in quotation marks that it cannot close. */
export const named = (name: string): string => inQuotes(oneLine(name, MAXIMUM_NAME));

/** Returns all users. Throws UnknownEffect where they were not read. */
export function usersOf({ users }: OrganizationData): readonly ListedUser[] {
  if (users === undefined) throw new UnknownEffect('users were not read');
  return users;
}
/** Returns the users with these ids. Throws UnknownEffect where one is missing. */
export function usersIn(data: OrganizationData, ids: readonly string[]): readonly ListedUser[] {
  const found = usersOf(data).filter(({ userId }) => ids.includes(userId));
  if (ids.some((id) => found.every(({ userId }) => userId !== id)))
    throw new UnknownEffect('the request names a user who was not found');
  return found;
}
/** Returns all private keys. Throws UnknownEffect where they were not read. */
export function privateKeysOf({ privateKeys }: OrganizationData): readonly ListedKey[] {
  if (privateKeys === undefined) throw new UnknownEffect('private keys were not read');
  return privateKeys;
}
/** Returns the private keys with these ids. Throws UnknownEffect where one is missing. */
export function keysIn(data: OrganizationData, ids: readonly string[]): readonly ListedKey[] {
  const found = privateKeysOf(data).filter(({ privateKeyId }) => ids.includes(privateKeyId));
  if (ids.some((id) => found.every(({ privateKeyId }) => privateKeyId !== id)))
    throw new UnknownEffect('the request names a private key that was not found');
  return found;
}
/** Throws UnknownEffect where a tag is missing. */
export function requireTags({ tags }: OrganizationData, ids: readonly string[]): void {
  if (ids.some((id) => tags?.some(({ tagId }) => tagId === id) !== true))
    throw new UnknownEffect('the request names a tag that was not found');
}
/** Returns the stored policy with this id. Throws UnknownEffect. */
export function storedPolicy({ policies }: OrganizationData, policyId: string) {
  const found = policies?.find((policy) => policy.policyId === policyId);
  if (found === undefined) throw new UnknownEffect('the request names a policy that was not found');
  return found;
}
/** Returns the only one of several changes. Throws UnknownEffect. */
export function onlyOne<Item>([only, ...others]: readonly Item[]): Item {
  if (only === undefined || others.length > 0) throw new UnknownEffect('the request changes several things at once');
  return only;
}
/** Returns a user whose power is compared before and after a request. */
export const compared = ({ userId, userName }: ListedUser): AffectedUser => ({
  userId,
  name: named(userName),
  how: 'compared',
});
