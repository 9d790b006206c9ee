import type { ActivityRow } from '../model/index.ts';

/** The meaning of a state, a notice or a banner. Each has its colour and its sign. */
export type Tone = 'plain' | 'care' | 'danger' | 'proven';

export interface StatusWords {
  readonly label: string;
  readonly tone: Tone;
  /** One sentence about the meaning for the operator. */
  readonly sentence: string;
}

const STATUSES: Readonly<Record<string, StatusWords>> = {
  ACTIVITY_STATUS_CREATED: {
    label: 'Received',
    tone: 'plain',
    sentence: 'The service received it and has not started.',
  },
  ACTIVITY_STATUS_PENDING: { label: 'Pending', tone: 'plain', sentence: 'The service is working on it.' },
  ACTIVITY_STATUS_COMPLETED: { label: 'Completed', tone: 'plain', sentence: 'The service did it.' },
  ACTIVITY_STATUS_FAILED: {
    label: 'Failed',
    tone: 'danger',
    sentence: 'The service could not carry it out. Nothing was changed.',
  },
  ACTIVITY_STATUS_CONSENSUS_NEEDED: {
    label: 'Waiting for votes',
    tone: 'care',
    sentence: 'Other people must approve it first. Nothing has happened yet.',
  },
  ACTIVITY_STATUS_REJECTED: { label: 'Rejected', tone: 'danger', sentence: 'It was voted down. Nothing happened.' },
  ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: {
    label: 'Waiting for a second factor',
    tone: 'care',
    sentence: 'A further authenticator must confirm it first. Nothing was done yet.',
  },
};

/** Returns an activity's status in words. A status of a newer service is shown unchanged. */
export function activityStatus(status: string): StatusWords {
  return (
    STATUSES[status] ?? {
      label: status,
      tone: 'plain',
      sentence: 'This version of Castellan does not know this status.',
    }
  );
}

/** An activity that was not decided within a day of its first vote. */
const LAPSED: StatusWords = {
  label: 'Votes expired',
  tone: 'plain',
  sentence:
    'It was not decided within 24 hours of its first vote, so that vote and later ones count no more. Nothing happened. New votes can still decide it.',
};

/** True when an activity takes this operator's approval. Votes that expired before `now` (milliseconds) count no more. */
export const takesApproval = (
  {
    canVote = true,
    wantsVote = canVote,
    expiresAt = null,
  }: Partial<Pick<ActivityRow, 'canVote' | 'wantsVote'>> & { readonly expiresAt?: number | null },
  now: number,
): boolean => wantsVote || (canVote && expiresAt !== null && expiresAt <= now);

/**
 * Returns the status of a listed activity, which may wait for this operator. `now` is in milliseconds since the epoch.
 */
export function rowStatus(
  {
    status,
    canVote,
    wantsVote = canVote,
    missing,
    expiresAt,
  }: Pick<ActivityRow, 'status' | 'canVote' | 'wantsVote' | 'missing' | 'expiresAt'>,
  now: number,
): StatusWords {
  const words = activityStatus(status);
  if (expiresAt !== undefined && expiresAt <= now) return LAPSED;
  if (wantsVote) return { ...words, label: 'Needs your vote', tone: 'care' };
  const [only, ...others] = missing?.from ?? [];
  // Amber means that it is this operator's turn.
  if (only === undefined || others.length > 0 || only.name === null)
    return canVote ? { ...words, tone: 'plain' } : words;
  return { ...words, label: `Needs ${only.name}’s vote`, tone: 'plain' };
}

/** Returns true for the status of an activity that will not change any more. */
export function isFinal(status: string): boolean {
  return (
    status === 'ACTIVITY_STATUS_COMPLETED' ||
    status === 'ACTIVITY_STATUS_FAILED' ||
    status === 'ACTIVITY_STATUS_REJECTED'
  );
}

/** Returns a vote in the operator's words. */
export function voteLabel(selection: string): string {
  if (selection === 'VOTE_SELECTION_APPROVED') return 'Approved';
  return selection === 'VOTE_SELECTION_REJECTED' ? 'Rejected' : selection;
}
