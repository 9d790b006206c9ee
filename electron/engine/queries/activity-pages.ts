import { AppError } from '../../../shared/errors/index.ts';
import type { ActivityStatus } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import type { Asking, Queries } from './queries.ts';

/** Activities in one page. The interface allows at most 100 (docs/protocol.md#limits). */
const PAGE = 100;

export interface ActivityPage {
  readonly activities: readonly Activity[];
  /** True when the service has no older activities. */
  readonly isLast: boolean;
}

/**
 * The activities of a profile, or those of some statuses, page by page, newest first. With `after`, those that are older
 * than the activity with that id. An activity contains the signed
 * content, up to megabytes. A page that is too large for one reply is requested again in smaller parts. Throws what a
 * query throws, TOO_LARGE only for an activity that is too large alone.
 */
export async function* activityPages(
  queries: Pick<Queries, 'ask'>,
  { after: from, ...options }: Asking & { readonly after?: string },
  statuses?: readonly ActivityStatus[],
): AsyncGenerator<ActivityPage, void> {
  const filter = statuses === undefined ? {} : { filterByStatus: [...statuses] };
  let after = from;
  let limit = PAGE;
  for (;;) {
    const paginationOptions = { limit: String(limit), ...(after === undefined ? {} : { after }) };
    let activities: readonly Activity[];
    try {
      ({ activities } = await queries.ask('list_activities', { ...filter, paginationOptions }, options));
    } catch (error) {
      if (limit === 1 || !(error instanceof AppError && error.code === 'TOO_LARGE')) throw error;
      limit = Math.max(1, Math.floor(limit / 4));
      continue;
    }
    const last = activities.at(-1)?.id;
    const isLast = activities.length < limit || last === undefined || last === after;
    yield { activities, isLast };
    if (isLast) return;
    after = last;
    limit = Math.min(PAGE, limit * 2);
  }
}
