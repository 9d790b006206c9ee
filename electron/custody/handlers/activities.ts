import { wireActivity } from '../activities/wire-activity.ts';
import { notFound, plainError } from '../public-error.ts';
import type { QueryHandler } from './types.ts';

/**
 * Choice (activities-per-page): the most characters that the activities of one page hold. One activity has a few megabytes at
 * most, a hundred of them would have more than a process can put into one answer.
 */
const MAXIMUM_PAGE = 32 * 1024 * 1024;

export const getActivity: QueryHandler<'get_activity'> = ({ activityId }, context) => {
  const activity = context.store.activities.find(context.caller.organization.organizationId, activityId);
  if (activity === undefined) throw notFound('no activity found with the given ID');
  return { activity: wireActivity(activity, context) };
};

export const listActivities: QueryHandler<'list_activities'> = (
  { filterByStatus, filterByType, paginationOptions = {} },
  context,
) => {
  const { organizationId } = context.caller.organization;
  const { activities } = context.store;
  const filter = { statuses: filterByStatus, types: filterByType };
  let length = 0;
  return {
    activities: activities.list(organizationId, filter, paginationOptions).flatMap((activityId) => {
      const row = activities.find(organizationId, activityId);
      if (row === undefined) return [];
      const activity = wireActivity(row, context);
      length += row.intent.length + (row.result?.length ?? 0);
      for (const { message } of activity.votes) length += message.length;
      if (length > MAXIMUM_PAGE) throw pageTooLarge();
      return [activity];
    }),
  };
};

function pageTooLarge() {
  return plainError(
    413,
    8,
    `this page of activities has more than ${MAXIMUM_PAGE} characters; ask for fewer with paginationOptions.limit, then for the rest with paginationOptions.after`,
  );
}
