import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const invite = async (
  receiverUserName: string,
  changes: { senderUserId?: string; receiverUserTags?: string[] } = {},
) => {
  const invitation = {
    receiverUserName,
    receiverUserEmail: `${receiverUserName}@example.com`,
    receiverUserTags: [],
    accessType: 'ACCESS_TYPE_ALL' as const,
    senderUserId: service.userId,
    ...changes,
  };
  const { activity } = await service.client.createInvitations(
    service.envelope('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations: [invitation] }),
  );
  return activity.result.createInvitationsResult?.invitationIds[0] ?? '';
};
const remove = (invitationId: string) =>
  service.client.deleteInvitation(service.envelope('ACTIVITY_TYPE_DELETE_INVITATION', { invitationId }));
const listed = async () => {
  const { organizationData } = await service.client.getOrganization({ organizationId: service.organizationId });
  return organizationData.invitations ?? [];
};

it('an invitation is listed until it is withdrawn', async () => {
  const [first, second] = [await invite('one'), await invite('two')];
  expect(await listed()).toMatchObject([
    {
      invitationId: first,
      receiverUserName: 'one',
      receiverEmail: 'one@example.com',
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_ALL',
      status: 'INVITATION_STATUS_CREATED',
      senderUserId: service.userId,
    },
    { invitationId: second },
  ]);
  const { activity } = await remove(first.toUpperCase());
  expect(activity.result.deleteInvitationResult).toEqual({ invitationId: first });
  expect((await listed()).map(({ invitationId }) => invitationId)).toEqual([second]);
  await expect(remove(first)).rejects.toThrow('Turnkey error 5: no invitation found with the given ID');
});

it('an invitation needs existing users and tags', async () => {
  const nobody = service.organizationId;
  await expect(invite('one', { senderUserId: nobody })).rejects.toThrow('no user found');
  await expect(invite('one', { receiverUserTags: [nobody] })).rejects.toThrow('could not find tag');
  await expect(invite('no address at')).rejects.toThrow('/parameters/invitations/0/receiverUserEmail');
  expect(await listed()).toEqual([]);
});
