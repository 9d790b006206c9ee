import { AppError } from '../../../shared/errors/index.ts';
import type { JsonObject } from '../../../shared/model/index.ts';
import {
  EARLIER_PATHS,
  findOperation,
  GATEWAY_HEADER,
  type Gateway,
  type GatewayName,
  type GatewayRequest,
  NEWEST_OPERATIONS,
  OPERATIONS,
  type Operation,
  type OperationName,
  type Query,
  type QueryName,
  type QueryRequest,
  UNIMPLEMENTED,
  type Unimplemented,
} from '../../../shared/operations/index.ts';
import { readRequest } from '../activities/read-request.ts';
import { requireAllowedAddress } from '../authentication/allowed-address.ts';
import {
  type AuthenticatedRequest,
  authenticate,
  identify,
  organizationNamedIn,
  readBody,
} from '../authentication/authenticate.ts';
import { UnknownCredential } from '../authentication/claim.ts';
import type { ServiceContext } from '../context.ts';
import { DOCUMENTS, GATEWAY, QUERIES } from '../handlers/index.ts';
import { METRICS_PATH, METRICS_TYPE, metricsText } from '../observation/metrics.ts';
import { notFound, type PublicError, plainError, publicError, publicRefusal, unimplemented } from '../public-error.ts';
import type { LoginContext } from '../request-context.ts';
import type { OrganizationRow } from '../store/index.ts';
import { submitActivity } from '../submission/submit.ts';
import { answerOf, type HttpAnswer } from './answers.ts';
import { type LoggedOperation, observe } from './observe.ts';
import type { Admit, Admitted, HttpHead } from './serve-one.ts';

/** The operations of both hosts by path. The newest version of each operation has the path. */
const ROUTES = new Map<string, OperationName>([
  ...NEWEST_OPERATIONS.map(({ path, name }) => [path, name as OperationName] as const),
  ...Object.entries(EARLIER_PATHS),
]);

/** Operations that this service refuses by name, by their paths. */
const REFUSED = new Map(UNIMPLEMENTED.map((operation) => [operation.path, operation]));

/** A service, with the number of requests that one of its hosts is answering. */
interface HostContext extends ServiceContext {
  readonly load: { underWay: number };
}

/** The API host: every declared operation at its path, and the public error body for everything else. */
export function createRouter(service: ServiceContext): Admit {
  const context: HostContext = { ...service, load: { underWay: 0 } };
  const route: Admit = (head) => {
    const path = pathOf(head);
    const name = ROUTES.get(path);
    const refused = REFUSED.get(path);
    try {
      if (path === METRICS_PATH && context.observation.hasMetrics) return admitMetrics(head, context);
      if (refused !== undefined && refused.kind !== 'gateway') return admitRefused(refused, head, context);
      if (name === undefined || isOf(name, GATEWAY)) throw unknownPath(path);
      return admit(name, head, context);
    } catch (error) {
      return refusal(error, name, context);
    }
  };
  return observe(route, operationOf, context.observation);
}

/** The counters, for a scraper that has no stamp. They name no user, key or organization. */
function admitMetrics({ method }: HttpHead, context: ServiceContext): Admitted | HttpAnswer {
  if (method !== 'GET') return wrongMethod('metrics', 'GET');
  return {
    sender: METRICS_PATH,
    async answer() {
      try {
        const body = metricsText(await context.observation.readStatus());
        return { status: 200, body, isText: true, headers: { 'content-type': METRICS_TYPE } };
      } catch (error) {
        return refusal(error, 'metrics', context);
      }
    },
  };
}

/**
 * The gateway host: its operations for whoever knows the id of its configuration, which counts as one sender.
 * Choice (gateway-refusals): a request without that id, and one with another, is refused alike as not authenticated.
 */
export function createGateway(service: ServiceContext): Admit {
  const context: HostContext = { ...service, load: { underWay: 0 } };
  const route: Admit = (head) => {
    const path = pathOf(head);
    const name = ROUTES.get(path);
    const refused = REFUSED.get(path);
    try {
      if (refused?.kind === 'gateway') {
        return admitToGateway(refused.name, head, context, () => Promise.reject(unimplemented(refused)));
      }
      if (name === undefined || !isOf(name, GATEWAY)) throw unknownPath(path);
      return admitToGateway(name, head, context, (body, asking) => answerGateway(name, body, asking));
    } catch (error) {
      return refusal(error, name, context);
    }
  };
  return observe(route, operationOf, context.observation);
}

const pathOf = ({ target }: HttpHead): string => target.split('?', 1)[0] ?? '';

const operationOf = (head: HttpHead): LoggedOperation | undefined => {
  const path = pathOf(head);
  return path === METRICS_PATH ? 'metrics' : ROUTES.get(path);
};

/** Admits a request that names the organization of a gateway, and answers it by `answer`. Throws UNAUTHENTICATED. */
function admitToGateway(
  name: string,
  { method, headers, source }: HttpHead,
  context: HostContext,
  answer: (body: JsonObject, asking: LoginContext) => Promise<unknown>,
): Admitted | HttpAnswer {
  if (method !== 'POST') return wrongMethod(name, 'POST');
  const organization = gatewayOf(headers, context);
  return {
    sender: GATEWAY_HEADER,
    async answer(bytes) {
      return onceDurable(name, context, async () => {
        requireAllowedAddress(organization.organizationId, null, source, context);
        const { body } = readBody(bytes);
        const asking = { ...context, caller: { organization }, requestedAt: context.now() };
        return { status: 200, body: await answer(body, asking) };
      });
    },
  };
}

/** The organization whose gateway a request names. Throws UNAUTHENTICATED. */
function gatewayOf(headers: HttpHead['headers'], { store: { organizations } }: ServiceContext): OrganizationRow {
  const organization = organizations.find(organizations.root()?.organizationId ?? '');
  const given = headers[GATEWAY_HEADER.toLowerCase()];
  if (organization !== undefined && given !== undefined && given === organization.authProxyConfigId)
    return organization;
  throw publicError(
    'UNAUTHENTICATED',
    `no gateway configuration found for request: ${GATEWAY_HEADER} is missing or unknown`,
  );
}

async function answerGateway<Name extends GatewayName>(name: Name, body: JsonObject, context: LoginContext) {
  const operation: Gateway = OPERATIONS[name];
  return GATEWAY[name](readRequest(operation.request, body, false) as GatewayRequest<Name>, context);
}

function wrongMethod(name: string, declared: string): HttpAnswer {
  return answerOf(plainError(405, 12, `${name} is asked with ${declared}`), { allow: declared });
}

function admit(name: Exclude<OperationName, GatewayName>, head: HttpHead, context: HostContext): Admitted | HttpAnswer {
  const { method: declared }: Operation = OPERATIONS[name];
  if (head.method !== declared) return wrongMethod(name, declared);
  if (isOf(name, DOCUMENTS)) {
    const { document, cacheControl } = DOCUMENTS[name](context);
    return { status: 200, body: document, headers: { 'cache-control': cacheControl } };
  }
  return admitStamped(name, head, context, (request) =>
    isOf(name, QUERIES) ? answerQuery(name, request, context) : submitActivity(OPERATIONS[name], request, context),
  );
}

/**
 * Refuses an operation that this service lacks, but only after the stamp is checked. Strangers cannot learn which
 * operations it has.
 */
function admitRefused(operation: Unimplemented, head: HttpHead, context: HostContext): Admitted | HttpAnswer {
  if (head.method !== 'POST') return wrongMethod(operation.name, 'POST');
  return admitStamped(operation.name, head, context, () => Promise.reject(unimplemented(operation)));
}

/**
 * Admits a request that claims a known credential. `answer` gets it once its stamp is checked. Throws UNAUTHENTICATED
 * codes.
 */
function admitStamped(
  operation: string,
  { headers, source }: HttpHead,
  context: HostContext,
  answer: (request: AuthenticatedRequest) => unknown,
): Admitted {
  const claim = identify(headers, context);
  return {
    sender: claim.sender,
    async answer(bytes, proven) {
      return onceDurable(operation, context, async () => {
        // Alone, a request would wait for another thread or turn longer than the check takes.
        if (context.load.underWay > 1) await claim.verify?.(bytes);
        await claim.confirm?.(bytes);
        const request = authenticate(claim, bytes, { ...context, operation });
        proven();
        const { user, credential } = request.caller;
        requireAllowedAddress(user.organizationId, credential.publicKey, source, context);
        return { status: 200, body: await answer(request) };
      });
    },
  };
}

/**
 * Returns the answer of `make`, or the refusal for its error, once all that either was made of is on disk. Nobody may
 * learn of a row that a failing disk or a crash could still take back.
 */
async function onceDurable(name: string, context: HostContext, make: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  context.load.underWay += 1;
  try {
    return await context.store.onceDurable(() => make().catch((error: unknown) => refusal(error, name, context)));
  } catch (error) {
    return refusal(error, name, context);
  } finally {
    context.load.underWay -= 1;
  }
}

/** Returns true when the table has a handler for the operation. */
function isOf<Name extends OperationName>(name: OperationName, table: Readonly<Record<Name, unknown>>): name is Name {
  return Object.hasOwn(table, name);
}

function answerQuery<Name extends QueryName>(
  name: Name,
  { body, caller }: AuthenticatedRequest,
  context: ServiceContext,
) {
  const operation: Query = OPERATIONS[name];
  return QUERIES[name](readRequest(operation.request, body, true) as QueryRequest<Name>, { ...context, caller });
}

function unknownPath(path: string): PublicError {
  const operation = /^\/(?:public\/)?v1\/(?:(?:query|submit)\/)?([a-z0-9_]{1,64})$/.exec(path)?.[1];
  if (operation === undefined) return notFound('no operation has this path');
  // Alike for an operation that this service lacks, which is refused at its own path once a stamp is checked.
  const known = findOperation(operation) ?? UNIMPLEMENTED.find(({ name }) => name === operation);
  if (known === undefined) return notFound(`no operation has the name ${operation}`);
  return notFound(
    known.path === path
      ? `operation ${operation} is answered at the other address of this service`
      : `operation ${operation} has another path: ${known.path}`,
  );
}

/** The codes whose message is added to the reference, because the operator can fix the cause. */
const DISCLOSED = new Set<string>([
  'DISK_FULL',
  'DATABASE_CORRUPT',
  'DATABASE_CHANGED',
  'FILE_REFUSED',
  'KEYSTORE_CORRUPT',
]);

/** Repeats the organization that the body names, as the public service does. */
function answerToStranger(refused: UnknownCredential): HttpAnswer {
  return { ...answerOf(refused), ofBody: (body) => answerOf(refused.unknownIn(organizationNamedIn(body))) };
}

/**
 * Turns an error into the refusal to send. An unexpected error is answered with a reference, and its details are
 * logged.
 */
function refusal(error: unknown, name: string | undefined, context: ServiceContext): HttpAnswer {
  const described = context.store.describeError(error);
  const refused = publicRefusal(described);
  if (refused instanceof UnknownCredential) return answerToStranger(refused);
  if (refused !== null) return answerOf(refused);
  const reference = context.report(name ?? 'unknown path', described);
  const details = described instanceof AppError && DISCLOSED.has(described.code) ? `: ${described.message}` : '';
  return answerOf(publicError('INTERNAL', `internal server error (${reference})${details}`));
}
