import Type from 'typebox';
import { ACCESS_TYPES } from '../model/enums.ts';
import { activity, policies } from './define.ts';
import { EXAMPLE } from './example.ts';
import { BytesText, EmailAddress, Ids, IdTexts, Label, Uuid } from './fields.ts';

export const createInvitations = activity({
  name: 'create_invitations',
  title: 'Create invitations',
  summary: 'Invites people to become users of the organization.',
  specified: false,
  governed: policies('INVITATION', 'CREATE'),
  parameters: Type.Object({
    invitations: Type.Array(
      Type.Object({
        receiverUserName: Label('Receiver user name'),
        receiverUserEmail: EmailAddress('Receiver user email'),
        receiverUserTags: Ids('Receiver user tags'),
        accessType: Type.Enum(ACCESS_TYPES, { title: 'Access type' }),
        senderUserId: Uuid('Sender user id'),
      }),
      { title: 'Invitations', minItems: 1, maxItems: 100 },
    ),
  }),
  result: Type.Object({ invitationIds: IdTexts('Invitation ids') }),
  example: {
    parameters: {
      invitations: [
        {
          receiverUserName: 'Colleague',
          receiverUserEmail: 'colleague@example.com',
          receiverUserTags: [],
          accessType: 'ACCESS_TYPE_ALL',
          senderUserId: EXAMPLE.userId,
        },
      ],
    },
    result: { invitationIds: [EXAMPLE.tagId] },
  },
});

export const deleteInvitation = activity({
  name: 'delete_invitation',
  title: 'Delete invitation',
  summary: 'Takes an invitation back.',
  specified: false,
  governed: policies('INVITATION', 'DELETE'),
  parameters: Type.Object({ invitationId: Uuid('Invitation id') }),
  result: Type.Object({ invitationId: BytesText('Invitation id') }),
  example: { parameters: { invitationId: EXAMPLE.tagId }, result: { invitationId: EXAMPLE.tagId } },
});
