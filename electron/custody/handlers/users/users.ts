import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { readTokenFor, requireContact, spendToken } from '../../authentication/verified-contact.ts';
import { overQuota } from '../../public-error.ts';
import type { ActivityContext, LoginContext } from '../../request-context.ts';
import type { Contact, Store } from '../../store/index.ts';
import { wireUser } from '../../wire/wire-user.ts';
import { addOauthProviders, type NewOauthProvider, readOauthProviders } from '../oauth/oauth-providers.ts';
import { setTags } from '../organizations/tags.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { addApiKeys, type NewApiKey, readKey } from './api-keys.ts';
import { addAuthenticators, type NewAuthenticator, readAuthenticator } from './authenticators.ts';
import { findUser } from './find-user.ts';
import { keepingQuorum } from './keep-quorum.ts';

const MAXIMUM_USERS = 100;

export interface NewUser {
  readonly userName: string;
  readonly userEmail?: string;
  readonly userPhoneNumber?: string;
  readonly userTags: readonly string[];
  readonly apiKeys: readonly NewApiKey[];
  readonly authenticators: readonly NewAuthenticator[];
  readonly oauthProviders: readonly NewOauthProvider[];
}

export const createUsers: ActivityHandler<'create_users'> = async ({ users }, context) => {
  const read: NewUser[] = [];
  for (const user of users) read.push({ ...user, ...(await readCredentials(user, context)) });
  return () => ({ userIds: addUsers(read, 0, context) });
};

/** Choice (api-only-curve): keys of API-only users are P-256 keys. The interface has no member for their curve. */
export const createApiOnlyUsers: ActivityHandler<'create_api_only_users'> = ({ apiOnlyUsers }, context) => {
  const users = apiOnlyUsers.map((user) => ({
    ...user,
    apiKeys: user.apiKeys.map((key) => readKey({ ...key, curveType: 'API_KEY_CURVE_P256' })),
    authenticators: [],
    oauthProviders: [],
  }));
  return () => ({ userIds: addUsers(users, 0, context) });
};

export const getUser: QueryHandler<'get_user'> = ({ userId }, context) => ({
  user: wireUser(findUser(userId, context), context.store),
});

export const listUsers: QueryHandler<'list_users'> = (_request, { store, caller }) => ({
  users: store.organizations.usersOf(caller.organization.organizationId).map((user) => wireUser(user, store)),
});

export const updateUser: ActivityHandler<'update_user'> = (changes, context) => () => changeUser(changes, context);

export const updateUserName: ActivityHandler<'update_user_name'> = (changes, context) => () =>
  changeUser(changes, context);

export const updateUserEmail: ActivityHandler<'update_user_email'> = ({ verificationToken, ...changes }, context) =>
  changeContact(changes, { otpType: 'OTP_TYPE_EMAIL', contact: changes.userEmail }, verificationToken, context);

export const updateUserPhoneNumber: ActivityHandler<'update_user_phone_number'> = (parameters, context) => {
  const { verificationToken, ...changes } = parameters;
  const contact = { otpType: 'OTP_TYPE_SMS', contact: changes.userPhoneNumber } as const;
  return changeContact(changes, contact, verificationToken, context);
};

/** Changes a contact. A token proves that the user holds it, and is used up. */
function changeContact(
  changes: ActivityParameters<'update_user'>,
  contact: Contact,
  token: string | undefined,
  context: ActivityContext,
) {
  const verification = token === undefined ? undefined : readTokenFor(context.caller.organization, token, context);
  if (verification !== undefined) requireContact(verification, contact);
  return () => {
    const changed = changeUser(changes, context);
    if (verification !== undefined) spendToken(verification, findUser(changed.userId, context), context.store);
    return changed;
  };
}

function changeUser(changes: ActivityParameters<'update_user'>, context: ActivityContext) {
  const { userName, userEmail, userPhoneNumber, userTagIds } = changes;
  const user = findUser(changes.userId, context);
  context.store.organizations.updateUser({
    ...user,
    userName: userName ?? user.userName,
    userEmail: userEmail === undefined ? user.userEmail : textOrNull(userEmail),
    userPhoneNumber: userPhoneNumber === undefined ? user.userPhoneNumber : textOrNull(userPhoneNumber),
    updatedAt: context.requestedAt,
  });
  const { verifiedContacts } = context.store;
  if (userEmail !== undefined) verifiedContacts.remove(user.userId, 'OTP_TYPE_EMAIL');
  if (userPhoneNumber !== undefined) verifiedContacts.remove(user.userId, 'OTP_TYPE_SMS');
  if (userTagIds !== undefined) setTags('user', user.userId, userTagIds, context);
  return { userId: user.userId };
}

export const deleteUsers: ActivityHandler<'delete_users'> =
  ({ userIds }, context) =>
  () => ({
    userIds: keepingQuorum(context, () =>
      userIds.map((id) => {
        const { userId } = findUser(id, context);
        removeUser(userId, context.store);
        return userId;
      }),
    ),
  });

/** Removes a user with all that belongs to one, inside the transaction. */
export function removeUser(userId: string, store: Store): void {
  for (const { apiKeyId } of store.organizations.apiKeysOf(userId)) store.organizations.removeApiKey(apiKeyId);
  for (const { authenticatorId } of store.authenticators.ofUser(userId)) store.authenticators.remove(authenticatorId);
  for (const { mfaPolicyId } of store.mfaPolicies.ofUser(userId)) store.mfaPolicies.remove(mfaPolicyId);
  for (const { providerId } of store.oauthProviders.ofUser(userId)) store.oauthProviders.remove(providerId);
  store.verifiedContacts.removeOf(userId);
  store.tags.untagAll(userId);
  store.importTargets.removeOf(userId);
  store.organizations.removeUser(userId);
}

/** Reads a new user's credentials. Throws REQUEST_INVALID or INVALID_OIDC_TOKEN. */
export async function readCredentials(
  user: Omit<ActivityParameters<'create_users'>['users'][number], 'userTags'>,
  context: LoginContext,
): Promise<Pick<NewUser, 'apiKeys' | 'authenticators' | 'oauthProviders'>> {
  const oauthProviders = await readOauthProviders(user.oauthProviders, context);
  return {
    apiKeys: user.apiKeys.map(readKey),
    authenticators: user.authenticators.map(readAuthenticator),
    oauthProviders,
  };
}

/** Adds users to the organization inside the transaction and returns their ids. */
export function addUsers(users: readonly NewUser[], inRootQuorum: 0 | 1, context: LoginContext): string[] {
  const { store, caller, requestedAt } = context;
  const { organizationId } = caller.organization;
  if (store.organizations.usersOf(organizationId).length + users.length > MAXIMUM_USERS)
    throw overQuota(`organization over quota: it has at most ${MAXIMUM_USERS} users`);
  return users.map(
    ({ userName, userEmail = '', userPhoneNumber = '', userTags, apiKeys, authenticators, oauthProviders }) => {
      const user = {
        userId: randomUuid(),
        organizationId,
        userName,
        userEmail: textOrNull(userEmail),
        userPhoneNumber: textOrNull(userPhoneNumber),
        inRootQuorum,
        createdAt: requestedAt,
        updatedAt: requestedAt,
      } as const;
      store.organizations.insertUser(user);
      addApiKeys(user, apiKeys, context);
      addAuthenticators(user, authenticators, context);
      addOauthProviders(user, oauthProviders, context);
      setTags('user', user.userId, userTags, context);
      return user.userId;
    },
  );
}

/** Generated clients send an empty text for an absent one. */
function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}
