import type { FeatureName, SubOrganizationFilter } from '../../../../shared/model/index.ts';
import { type ActivityParameters, convertToNewest, OPERATIONS } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { readOidcClaims } from '../../authentication/oidc.ts';
import { signUp } from '../../authentication/verified-contact.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { LoginContext, MakingContext } from '../../request-context.ts';
import { readings } from '../../signers/find-signer.ts';
import type { OrganizationRow, StoredFilter } from '../../store/index.ts';
import { requireExported } from '../keys/exports.ts';
import { createPrivateKeys, removePrivateKey } from '../keys/private-keys.ts';
import { createWallet } from '../keys/wallets.ts';
import { readSignUp } from '../otp/sign-up.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { addUsers, type NewUser, readCredentials, removeUser } from '../users/users.ts';
import { listTags } from './tags.ts';

/**
 * Choice (suborg-filters): names, users and keys are found as they were given, and an address in each of its spellings.
 */
export const listSuborgs: QueryHandler<'list_suborgs'> = (request, { store, caller }) => {
  const { filterType, paginationOptions = {} } = request;
  const filterValue = requireBoth(request);
  const value = filterType === undefined ? '' : storedValue(filterType, filterValue);
  const { organizationId } = caller.organization;
  return {
    organizationIds: store.subOrganizations.list(organizationId, filterType ?? 'ALL', value, paginationOptions),
  };
};

/**
 * Choice (verified-suborgs): a verified contact is one that a user proved to hold, in any letter case. Without a
 * filter, any contact of any user counts.
 */
export const listVerifiedSuborgs: QueryHandler<'list_verified_suborgs'> = (request, { store, caller }) => {
  const { filterType, paginationOptions = {} } = request;
  const value = requireBoth(request);
  const filter = filterType === undefined ? 'VERIFIED' : (`VERIFIED_${filterType}` as const);
  const { organizationId } = caller.organization;
  return { organizationIds: store.subOrganizations.list(organizationId, filter, value, paginationOptions) };
};

/**
 * The oldest sub-organization that a filter finds, for whoever has no stamp.
 * Choice (several-accounts): when there are several, it is the oldest.
 */
export function findSubOrganization(
  filter: StoredFilter,
  value: string,
  { store, caller }: LoginContext,
): OrganizationRow | undefined {
  const [id] = store.subOrganizations.list(caller.organization.organizationId, filter, value, { limit: '1' });
  return id === undefined ? undefined : store.organizations.find(id);
}

/** Returns the value of a filter in the spelling of the store. Throws INVALID_OIDC_TOKEN. */
export function storedValue(filterType: SubOrganizationFilter, value: string): string {
  if (filterType === 'WALLET_ACCOUNT_ADDRESS') return JSON.stringify(readings(value));
  // The token is not verified: the caller may read everything that a genuine one could reveal.
  return filterType === 'OIDC_TOKEN' ? JSON.stringify(readOidcClaims(value)) : value;
}

/** The value of a filter. Throws REQUEST_INVALID for one without the other. */
function requireBoth(request: { readonly filterType?: string; readonly filterValue?: string }): string {
  const { filterType, filterValue = '' } = request;
  if ((filterType === undefined) !== (filterValue === ''))
    throw requestInvalid('bad request body: filterType and filterValue belong together');
  return filterValue;
}

export const createSubOrganization: ActivityHandler<'create_sub_organization'> = (parameters, context) =>
  makeSubOrganization(parameters, context);

/** Version 3: like version 4, but it also makes private keys. */
export const createSubOrganizationV3: ActivityHandler<'create_sub_organization_v3'> = async (parameters, context) => {
  const { privateKeys, ...asked } = parameters;
  const { parameters: newest } = convertToNewest(OPERATIONS.create_sub_organization_v4, asked);
  const commit = await makeSubOrganization(
    newest as ActivityParameters<'create_sub_organization'>,
    context,
    privateKeys,
  );
  return () => ({ privateKeys: [], ...commit() });
};

/**
 * Makes a sub-organization with its root users, and its first wallet when requested. A sub-organization has none of its
 * own (docs/protocol.md#limits).
 */
export async function makeSubOrganization(
  parameters: ActivityParameters<'create_sub_organization'>,
  context: MakingContext,
  privateKeys: ActivityParameters<'create_private_keys'>['privateKeys'] = [],
) {
  const { store, caller, requestedAt } = context;
  const { rootUsers, rootQuorumThreshold, subOrganizationName } = parameters;
  if (caller.organization.parentOrganizationId !== null)
    throw overQuota('organization over quota: a sub-organization has no sub-organizations');
  if (rootQuorumThreshold < 1) throw requestInvalid('quorum threshold must be non-zero integer');
  if (rootUsers.length < rootQuorumThreshold)
    throw requestInvalid(
      `quorum users missing: ${rootQuorumThreshold} votes need as many users, ${rootUsers.length} were named`,
    );
  const verified = readSignUp(parameters, context);
  const subOrganizationId = randomUuid();
  const organization = {
    organizationId: subOrganizationId,
    parentOrganizationId: caller.organization.organizationId,
    organizationName: subOrganizationName,
    rootQuorumThreshold,
    authProxyConfigId: null,
    createdAt: requestedAt,
    updatedAt: requestedAt,
  };
  const inside = { ...context, caller: { ...caller, organization } };
  const users: NewUser[] = [];
  for (const user of rootUsers) users.push({ ...user, ...(await readCredentials(user, inside)), userTags: [] });
  const makeWallet = parameters.wallet === undefined ? undefined : await createWallet(parameters.wallet, inside);
  const makeKeys = privateKeys.length === 0 ? undefined : await createPrivateKeys({ privateKeys }, inside);
  return () => {
    store.organizations.insert(organization);
    for (const name of disabledFeatures(parameters))
      store.features.put({ organizationId: subOrganizationId, name, value: null });
    const rootUserIds = addUsers(users, 1, inside);
    if (verified !== undefined) {
      const user = found(store.organizations.findUser(rootUserIds[verified.userIndex] ?? ''), 'user');
      signUp(verified.verification, user, context);
    }
    return {
      subOrganizationId,
      ...(makeWallet === undefined ? {} : { wallet: makeWallet() }),
      ...makeKeys?.(),
      rootUserIds,
    };
  };
}

/** Deletes the caller's sub-organization with all its contents. */
export const deleteSubOrganization: ActivityHandler<'delete_sub_organization'> = ({ deleteWithoutExport }, context) => {
  const { organizationId, parentOrganizationId } = context.caller.organization;
  if (parentOrganizationId === null)
    throw requestInvalid('only a sub-organization can be deleted. Nothing was deleted.');
  return () => {
    const { store, requestedAt } = context;
    for (const wallet of store.wallets.list(organizationId)) {
      requireExported(wallet, deleteWithoutExport, `wallet ${wallet.walletId}`);
      store.wallets.remove(wallet.walletId);
    }
    for (const key of store.privateKeys.list(organizationId)) {
      requireExported(key, deleteWithoutExport, `private key ${key.privateKeyId}`);
      removePrivateKey(key.privateKeyId, store);
    }
    for (const { userId } of store.organizations.usersOf(organizationId)) removeUser(userId, store);
    for (const { policyId } of store.policies.list(organizationId)) store.policies.remove(policyId);
    for (const { tagId } of [...listTags('user', context), ...listTags('private_key', context)])
      store.tags.remove(tagId);
    for (const { endpointId } of store.webhooks.list(organizationId)) store.webhooks.remove(endpointId);
    for (const { sessionProfileId } of store.sessionProfiles.list(organizationId))
      store.sessionProfiles.remove(sessionProfileId);
    for (const { otpId } of store.otps.list(organizationId)) store.otps.remove(otpId);
    for (const { velocityControlId } of store.velocityControls.list(organizationId))
      store.velocityControls.remove(velocityControlId);
    store.usedTokens.removeOf(organizationId);
    store.activities.forgetProposals(organizationId);
    store.features.removeAll(organizationId);
    store.applications.removeAll(organizationId);
    store.providerCredentials.removeAll(organizationId);
    for (const { smartContractInterfaceId } of store.smartContractInterfaces.list(organizationId))
      store.smartContractInterfaces.remove(smartContractInterfaceId);
    for (const { invitationId } of store.invitations.list(organizationId)) store.invitations.remove(invitationId);
    for (
      let page = store.secrets.list(organizationId, {});
      page.length > 0;
      page = store.secrets.list(organizationId, {})
    )
      for (const { secretId } of page) store.secrets.remove(secretId);
    store.subOrganizations.remove(organizationId, requestedAt);
    return { subOrganizationUuid: organizationId };
  };
};

/** Returns the features that the request disables, by the member that disables each. */
function disabledFeatures(parameters: ActivityParameters<'create_sub_organization'>): FeatureName[] {
  const flags = {
    FEATURE_NAME_EMAIL_RECOVERY: parameters.disableEmailRecovery,
    FEATURE_NAME_EMAIL_AUTH: parameters.disableEmailAuth,
    FEATURE_NAME_SMS_AUTH: parameters.disableSmsAuth,
    FEATURE_NAME_OTP_EMAIL_AUTH: parameters.disableOtpEmailAuth,
  };
  return Object.entries(flags).flatMap(([name, isDisabled]) => (isDisabled === true ? [name as FeatureName] : []));
}
