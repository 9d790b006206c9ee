import type { Static } from 'typebox';
import { AppError } from '../errors/index.ts';
import { nearest } from '../model/nearest.ts';
import type { ActivityOperation, Conversion, Gateway, Operation, Query } from './define.ts';
import { EARLIER_PATHS, OPERATIONS } from './table.ts';
import { UNIMPLEMENTED } from './unimplemented.ts';

export type { Activity, Vote } from './activity-fields.ts';
export { checkValue } from './check.ts';
export type {
  ActivityOperation,
  CarriedType,
  Discovery,
  Gateway,
  Operation,
  Query,
  Risk,
  Signs,
} from './define.ts';
export { camelCase, GATEWAY_HEADER } from './define.ts';
export { bundlesIn, type Exports, exportedIn, withTarget } from './export-members.ts';
export type {
  ApiKey,
  ApiKeyParams,
  Authenticator,
  AuthenticatorParams,
  KeyAddress,
  OauthProvider,
  Policy,
  PrivateKey,
  Tag,
  User,
  Wallet,
  WalletAccount,
  WalletAccountParams,
} from './fields.ts';
export { MAXIMUM_SECRETS } from './keys/secrets.ts';
export type { OauthProviderParams } from './oauth/oauth-providers.ts';
export type { TvcApp, TvcDeployment, TvcOperatorSet, TvcOperatorSetParams } from './organizations/applications.ts';
export type { Feature } from './organizations/features.ts';
export type { Invitation } from './organizations/invitations.ts';
export type { MfaPolicy, MfaStatus } from './organizations/mfa-policies.ts';
export type { FiatOnRampCredential, Oauth2Credential } from './organizations/provider-credentials.ts';
export type { SmartContractInterface } from './organizations/smart-contract-interfaces.ts';
export type {
  VelocityAggregation,
  VelocityControl,
  VelocityDataSource,
  VelocityUse,
} from './organizations/velocity-controls.ts';
export {
  type DeliveredType,
  type DeliveryState,
  type DeliveryTryStep,
  readEventType,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointLog,
  type WebhookEventType,
  WebhookFilters,
  type WebhookSubscription,
} from './organizations/webhooks.ts';
export { toProtoJson } from './proto-json.ts';
export {
  emptyAt,
  itemTitle,
  memberRows,
  type NamedKind,
  nameIn,
  namesIn,
  placeIn,
  type SchemaNode,
  schemaNode,
  titleOf,
} from './schema.ts';
export { UNIMPLEMENTED, UNIMPLEMENTED_TYPES, type Unimplemented } from './unimplemented.ts';

export { EARLIER_PATHS, OPERATIONS };

export type OperationName = keyof typeof OPERATIONS;

type OfKind<Kind extends Operation['kind']> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['kind'] extends Kind ? Name : never;
}[OperationName];
export type QueryName = OfKind<'query'>;
export type ActivityName = OfKind<'activity'>;
export type DiscoveryName = OfKind<'discovery'>;
export type GatewayName = OfKind<'gateway'>;
/** Earlier versions of activities that the newest carries out. */
export type ConvertedName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends { readonly conversion: Conversion } ? Name : never;
}[OperationName];
/** Activities that are votes on others. */
export type VoteName = 'approve_activity' | 'reject_activity';

export type QueryRequest<Name extends QueryName> =
  (typeof OPERATIONS)[Name] extends Query<string, infer Request, infer _Response> ? Static<Request> : never;
export type QueryResponse<Name extends QueryName> =
  (typeof OPERATIONS)[Name] extends Query<string, infer _Request, infer Response> ? Static<Response> : never;
export type GatewayRequest<Name extends GatewayName> =
  (typeof OPERATIONS)[Name] extends Gateway<string, infer Request, infer _Response> ? Static<Request> : never;
export type GatewayResponse<Name extends GatewayName> =
  (typeof OPERATIONS)[Name] extends Gateway<string, infer _Request, infer Response> ? Static<Response> : never;
export type ActivityParameters<Name extends ActivityName> =
  (typeof OPERATIONS)[Name] extends ActivityOperation<string, infer Parameters, infer _Result>
    ? Static<Parameters>
    : never;
export type ActivityResult<Name extends ActivityName> =
  (typeof OPERATIONS)[Name] extends ActivityOperation<string, infer _Parameters, infer Result> ? Static<Result> : never;

/** The operation of that name, or undefined. */
export function findOperation(name: string): Operation | undefined {
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as OperationName] : undefined;
}

/** The declared operation of that name. Throws UNKNOWN_OPERATION. */
export function requireOperation(name: string): Operation {
  const operation = findOperation(name);
  if (operation !== undefined) return operation;
  const names = Object.keys(OPERATIONS);
  const lacked = UNIMPLEMENTED.find((one) => withoutSpelling(one.name) === withoutSpelling(name));
  if (lacked !== undefined)
    throw new AppError(
      'UNKNOWN_OPERATION',
      `Castellan does not have the operation ${lacked.name}: ${lacked.reason}. Nothing was sent. Use the public service’s own client for it.`,
    );
  const otherSpelling = names.find((known) => withoutSpelling(known) === withoutSpelling(name));
  const near = nearest(name, names);
  throw new AppError(
    'UNKNOWN_OPERATION',
    `There is no such operation. Nothing was sent. ${
      otherSpelling !== undefined
        ? `Write ${otherSpelling}.`
        : near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : 'List the operations with `castellan help call`.'
    }`,
  );
}

/**
 * Normalizes the spellings of an operation's name in other clients and in paths: createWallet, create-wallet,
 * /public/v1/…
 */
const withoutSpelling = (name: string) =>
  name
    .replace(/^.*\//, '')
    .replace(/^ACTIVITY_TYPE_/, '')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/** The activity whose `type` value this is, or undefined (a newer server, or an operation not declared here). */
export function findActivityByType(activityType: string): ActivityOperation | undefined {
  return ACTIVITIES_BY_TYPE.get(activityType);
}

const ACTIVITIES_BY_TYPE: ReadonlyMap<string, ActivityOperation> = new Map(
  Object.values<Operation>(OPERATIONS).flatMap((operation) =>
    operation.kind === 'activity'
      ? [operation.activityType, ...operation.spellings].map((type) => [type, operation] as const)
      : [],
  ),
);

/** Every operation in its newest version, which its path leads to. */
export const NEWEST_OPERATIONS: readonly Operation[] = Object.values<Operation>(OPERATIONS).filter(
  (operation) => operation.kind !== 'activity' || operation.earlierOf === null,
);

/** The newest version of an activity, which may be the activity itself. */
export function newestOf(operation: ActivityOperation): ActivityOperation {
  const newest = operation.earlierOf === null ? operation : findOperation(operation.earlierOf);
  if (newest?.kind === 'activity') return newest;
  throw new Error(`${operation.name} has no newest version`);
}

/**
 * Converts a request to the newest version of its activity. A version with its own handler is returned unchanged.
 * @param parameters of the request, which fit the declaration of `operation`
 */
export function convertToNewest(
  operation: ActivityOperation,
  parameters: unknown,
): { readonly operation: ActivityOperation; readonly parameters: unknown } {
  if (operation.conversion === null) return { operation, parameters };
  return { operation: newestOf(operation), parameters: operation.conversion.parameters(parameters) };
}
