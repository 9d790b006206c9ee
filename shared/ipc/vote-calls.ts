import Type from 'typebox';
import { Closed } from '../model/index.ts';
import { MAXIMUM_VOTES } from './asked-signature.ts';
import { job } from './define.ts';
import { Percent } from './transfer-calls.ts';

/**
 * The outcome of one vote of a group.
 * - `cast`: the service has it. `refused`: the service did not take it. `unknown`: sent, with an unknown outcome.
 * - `alone`: not asked about, because its activity needs a question of its own. `left`: not sent.
 */
const VOTE_STATES = ['cast', 'refused', 'unknown', 'alone', 'left'] as const;

/** The part of the contract about votes on several activities. The trusted window shows each, decoded from its bytes. */
export const VOTE_CALLS = {
  votes: {
    /**
     * Asks once about all these activities, then sends one vote for each. Cancelling stops after the current vote.
     * Throws INVALID_INPUT when no activity can be in a group.
     */
    cast: job(
      Closed({
        vote: Type.Enum(['approve_activity', 'reject_activity']),
        activityIds: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: MAXIMUM_VOTES }),
      }),
      Percent,
      Closed({
        votes: Type.Array(
          Closed({
            activityId: Type.String(),
            state: Type.Enum(VOTE_STATES),
            /** The reason, in whole sentences. Null for a vote that was cast or that was only left. */
            problem: Type.Union([Type.String(), Type.Null()]),
          }),
        ),
      }),
    ),
  },
} as const;
