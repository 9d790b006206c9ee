import type { AuditOutcome } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import type { StampedRequest } from '../../storage/records/index.ts';

/** The kinds of entries: a request, a read of the service, and a record of something else. */
export type EntryKind = 'request' | 'read' | 'record';

const READS = ['query', 'gateway'];

/** Returns the kind of an entry by its operation. Bytes that were stamped for another machine count as a request. */
export function kindOf(operation: string): EntryKind {
  if (operation === 'stamp') return 'request';
  const kind = findOperation(operation)?.kind;
  if (kind === undefined) return 'record';
  return READS.includes(kind) ? 'read' : 'request';
}

/** Returns true for an operation that votes on another activity. */
export function isVote(operation: string): boolean {
  const found = findOperation(operation);
  return found?.kind === 'activity' && found.governed.by === 'the other activity';
}

const BY_STATUS: Readonly<Record<string, AuditOutcome>> = {
  ACTIVITY_STATUS_COMPLETED: 'accepted',
  ACTIVITY_STATUS_CONSENSUS_NEEDED: 'waiting',
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: 'waiting',
  ACTIVITY_STATUS_FAILED: 'failed',
  ACTIVITY_STATUS_REJECTED: 'rejected',
};
const OPEN: readonly (AuditOutcome | undefined)[] = ['waiting', undefined];

/**
 * Returns the outcome of an entry. `request` is the journal's state, undefined when it has none. `statusNow` returns the
 * cached status of an activity that was open when the journal closed.
 */
export function outcomeOf(
  operation: string,
  request: Pick<StampedRequest, 'state' | 'status' | 'activityId'> | undefined,
  statusNow: (activityId: string) => string | undefined,
): AuditOutcome {
  if (request === undefined) {
    const kind = kindOf(operation);
    return kind === 'request' ? 'stamped' : kind === 'read' ? 'read' : 'recorded';
  }
  const { state, status, activityId } = request;
  if (state === 'prepared') return 'unsent';
  if (state === 'sent') return 'unknown';
  if (state === 'discarded') return status === 'GIVEN_UP' ? 'abandoned' : 'discarded';
  if (activityId === null) return 'refused';
  // The service answers a vote with the activity that it is about.
  if (isVote(operation)) return 'accepted';
  const then = BY_STATUS[status ?? ''];
  if (!OPEN.includes(then)) return then ?? 'pending';
  return BY_STATUS[statusNow(activityId) ?? status ?? ''] ?? 'pending';
}
