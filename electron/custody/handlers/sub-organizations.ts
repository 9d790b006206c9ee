import type { FeatureName } from '../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../shared/operations/index.ts';
import { randomUuid } from '../../crypto/index.ts';
import { overQuota, requestInvalid } from '../public-error.ts';
import type { StoredFilter } from '../store/index.ts';
import { requireExported } from './exports.ts';
import { readings } from './find-signer.ts';
import { removePrivateKey } from './private-keys.ts';
import { listTags } from './tags.ts';
import type { ActivityHandler, QueryHandler } from './types.ts';
import { addUsers, type NewUser, readCredentials, removeUser } from './users/users.ts';
import { createWallet } from './wallets.ts';

/**
 * Choice (suborg-filters): names, users and keys are found as they were given, and an address in each of its spellings.
 */
export const listSuborgs: QueryHandler<'list_suborgs'> = (request, { store, caller }) => {
  const { filterType, filterValue = '', paginationOptions = {} } = request;
  const { organizationId } = caller.organization;
  if ((filterType === undefined) !== (filterValue === ''))
    throw requestInvalid('bad request body: filterType and filterValue belong together');
  if (filterType === 'OIDC_TOKEN')
    throw requestInvalid('this service does not find sub-organizations by an OIDC token yet. Use another filterType.');
  const filter: StoredFilter = filterType ?? 'ALL';
  const value = filterType === 'WALLET_ACCOUNT_ADDRESS' ? JSON.stringify(readings(filterValue)) : filterValue;
  return { organizationIds: store.subOrganizations.list(organizationId, filter, value, paginationOptions) };
};

/** A sub-organization with its root users, and its first wallet where one is asked for. It has none below itself (PROTOCOL 2.1). */
export const createSubOrganization: ActivityHandler<'create_sub_organization'> = async (parameters, context) => {
  const { store, caller, requestedAt } = context;
  const { rootUsers, rootQuorumThreshold, subOrganizationName, verificationToken } = parameters;
  if (caller.organization.parentOrganizationId !== null)
    throw overQuota('organization over quota: a sub-organization has no sub-organizations');
  if (rootQuorumThreshold < 1) throw requestInvalid('quorum threshold must be non-zero integer');
  if (rootUsers.length < rootQuorumThreshold)
    throw requestInvalid(
      `quorum users missing: ${rootQuorumThreshold} votes need as many users, ${rootUsers.length} were named`,
    );
  if (verificationToken !== undefined)
    throw requestInvalid(
      'this service takes no verification token for a new sub-organization yet. Nothing was made. Leave it out.',
    );
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
  return () => {
    store.organizations.insert(organization);
    for (const name of disabledFeatures(parameters))
      store.features.put({ organizationId: subOrganizationId, name, value: null });
    const rootUserIds = addUsers(users, 1, inside);
    return { subOrganizationId, ...(makeWallet === undefined ? {} : { wallet: makeWallet() }), rootUserIds };
  };
};

/** Removes the sub-organization that asks for it, with everything in it. */
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
    store.activities.forgetProposals(organizationId);
    store.features.removeAll(organizationId);
    store.applications.removeAll(organizationId);
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

/** The features that it begins without, each named by the member that says so. */
function disabledFeatures(parameters: ActivityParameters<'create_sub_organization'>): FeatureName[] {
  const flags = {
    FEATURE_NAME_EMAIL_RECOVERY: parameters.disableEmailRecovery,
    FEATURE_NAME_EMAIL_AUTH: parameters.disableEmailAuth,
    FEATURE_NAME_SMS_AUTH: parameters.disableSmsAuth,
    FEATURE_NAME_OTP_EMAIL_AUTH: parameters.disableOtpEmailAuth,
  };
  return Object.entries(flags).flatMap(([name, isDisabled]) => (isDisabled === true ? [name as FeatureName] : []));
}
