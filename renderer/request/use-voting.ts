import { type KeyboardEvent, useCallback, useState } from 'react';
import { isSingleKey } from '../state/preferences.ts';
import type { Act } from '../ui/act-menu.tsx';
import { say } from '../ui/toasts.tsx';
import { takesApproval } from '../words/status.ts';
import { type RequestControls, useRequest } from './use-request.ts';

/** The operation of each vote. */
export type Vote = 'approve_activity' | 'reject_activity';

/** The activity of a vote. Its service takes votes by the fingerprint. */
export interface VotedOn {
  readonly activityId: string;
  readonly fingerprint: string;
  /** False for one that takes no approval of this operator until its votes expire. */
  readonly wantsVote?: boolean;
  readonly expiresAt?: number | null;
}

/** The operator's vote of a place, on one activity at a time. */
export interface Voting {
  /** The activity of the last vote, or null before the first. */
  readonly activityId: string | null;
  readonly request: RequestControls;
  /** Asks for the vote in main's own window. While another vote is under way, it only says so. */
  readonly cast: (vote: Vote, on: VotedOn) => void;
}

/** A vote from its button to its end. Main shows the activity from the bytes that hash to the fingerprint. */
export function useVoting(): Voting {
  const request = useRequest();
  const [activityId, setActivityId] = useState<string | null>(null);
  const { review } = request;
  const isBusy = request.flow.step === 'preparing' || request.flow.step === 'submitting';
  const cast = useCallback(
    (vote: Vote, on: VotedOn) => {
      if (isBusy) return say('Another vote is not finished yet. Answer its question first, or wait for the service.');
      setActivityId(on.activityId);
      void review(vote, { fingerprint: on.fingerprint });
    },
    [isBusy, review],
  );
  return { activityId, request, cast };
}

/** The two votes, for the menu of a row. One that takes no approval can only be rejected. */
export function voteActs(
  { cast }: Pick<Voting, 'cast'>,
  on: VotedOn,
  now: number,
): readonly (Act & { readonly vote: Vote })[] {
  const reject = { vote: 'reject_activity', label: 'Reject…', run: () => cast('reject_activity', on) } as const;
  if (!takesApproval(on, now)) return [reject];
  return [{ vote: 'approve_activity', label: 'Approve…', run: () => cast('approve_activity', on) }, reject];
}

const VOTE_KEYS: Readonly<Record<string, Vote>> = { a: 'approve_activity', r: 'reject_activity' };

/** Returns the keys of a list that vote on its selected row: A approves, R rejects. Without a row they do nothing. */
export function voteKeys({ cast }: Pick<Voting, 'cast'>, selected: VotedOn | undefined, now: number) {
  return (event: KeyboardEvent): void => {
    const vote = VOTE_KEYS[event.key];
    if (vote === undefined || selected === undefined || !isSingleKey(event)) return;
    if (vote === 'approve_activity' && !takesApproval(selected, now)) return;
    event.preventDefault();
    cast(vote, selected);
  };
}
