import { AppError } from '../../../shared/errors/index.ts';
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
import { type AuthenticatedRequest, authenticate, identify } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import { DOCUMENTS, QUERIES } from '../handlers/index.ts';
import { notFound, type PublicError, plainError, publicError, publicRefusal } from '../public-error.ts';
import { answerOf, type HttpAnswer } from './answers.ts';
import type { Admit, Admitted, HttpHead } from './server.ts';

/** The API host: every declared operation at its path, and the public error body for everything else. */
export function createRouter(context: ServiceContext): Admit {
  const routes = new Map<string, OperationName>();
  for (const [name, operation] of Object.entries(OPERATIONS)) routes.set(operation.path, name as OperationName);
  return (head) => {
    const path = head.target.split('?', 1)[0] ?? '';
    const name = routes.get(path);
    try {
      if (name === undefined) throw unknownPath(path);
      return admit(name, head, context);
    } catch (error) {
      return refusal(error, name, context);
    }
  };
}

/** The gateway host. No gateway operation is declared, so every path is unknown. */
export const gateway: Admit = ({ target }) => answerOf(unknownPath(target.split('?', 1)[0] ?? ''));

function admit(name: OperationName, { method, headers }: HttpHead, context: ServiceContext): Admitted | HttpAnswer {
  const { method: declared }: Operation = OPERATIONS[name];
  if (method !== declared) {
    return answerOf(plainError(405, 12, `${name} is asked with ${declared}`), { allow: declared });
  }
  if (isOf(name, DOCUMENTS)) {
    const { document, cacheControl } = DOCUMENTS[name](context);
    return { status: 200, body: document, headers: { 'cache-control': cacheControl } };
  }
  const claim = identify(headers, context);
  return {
    sender: claim.sender,
    async answer(bytes) {
      try {
        const request = authenticate(claim, bytes, { ...context, operation: name });
        const body = isOf(name, QUERIES)
          ? answerQuery(name, request, context)
          : await submitActivity(OPERATIONS[name], request, context);
        return { status: 200, body };
      } catch (error) {
        return refusal(error, name, context);
      }
    },
  };
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

/** What the operator can do something about is told to the caller beside the reference. */
const TOLD = new Set<string>(['DISK_FULL', 'DATABASE_CORRUPT', 'DATABASE_CHANGED', 'FILE_REFUSED', 'KEYSTORE_CORRUPT']);

/** A refusal as it goes out. What nobody foresaw is told by a reference only; the report says where it happened. */
function refusal(error: unknown, name: OperationName | undefined, context: ServiceContext): HttpAnswer {
  const described = context.store.describeError(error);
  const refused = publicRefusal(described);
  if (refused !== null) return answerOf(refused);
  const reference = context.report(name ?? 'unknown path', described);
  const told = described instanceof AppError && TOLD.has(described.code) ? `: ${described.message}` : '';
  return answerOf(publicError('INTERNAL', `internal server error (${reference})${told}`));
}
