import Type from 'typebox';
import { ACTIVITY_STATUSES, OUTCOMES, type VoteSelection } from '../model/enums.ts';
import { Activity } from './activity-fields.ts';
import { activity, query } from './define.ts';
import { EXAMPLE } from './example.ts';
import { BytesText, EnumText, PaginationOptions, Timestamp, Uuid } from './fields.ts';

/** The most statuses and types in a filter, with room for future ones. */
const MAXIMUM_FILTERS = 500;

const exampleActivity = {
  id: EXAMPLE.activityId,
  organizationId: EXAMPLE.organizationId,
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  intent: { createWalletIntent: { walletName: 'Treasury', accounts: [] } },
  result: { createWalletResult: { walletId: EXAMPLE.walletId, addresses: [] } },
  votes: [],
  fingerprint: EXAMPLE.fingerprint,
  canApprove: false,
  canReject: true,
  createdAt: '2025-04-23T04:45:55Z',
  updatedAt: '2025-04-23T04:45:55Z',
};

export const getActivity = query({
  name: 'get_activity',
  title: 'Activity',
  summary: 'Shows one activity with its intent, result and votes.',
  specified: false,
  request: { activityId: Uuid('Activity id') },
  response: Type.Object({ activity: Activity }),
  example: { request: { activityId: EXAMPLE.activityId }, response: { activity: exampleActivity } },
});

export const listActivities = query({
  name: 'list_activities',
  title: 'Activities',
  summary: 'Lists the activities of the organization, newest first.',
  specified: false,
  request: {
    filterByStatus: Type.Optional(
      Type.Array(Type.Enum(ACTIVITY_STATUSES), { title: 'Filter by status', one: 'Status', maxItems: MAXIMUM_FILTERS }),
    ),
    filterByType: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), { title: 'Filter by type', one: 'Type', maxItems: MAXIMUM_FILTERS }),
    ),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({ activities: Type.Array(Activity, { title: 'Activities' }) }),
  example: { request: {}, response: { activities: [exampleActivity] } },
});

/** A vote. The reply is the activity that is voted on, with its result if this vote decided it. */
const vote = <const Name extends string>(name: Name, selection: VoteSelection, title: string, summary: string) =>
  activity({
    name,
    title,
    summary,
    specified: false,
    governed: { by: 'the other activity', vote: selection },
    parameters: Type.Object({
      fingerprint: Type.String({
        title: 'Fingerprint',
        kind: 'hash',
        pattern: '^sha256:[0-9a-f]{64}$',
        says: 'sha256: and 64 hexadecimal digits in lower case',
      }),
    }),
    result: Type.Object({}),
    example: { parameters: { fingerprint: EXAMPLE.fingerprint }, result: {} },
  });

export const approveActivity = vote(
  'approve_activity',
  'VOTE_SELECTION_APPROVED',
  'Approve activity',
  'Votes for an activity that waits for votes. The last needed vote runs the activity.',
);
export const rejectActivity = vote(
  'reject_activity',
  'VOTE_SELECTION_REJECTED',
  'Reject activity',
  'Rejects an activity that waits for votes, without running it.',
);

const PolicyEvaluation = Type.Object({
  policyId: Type.Optional(BytesText('Policy id')),
  outcome: Type.Optional(EnumText('Outcome', OUTCOMES)),
});

export const getPolicyEvaluations = query({
  name: 'get_policy_evaluations',
  title: 'Policy evaluations',
  summary: 'Shows the decision of each policy about an activity, vote by vote.',
  specified: false,
  request: { activityId: Uuid('Activity id') },
  response: Type.Object({
    policyEvaluations: Type.Array(
      Type.Object({
        id: BytesText('Id'),
        activityId: BytesText('Activity id'),
        organizationId: BytesText('Organization id'),
        voteId: BytesText('Vote id'),
        policyEvaluations: Type.Array(PolicyEvaluation, { title: 'Policy evaluations' }),
        createdAt: Timestamp('Created at'),
      }),
      { title: 'Policy evaluations' },
    ),
  }),
  example: {
    request: { activityId: EXAMPLE.activityId },
    response: {
      policyEvaluations: [
        {
          id: EXAMPLE.userId,
          activityId: EXAMPLE.activityId,
          organizationId: EXAMPLE.organizationId,
          voteId: EXAMPLE.userId,
          policyEvaluations: [{ policyId: EXAMPLE.policyId, outcome: 'OUTCOME_ALLOW' }],
          createdAt: EXAMPLE.timestamp,
        },
      ],
    },
  },
});
