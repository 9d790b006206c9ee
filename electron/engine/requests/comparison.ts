import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { isNotFound } from '../queries/not-found.ts';
import type { Queries } from '../queries/queries.ts';

/** A request whose answer this machine keeps, and whose activity the service does not have. */
export interface LostRequest {
  readonly requestId: string;
  /** The confirmed request in words. */
  readonly title: string;
  readonly activityId: string;
  /** When it was answered, in milliseconds since the epoch. */
  readonly answeredAt: number;
}

export interface Comparison {
  /** The number of compared requests. */
  readonly compared: number;
  readonly lost: readonly LostRequest[];
}

/**
 * Compares the journal with the service of the current profile. It asks for the activity of each of the newest answered
 * requests. One that the service no longer has shows an older copy of its database. Throws the errors of asking.
 */
export function createComparison(
  { records }: Pick<Base, 'records'>,
  { profiles, queries }: { readonly profiles: Pick<Profiles, 'get'>; readonly queries: Pick<Queries, 'ask'> },
) {
  return async (limit: number, signal?: AbortSignal): Promise<Comparison> => {
    const profile = profiles.get();
    const answered = records.journal.newestAnswered(profile.name, limit);
    const lost: LostRequest[] = [];
    for (const { requestId, title, activityId, closedAt } of answered) {
      try {
        await queries.ask('get_activity', { activityId }, { profile, signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
        lost.push({ requestId, title, activityId, answeredAt: closedAt });
      }
    }
    return { compared: answered.length, lost };
  };
}
