import { inQuotes } from '../model/index.ts';
import { activityStatus } from './statuses.ts';

/**
 * Returns the end of an activity for the middle of a sentence.
 *
 * @example
 * endedAs('ACTIVITY_STATUS_REJECTED');
 * // 'ended as “Rejected”'
 */
export const endedAs = (status: string): string => `ended as ${inQuotes(activityStatus(status).label)}`;
