import Type from 'typebox';
import { ACTIVITY_STATUSES } from '../model/enums.ts';
import { query } from './define.ts';
import { EXAMPLE } from './example.ts';
import { Activity, PaginationOptions, Uuid } from './fields.ts';

const exampleActivity = {
  id: EXAMPLE.activityId,
  organizationId: EXAMPLE.organizationId,
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  intent: { createWalletIntent: { walletName: 'Treasury', accounts: [] } },
  result: { createWalletResult: { walletId: EXAMPLE.walletId, addresses: [] } },
  votes: [],
  fingerprint: 'sha256:5a2d45e700283d37f537b4ce0888f1ee93cb90d794de1426c3bc033da120fe53',
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
    filterByStatus: Type.Optional(Type.Array(Type.Enum(ACTIVITY_STATUSES), { title: 'Filter by status' })),
    filterByType: Type.Optional(Type.Array(Type.String(), { title: 'Filter by type' })),
    paginationOptions: Type.Optional(PaginationOptions),
  },
  response: Type.Object({ activities: Type.Array(Activity, { title: 'Activities' }) }),
  example: { request: {}, response: { activities: [exampleActivity] } },
});
