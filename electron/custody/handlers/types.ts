import type {
  ActivityName,
  ActivityParameters,
  ActivityResult,
  DiscoveryName,
  OPERATIONS,
  QueryName,
  QueryRequest,
  QueryResponse,
} from '../../../shared/operations/index.ts';
import type { Caller } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';

export interface QueryContext extends ServiceContext {
  readonly caller: Caller;
}

export interface ActivityContext extends QueryContext {
  /** The id the activity will have. */
  readonly activityId: string;
  /** When the activity was accepted, milliseconds since the epoch. */
  readonly requestedAt: number;
}

/** Answers a read. The request has been checked against its declaration. Throws PublicError. */
export type QueryHandler<Name extends QueryName> = (
  request: QueryRequest<Name>,
  context: QueryContext,
) => QueryResponse<Name>;

/**
 * Carries out an activity in two steps. The first reads, computes and seals; it may wait, and no secret outlives it. What it
 * gives runs inside the one transaction that stores the activity too: it checks what must still hold, writes, and gives the
 * result. Both throw PublicError, and then nothing is stored.
 */
export type ActivityHandler<Name extends ActivityName> = (
  parameters: ActivityParameters<Name>,
  context: ActivityContext,
) => Commit<Name> | Promise<Commit<Name>>;
export type Commit<Name extends ActivityName> = () => ActivityResult<Name>;

/** A document that anybody may read, and how long it may be kept. */
export type DiscoveryHandler<Name extends DiscoveryName> = (context: ServiceContext) => {
  readonly document: (typeof OPERATIONS)[Name]['example']['response'];
  readonly cacheControl: string;
};
