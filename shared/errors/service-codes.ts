/**
 * The public error codes of the service with the gRPC code and HTTP status of each (docs/protocol.md#errors).
 * The local service sends them and the client reads them.
 */
const INVALID_ARGUMENT = { grpc: 3, http: 400 } as const;
const NOT_FOUND = { grpc: 5, http: 404 } as const;
const PERMISSION_DENIED = { grpc: 7, http: 403 } as const;
const RESOURCE_EXHAUSTED = { grpc: 8, http: 429 } as const;
const FAILED_PRECONDITION = { grpc: 9, http: 400 } as const;
const INTERNAL = { grpc: 13, http: 500 } as const;
const UNAUTHENTICATED = { grpc: 16, http: 401 } as const;

export const SERVICE_ERRORS = {
  INTERNAL,
  REQUEST_INVALID: INVALID_ARGUMENT,
  INVALID_TIME: INVALID_ARGUMENT,
  INVALID_OIDC_TOKEN: INVALID_ARGUMENT,
  OAUTH_PROVIDER_ALREADY_EXISTS: INVALID_ARGUMENT,
  MAX_OTP_INITIATED: INVALID_ARGUMENT,
  INVALID_TRANSACTION: INVALID_ARGUMENT,
  UNSUPPORTED_TRANSACTION_TYPE: INVALID_ARGUMENT,
  INVALID_ORGANIZATION_ID: INVALID_ARGUMENT,
  ORGANIZATION_MISMATCH: INVALID_ARGUMENT,
  ORGANIZATION_NOT_FOUND: NOT_FOUND,
  SIGNATURE_MISSING: UNAUTHENTICATED,
  SIGNATURE_INVALID: UNAUTHENTICATED,
  PUBLIC_KEY_NOT_FOUND: UNAUTHENTICATED,
  CREDENTIAL_NOT_FOUND: UNAUTHENTICATED,
  API_KEY_EXPIRED: UNAUTHENTICATED,
  UNAUTHENTICATED,
  REQUEST_NOT_AUTHORIZED: PERMISSION_DENIED,
  RATE_LIMIT_EXCEEDED: RESOURCE_EXHAUSTED,
  RPC_CALL_ERROR: FAILED_PRECONDITION,
} as const;

export type ServiceErrorCode = keyof typeof SERVICE_ERRORS;

/** The error body on the wire. `turnkeyErrorCode` is repeated at the top level and in the one detail, where there is one. */
export interface ServiceErrorBody {
  readonly code: number;
  readonly message: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
  readonly turnkeyErrorCode: string;
}

/** Returns the body of an error reply, exactly as the public service spells it. */
export function serviceErrorBody(code: ServiceErrorCode, message: string): ServiceErrorBody {
  return {
    code: SERVICE_ERRORS[code].grpc,
    message,
    details: [{ '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail', turnkeyErrorCode: code }],
    turnkeyErrorCode: code,
  };
}

/** The local service says this of a payment on Bitcoin whose outputs another transaction may have spent. */
export const OUTPUTS_SPENT = 'its outputs are spent';

/** The local service refuses chain work with this message when no node is configured for the chain. */
export const NO_ENDPOINT = 'no endpoint is configured';
