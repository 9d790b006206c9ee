import {
  AppError,
  type ErrorCode,
  SERVICE_ERRORS,
  type ServiceErrorBody,
  type ServiceErrorCode,
  serviceErrorBody,
} from '../../shared/errors/index.ts';
import { NodeFault } from './node-fault.ts';

/**
 * A refusal in the words of the interface (docs/protocol.md#errors). Its message goes to the caller, so it never holds
 * a secret.
 */
export class PublicError extends Error {
  readonly status: number;
  readonly body: ServiceErrorBody;

  constructor(status: number, body: ServiceErrorBody) {
    super(body.message);
    this.name = 'PublicError';
    this.status = status;
    this.body = body;
  }
}

/** Creates a refusal with one of the public codes. Its status and gRPC number follow from the code. */
export function publicError(code: ServiceErrorCode, message: string): PublicError {
  return new PublicError(SERVICE_ERRORS[code].http, serviceErrorBody(code, message));
}

/** Parameters that cannot be used: the public service answers 400 and keeps nothing of the request. */
export function requestInvalid(message: string): PublicError {
  return publicError('REQUEST_INVALID', message);
}

/** Something that is not there. The public service gives these no code of its own and no details. */
export function notFound(message: string): PublicError {
  return plainError(404, 5, message);
}

/** Returns the row that was found by id or name. Throws NOT_FOUND with the public service's words. `what` is a noun. */
export function found<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw notFound(`no ${what} found with the given ID`);
  return row;
}

/** Something that is there already, as the public service refuses it: without a code of its own and details. */
export function alreadyExists(message: string): PublicError {
  return plainError(409, 6, message);
}

/** More of something than an organization or a user may have (docs/protocol.md#limits). */
export function overQuota(message: string): PublicError {
  return plainError(429, 8, message);
}

/** An error without a public code, for refusals by HTTP itself. `grpc` is the code in the body. */
export function plainError(status: number, grpc: number, message: string): PublicError {
  return new PublicError(status, { code: grpc, message, details: [], turnkeyErrorCode: '' });
}

/** Choice (unimplemented): HTTP 501 and gRPC code 12, with the reason. The public service has no such answer. */
export function unimplemented({ name, reason }: { readonly name: string; readonly reason: string }): PublicError {
  return plainError(501, 12, `operation ${name} is not implemented by this service: ${reason}`);
}

/** The public codes of the cryptographic core's refusals of a caller's input. Their messages are sent unchanged. */
const PUBLIC_CODES: Readonly<Partial<Record<ErrorCode, ServiceErrorCode>>> = {
  INVALID_INPUT: 'REQUEST_INVALID',
  NOT_SUPPORTED: 'REQUEST_INVALID',
  TRANSACTION_INVALID: 'INVALID_TRANSACTION',
  TRANSACTION_UNSUPPORTED: 'UNSUPPORTED_TRANSACTION_TYPE',
};

/** Returns the refusal to send to the caller for an error, or null for a failure of the service itself. */
export function publicRefusal(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof NodeFault)
    return publicError(
      'RPC_CALL_ERROR',
      `the chain could not be asked: ${error.message}. Nothing was sent and nothing changed.`,
    );
  const code = error instanceof AppError ? PUBLIC_CODES[error.code] : undefined;
  return error instanceof AppError && code !== undefined ? publicError(code, error.message) : null;
}

/** A refusal as an activity keeps it: the JSON of a google.rpc.Status. */
export function statusText({ body: { code, message, details } }: PublicError): string {
  return JSON.stringify({ code, message, details });
}

/** The refusal of an activity that was not allowed, as it was answered the first time. */
export function refusalOfStatus(status: string): PublicError {
  const { message, details } = JSON.parse(status) as Pick<ServiceErrorBody, 'message' | 'details'>;
  const refusal = publicError('REQUEST_NOT_AUTHORIZED', message);
  return new PublicError(refusal.status, { ...refusal.body, details });
}
