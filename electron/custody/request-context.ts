import type { Actor, Caller } from './authentication/authenticate.ts';
import type { ServiceContext } from './context.ts';

/** The context of a request in the name of a user. */
export interface ActingContext extends ServiceContext {
  /** The requesting user. For an activity that waited for votes, its proposer. */
  readonly caller: Actor;
}

export interface QueryContext extends ActingContext {
  readonly caller: Caller;
}

/** The context of requests without a user: codes, logins with their proofs, and new organizations. */
export interface LoginContext extends ServiceContext {
  readonly caller: Pick<Actor, 'organization'>;
  /** The time of the request, or of the activity's acceptance, in milliseconds since the epoch. */
  readonly requestedAt: number;
}

/** The context of an activity, or of the gateway's equivalent of one. */
export interface MakingContext extends LoginContext {
  /** The id the activity will have. */
  readonly activityId: string;
}

export interface ActivityContext extends MakingContext, ActingContext {
  readonly caller: Actor;
  /** The public key that stamped the proposal. */
  readonly proposedWith: string;
}
