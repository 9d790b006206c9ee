import { type KeyboardEvent, useCallback, useState } from 'react';
import { isSingleKey } from '../state/preferences.ts';
import type { Act } from '../ui/act-menu.tsx';
import { type RequestControls, useRequest } from './use-request.ts';

/** The operation of each vote. */
export type Vote = 'approve_activity' | 'reject_activity';

/** The activity of a vote. Its service takes votes by the fingerprint. */
export interface VotedOn {
  readonly activityId: string;
  readonly fingerprint: string;
}

/** The operator's vote of a place, on one activity at a time. */
export interface Voting {
  /** The activity of the last vote, or null before the first. */
  readonly activityId: string | null;
  readonly request: RequestControls;
  /** Asks for the vote in main's own window. Does nothing while another vote is under way. */
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
      if (isBusy) return;
      setActivityId(on.activityId);
      void review(vote, { fingerprint: on.fingerprint });
    },
    [isBusy, review],
  );
  return { activityId, request, cast };
}

/** The two votes, for the menu of a row. */
export const voteActs = ({ cast }: Pick<Voting, 'cast'>, on: VotedOn): readonly (Act & { readonly vote: Vote })[] => [
  { vote: 'approve_activity', label: 'Approve…', run: () => cast('approve_activity', on) },
  { vote: 'reject_activity', label: 'Reject…', run: () => cast('reject_activity', on) },
];

const VOTE_KEYS: Readonly<Record<string, Vote>> = { a: 'approve_activity', r: 'reject_activity' };

/** Returns the keys of a list that vote on its selected row: A approves, R rejects. Without a row they do nothing. */
export function voteKeys({ cast }: Pick<Voting, 'cast'>, selected: VotedOn | undefined) {
  return (event: KeyboardEvent): void => {
    const vote = VOTE_KEYS[event.key];
    if (vote === undefined || selected === undefined || !isSingleKey(event)) return;
    event.preventDefault();
    cast(vote, selected);
  };
}
