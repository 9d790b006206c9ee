import {
  SERVICE_ERRORS,
  type ServiceErrorBody,
  type ServiceErrorCode,
  serviceErrorBody,
} from '../../shared/errors/index.ts';

/** A refusal in the words of the interface (PROTOCOL 2.2). Its message goes to the caller, so it never holds a secret. */
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

/** A refusal with one of the public codes; status and gRPC number follow from it. */
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

/** An error body without a public code, for what only HTTP itself can refuse. `grpc` is the number inside the body. */
export function plainError(status: number, grpc: number, message: string): PublicError {
  return new PublicError(status, { code: grpc, message, details: [], turnkeyErrorCode: '' });
}
