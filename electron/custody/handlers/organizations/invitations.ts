import { toTimestamp } from '../../../../shared/model/index.ts';
import type { Invitation } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { found, overQuota } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { ActivityHandler } from '../types.ts';
import { findUser } from '../users/find-user.ts';
import { requireTags } from './tags.ts';

/** An organization has at most this many (docs/protocol.md#limits). */
const MAXIMUM_INVITATIONS = 100;

/**
 * Choice (invitations): an invitation is kept until it is revoked. No public operation accepts one, so it sends no
 * mail.
 */
export const createInvitations: ActivityHandler<'create_invitations'> =
  ({ invitations }, context) =>
  () => {
    const { store, caller, requestedAt } = context;
    const { organizationId } = caller.organization;
    if (store.invitations.list(organizationId).length + invitations.length > MAXIMUM_INVITATIONS)
      throw overQuota(`organization over quota: it has at most ${MAXIMUM_INVITATIONS} invitations`);
    const invitationIds = invitations.map(({ receiverUserEmail, receiverUserTags, senderUserId, ...invitation }) => {
      const invitationId = randomUuid();
      const tagIds = requireTags('user', receiverUserTags, context).map(({ tagId }) => tagId);
      store.invitations.insert({
        ...invitation,
        invitationId,
        organizationId,
        receiverEmail: receiverUserEmail,
        receiverUserTags: JSON.stringify(tagIds),
        senderUserId: findUser(senderUserId, context).userId,
        createdAt: requestedAt,
        updatedAt: requestedAt,
      });
      return invitationId;
    });
    return { invitationIds };
  };

export const deleteInvitation: ActivityHandler<'delete_invitation'> =
  (parameters, { store, caller }) =>
  () => {
    const wanted = parameters.invitationId.toLowerCase();
    const rows = store.invitations.list(caller.organization.organizationId);
    const { invitationId } = found(
      rows.find((row) => row.invitationId === wanted),
      'invitation',
    );
    store.invitations.remove(invitationId);
    return { invitationId };
  };

export function listInvitations({ store, caller }: ActingContext): Invitation[] {
  return store.invitations
    .list(caller.organization.organizationId)
    .map(({ organizationId: _, receiverUserTags, createdAt, updatedAt, ...invitation }) => ({
      ...invitation,
      receiverUserTags: JSON.parse(receiverUserTags),
      status: 'INVITATION_STATUS_CREATED',
      createdAt: toTimestamp(createdAt),
      updatedAt: toTimestamp(updatedAt),
    }));
}
