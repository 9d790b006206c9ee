import Type, { type Static } from 'typebox';
import { ACCESS_TYPES, INVITATION_STATUSES } from '../../model/enums.ts';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EmailAddress, EnumText, Ids, IdTexts, Label, Text, times, Uuid } from '../fields.ts';

export const Invitation = Type.Object(
  {
    invitationId: BytesText('Invitation id'),
    receiverUserName: Text('Receiver user name'),
    receiverEmail: Text('Receiver email'),
    receiverUserTags: IdTexts('Receiver user tags'),
    accessType: EnumText('Access type', ACCESS_TYPES),
    status: EnumText('Status', INVITATION_STATUSES),
    ...times,
    senderUserId: BytesText('Sender user id'),
  },
  { title: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

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
