import { wireActivity } from '../activities/wire-activity.ts';
import { notFound } from '../public-error.ts';
import type { QueryHandler } from './types.ts';

export const getActivity: QueryHandler<'get_activity'> = ({ activityId }, context) => {
  const activity = context.store.activities.find(context.caller.organization.organizationId, activityId);
  if (activity === undefined) throw notFound('no activity found with the given ID');
  return { activity: wireActivity(activity, context) };
};

export const listActivities: QueryHandler<'list_activities'> = (
  { filterByStatus, filterByType, paginationOptions = {} },
  context,
) => {
  const filter = { statuses: filterByStatus, types: filterByType };
  const rows = context.store.activities.list(context.caller.organization.organizationId, filter, paginationOptions);
  return { activities: rows.map((row) => wireActivity(row, context)) };
};
