import { AppError, type CertificateFault, type Outcome } from '../../shared/errors/index.ts';

/**
 * The largest accepted reply. Any single activity is shorter. A page of large ones can be longer and is requested in
 * parts.
 */
export const MAXIMUM_REPLY_LENGTH = 16 * 1024 * 1024;

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as these very bytes. Null for a request without a body. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly signal?: AbortSignal;
  /** The time limit of the whole reply. The default is a minute. */
  readonly timeoutMs?: number;
  /**
   * The request must not be sent twice unnoticed. It uses its own connection, so that an error can report (`outcome`)
   * that nothing was sent.
   * On a reused connection, an earlier copy of the request may have left before the failed one.
   */
  readonly once?: boolean;
}

export interface TransportReply {
  readonly status: number;
  /** Names in any letter case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** SERVICE_UNREACHABLE because of the server's certificate. */
export class CertificateRefused extends AppError {
  readonly fault: CertificateFault;

  constructor(message: string, outcome: Outcome | undefined, fault: CertificateFault) {
    super('SERVICE_UNREACHABLE', message, { outcome });
    this.fault = fault;
  }
}

/**
 * Sends one request and returns the reply whatever its status.
 * It must not follow redirects (a stamp is for one host), and must stop reading after `MAXIMUM_REPLY_LENGTH` bytes.
 * Throws SERVICE_UNREACHABLE or CANCELLED when there is no reply, and CertificateRefused for a refused certificate.
 * The error has the outcome `notSent` when certainly nothing was sent, else none.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** Returns the parsed JSON of a body in UTF-8, or undefined when it is not such JSON. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/**
 * Returns a header of the reply, or undefined. `name` is in lower case, and the reply's own names may have any letter
 * case.
 */
export function headerOf(response: TransportReply, name: string): string | undefined {
  return Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
