import { AppError, type ErrorCode, type ServiceErrorCode } from '../../../shared/errors/index.ts';
import {
  OPERATIONS,
  type Operation,
  type OperationName,
  type Query,
  type QueryName,
  type QueryRequest,
} from '../../../shared/operations/index.ts';
import { readRequest } from '../activities/read-request.ts';
import { submitActivity } from '../activities/submit.ts';
import { type AuthenticatedRequest, authenticate } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { ACTIVITIES, DOCUMENTS, QUERIES } from '../handlers/index.ts';
import { notFound, PublicError, plainError, publicError } from '../public-error.ts';
import { answerOf, type HttpAnswer, type HttpRequest, type Respond } from './server.ts';

/** The API host: every declared operation at its path, and the public error body for everything else. */
export function createRouter(context: ServiceContext): Respond {
  const routes = new Map<string, OperationName>();
  for (const [name, operation] of Object.entries(OPERATIONS)) routes.set(operation.path, name as OperationName);
  return async (request) => {
    const path = request.target.split('?', 1)[0] ?? '';
    const name = routes.get(path);
    try {
      if (name === undefined) throw unknownPath(path);
      return await answer(name, request, context);
    } catch (error) {
      return refusal(error, name, context);
    }
  };
}

/** The gateway host. No gateway operation is declared, so every path is unknown. */
export const gateway: Respond = ({ target }) => answerOf(unknownPath(target.split('?', 1)[0] ?? ''));

async function answer(name: OperationName, request: HttpRequest, context: ServiceContext): Promise<HttpAnswer> {
  const { method }: Operation = OPERATIONS[name];
  if (request.method !== method) {
    return answerOf(plainError(405, 12, `${name} is asked with ${method}`), { allow: method });
  }
  if (isOf(name, DOCUMENTS)) {
    const { document, cacheControl } = DOCUMENTS[name](context);
    return { status: 200, body: document, headers: { 'cache-control': cacheControl } };
  }
  const authenticated = authenticate(request.headers, request.body, context);
  const body = isOf(name, ACTIVITIES)
    ? await submitActivity(name, ACTIVITIES[name], authenticated, context)
    : answerQuery(name, authenticated, context);
  return { status: 200, body };
}

/** Whether the operation is one of those that the table has handlers for. */
function isOf<Name extends OperationName>(name: OperationName, table: Readonly<Record<Name, unknown>>): name is Name {
  return Object.hasOwn(table, name);
}

function answerQuery<Name extends QueryName>(
  name: Name,
  { body, caller }: AuthenticatedRequest,
  context: ServiceContext,
) {
  const operation: Query = OPERATIONS[name];
  return QUERIES[name](readRequest(operation.request, body) as QueryRequest<Name>, { ...context, caller });
}

function unknownPath(path: string): PublicError {
  const operation = /^\/(?:public\/)?v1\/(?:(?:query|submit)\/)?([a-z0-9_]{1,64})$/.exec(path)?.[1];
  return notFound(
    operation === undefined
      ? 'no operation has this path'
      : `operation ${operation} is not implemented by this service`,
  );
}

/** What the cryptographic core refuses of a caller's input, under the public code; its message goes out as it is. */
const PUBLIC_CODES: Readonly<Partial<Record<ErrorCode, ServiceErrorCode>>> = {
  INVALID_INPUT: 'REQUEST_INVALID',
  NOT_SUPPORTED: 'REQUEST_INVALID',
  TRANSACTION_INVALID: 'INVALID_TRANSACTION',
  TRANSACTION_UNSUPPORTED: 'UNSUPPORTED_TRANSACTION_TYPE',
};

/** What the operator can do something about is told to the caller beside the reference. */
const TOLD = new Set<string>(['DISK_FULL', 'DATABASE_CORRUPT', 'DATABASE_CHANGED', 'FILE_REFUSED', 'KEYSTORE_CORRUPT']);

/** A refusal as it goes out. What nobody foresaw is told by a reference only; the report says where it happened. */
function refusal(error: unknown, name: OperationName | undefined, context: ServiceContext): HttpAnswer {
  if (error instanceof PublicError) return answerOf(error);
  const described = context.store.describeError(error);
  const publicCode = described instanceof AppError ? PUBLIC_CODES[described.code] : undefined;
  if (described instanceof AppError && publicCode !== undefined) {
    return answerOf(publicError(publicCode, described.message));
  }
  const reference = context.report(name ?? 'unknown path', described);
  const told = described instanceof AppError && TOLD.has(described.code) ? `: ${described.message}` : '';
  return answerOf(publicError('INTERNAL', `internal server error (${reference})${told}`));
}
