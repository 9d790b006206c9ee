import { found, requestInvalid } from '../../public-error.ts';
import type { QueryContext } from '../../request-context.ts';
import { wireUser } from '../../wire/wire-user.ts';
import { wirePrivateKeys } from '../keys/private-keys.ts';
import { wireWallet } from '../keys/wallets.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { findUser } from '../users/find-user.ts';
import { allowedOriginsOf, featuresOf } from './features.ts';
import { listInvitations } from './invitations.ts';
import { wirePolicy } from './policies.ts';
import { interfaceReferences } from './smart-contract-interfaces.ts';
import { listTags } from './tags.ts';

/** Choice (whoami-own): a user who reads an organization below their own gets the data of their own. */
export const whoami: QueryHandler<'whoami'> = (_request, { store, caller: { user } }) => {
  const { organizationId, organizationName } = found(store.organizations.find(user.organizationId), 'organization');
  return { organizationId, organizationName, userId: user.userId, username: user.userName };
};

export const getOrganization: QueryHandler<'get_organization'> = (_request, context) => {
  const { store, caller } = context;
  const { organizationId, organizationName } = caller.organization;
  const users = store.organizations.usersOf(organizationId);
  return {
    organizationData: {
      organizationId,
      name: organizationName,
      users: users.map((user) => wireUser(user, store)),
      policies: store.policies.list(organizationId).map(wirePolicy),
      privateKeys: wirePrivateKeys(context),
      invitations: listInvitations(context),
      tags: [...listTags('user', context), ...listTags('private_key', context)],
      rootQuorum: quorumOf(context),
      features: featuresOf(context),
      ...allowedOriginsOf(context),
      wallets: store.wallets.list(organizationId).map(wireWallet),
      smartContractInterfaceReferences: interfaceReferences(context),
    },
  };
};

export const getOrganizationConfigs: QueryHandler<'get_organization_configs'> = (_request, context) => ({
  configs: { features: featuresOf(context), quorum: quorumOf(context) },
});

function quorumOf({ store, caller: { organization } }: QueryContext) {
  const users = store.organizations.usersOf(organization.organizationId);
  return {
    threshold: organization.rootQuorumThreshold,
    userIds: users.filter(({ inRootQuorum }) => inRootQuorum === 1).map(({ userId }) => userId),
  };
}

export const updateRootQuorum: ActivityHandler<'update_root_quorum'> =
  ({ threshold, userIds }, context) =>
  () => {
    const { store, caller, requestedAt } = context;
    const { organizationId } = caller.organization;
    if (threshold < 1) throw requestInvalid('quorum threshold must be non-zero integer');
    const members = new Set(userIds.map((userId) => findUser(userId, context).userId));
    if (members.size < threshold)
      throw requestInvalid(`quorum users missing: ${threshold} votes need as many users, ${members.size} were named`);
    for (const user of store.organizations.usersOf(organizationId)) {
      const inRootQuorum = members.has(user.userId) ? 1 : 0;
      if (inRootQuorum !== user.inRootQuorum)
        store.organizations.updateUser({ ...user, inRootQuorum, updatedAt: requestedAt });
    }
    store.organizations.setQuorum(organizationId, threshold, requestedAt);
    return {};
  };

export const updateOrganizationName: ActivityHandler<'update_organization_name'> =
  ({ organizationName }, { store, caller, requestedAt }) =>
  () => {
    const { organizationId } = caller.organization;
    store.organizations.rename(organizationId, organizationName, requestedAt);
    return { organizationId, organizationName };
  };
