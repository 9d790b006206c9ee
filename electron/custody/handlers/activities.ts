import { AppError } from '../../../shared/errors/index.ts';
import { toTimestamp } from '../../../shared/model/index.ts';
import { type Activity, findActivityByType } from '../../../shared/operations/index.ts';
import { ACTIVITY_TYPES } from '../../../shared/policy-language/index.ts';
import { wireActivity } from '../activities/wire-activity.ts';
import { found, plainError, requestInvalid } from '../public-error.ts';
import type { QueryContext } from '../request-context.ts';
import type { ActivityRow } from '../store/index.ts';
import type { QueryHandler } from './types.ts';
import { BATCH, yieldToEventLoop } from './yielding.ts';

/**
 * Choice (activities-per-page): the most characters that the activities of one page hold. One activity has a few megabytes at
 * most, a hundred of them would have more than a process can put into one answer.
 */
const MAXIMUM_PAGE = 32 * 1024 * 1024;

export const getActivity: QueryHandler<'get_activity'> = async ({ activityId }, context) => {
  await context.store.archives.checked();
  return { activity: wireActivity(findActivity(activityId, context), context) };
};

export const getPolicyEvaluations: QueryHandler<'get_policy_evaluations'> = async (request, context) => {
  await context.store.archives.checked();
  const { activityId, organizationId } = findActivity(request.activityId, context);
  const votes = context.store.activities.votesOn(activityId);
  return {
    policyEvaluations: votes.flatMap(({ voteId, evaluations, createdAt }) =>
      evaluations === null
        ? []
        : [
            {
              id: voteId,
              activityId,
              organizationId,
              voteId,
              policyEvaluations: JSON.parse(evaluations),
              createdAt: toTimestamp(createdAt),
            },
          ],
    ),
  };
};

export function findActivity(activityId: string, { store, caller }: QueryContext): ActivityRow {
  return found(store.activities.find(caller.organization.organizationId, activityId), 'activity');
}

export const listActivities: QueryHandler<'list_activities'> = async (
  { filterByStatus, filterByType, paginationOptions = {} },
  context,
) => {
  const { organizationId } = context.caller.organization;
  const { activities } = context.store;
  requireTypes(filterByType);
  await context.store.archives.checked();
  const filter = { statuses: filterByStatus, types: filterByType };
  const ids = activities.list(organizationId, filter, paginationOptions);
  const listed: Activity[] = [];
  let length = 0;
  for (const [index, activityId] of ids.entries()) {
    if (index > 0 && index % BATCH === 0) await yieldToEventLoop();
    const read = wholeOrHow(index, activityId, () => {
      const row = activities.find(organizationId, activityId);
      return row === undefined ? undefined : { row, activity: wireActivity(row, context) };
    });
    if (read === undefined) continue;
    const { row, activity } = read;
    length += row.intent.length + (row.result?.length ?? 0);
    for (const { message } of activity.votes) length += message.length;
    if (length > MAXIMUM_PAGE) throw pageTooLarge();
    listed.push(activity);
  }
  return { activities: listed };
};

/**
 * Reads the activity at a place of a page. For one that another program changed, adds to DATABASE_CHANGED how to list the
 * others: nothing is left out unnoticed.
 */
function wholeOrHow<Read>(index: number, activityId: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'DATABASE_CHANGED')) throw error;
    const newer = index === 0 ? '' : `the newer ones of this page with paginationOptions.limit ${index}, and `;
    throw new AppError(
      error.code,
      `${error.message} The other activities can be listed: ask for ${newer}the rest with paginationOptions.after ${activityId}.`,
      { cause: error },
    );
  }
}

const PUBLIC_TYPES = new Set(ACTIVITY_TYPES);

/** Refuses a type that nobody has: an empty list would read as if no such activity was ever made. */
function requireTypes(types: readonly string[] = []): void {
  const unknown = types.findIndex((type) => !PUBLIC_TYPES.has(type) && findActivityByType(type) === undefined);
  if (unknown !== -1)
    throw requestInvalid(
      `bad request body: /filterByType/${unknown} must be an activity type, such as ACTIVITY_TYPE_CREATE_WALLET`,
    );
}

function pageTooLarge() {
  return plainError(
    413,
    8,
    `this page of activities has more than ${MAXIMUM_PAGE} characters; ask for fewer with paginationOptions.limit, then for the rest with paginationOptions.after`,
  );
}
