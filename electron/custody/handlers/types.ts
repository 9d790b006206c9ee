import type {
  ActivityName,
  ActivityParameters,
  ActivityResult,
  ConvertedName,
  DiscoveryName,
  GatewayName,
  GatewayRequest,
  GatewayResponse,
  OPERATIONS,
  QueryName,
  QueryRequest,
  QueryResponse,
  VoteName,
} from '../../../shared/operations/index.ts';
import type { ServiceContext } from '../context.ts';
import type { ActivityContext, LoginContext, QueryContext } from '../request-context.ts';

/** Answers an operation of the gateway, in the name of the organization whose gateway it is. Throws PublicError. */
export type GatewayHandler<Name extends GatewayName> = (
  request: GatewayRequest<Name>,
  context: LoginContext,
) => GatewayResponse<Name> | Promise<GatewayResponse<Name>>;

/** Answers a read, at once or after asking a chain. The request has been checked against its declaration. Throws PublicError and NodeFault. */
export type QueryHandler<Name extends QueryName> = (
  request: QueryRequest<Name>,
  context: QueryContext,
) => QueryResponse<Name> | Promise<QueryResponse<Name>>;

/** The activities that have a handler: neither votes nor earlier versions. */
export type HandledName = Exclude<ActivityName, VoteName | ConvertedName>;

/**
 * Carries out an activity in two steps. The first reads, computes and seals. It may wait, and no secret outlives it.
 * The function that it returns runs inside the transaction that also stores the activity. That function checks the
 * remaining conditions, writes, and returns the result. Both throw PublicError, and then nothing is stored.
 */
export type ActivityHandler<Name extends HandledName> = (
  parameters: ActivityParameters<Name>,
  context: ActivityContext,
) => Commit<Name> | Promise<Commit<Name>>;
/** The second step of an activity. */
export type Commit<Name extends HandledName> = () => ActivityResult<Name>;

/** A document that anybody may read, and how long it may be kept. */
export type DiscoveryHandler<Name extends DiscoveryName> = (context: ServiceContext) => {
  readonly document: (typeof OPERATIONS)[Name]['example']['response'];
  readonly cacheControl: string;
};
