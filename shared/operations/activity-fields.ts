import Type, { type Static } from 'typebox';
import { ACTIVITY_STATUSES, VOTE_SELECTIONS } from '../model/enums.ts';
import { BytesText, EnumText, HashText, KeyText, Text, Timestamp, times } from './fields.ts';

/**
 * createdAt and updatedAt of an activity: a string in the specification's dialect, a timestamp object in the public one
 * (docs/protocol.md#dialects).
 */
const activityTime = (title: string) =>
  Type.Union([Type.String({ kind: 'time' }), Timestamp(title)], { title, kind: 'time' });

export const Vote = Type.Object({
  id: BytesText('Id'),
  userId: BytesText('User id'),
  activityId: BytesText('Activity id'),
  selection: EnumText('Selection', VOTE_SELECTIONS),
  message: Text('Message'),
  publicKey: KeyText('Public key'),
  signature: BytesText('Signature'),
  scheme: BytesText('Scheme'),
  createdAt: times.createdAt,
});
export type Vote = Static<typeof Vote>;

export const Activity = Type.Object(
  {
    id: BytesText('Id'),
    organizationId: BytesText('Organization id'),
    status: EnumText('Status', ACTIVITY_STATUSES),
    type: BytesText('Type'),
    intent: Type.Record(Type.String(), Type.Unknown(), { title: 'Intent' }),
    result: Type.Union([Type.Record(Type.String(), Type.Unknown(), { title: 'Result' }), Type.Null()]),
    votes: Type.Array(Vote, { title: 'Votes' }),
    fingerprint: HashText('Fingerprint'),
    canApprove: Type.Boolean({ title: 'Can approve' }),
    canReject: Type.Boolean({ title: 'Can reject' }),
    createdAt: activityTime('Created at'),
    updatedAt: activityTime('Updated at'),
    failure: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown(), { title: 'Failure' }), Type.Null()])),
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof Activity>;
