import { AppError, type CertificateFault, type Outcome } from '../../shared/errors/index.ts';

/** The largest reply that is read. Any single activity is shorter; a page of large ones can be longer and is asked for in parts. */
export const MAXIMUM_REPLY_LENGTH = 16 * 1024 * 1024;

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as these very bytes; null for a request without a body. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly signal?: AbortSignal;
  /** When the whole reply has to be there, instead of a minute from now. */
  readonly timeoutMs?: number;
  /**
   * What must not be sent twice without being told: it goes over a connection of its own, so that an error can say
   * (`outcome`) that nothing was sent. On a kept connection the request may have left before the one that failed.
   */
  readonly once?: boolean;
}

export interface TransportReply {
  readonly status: number;
  /** Names in any letter case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** SERVICE_UNREACHABLE, where what is wrong with the certificate of the server is why. */
export class CertificateRefused extends AppError {
  readonly fault: CertificateFault;

  constructor(message: string, outcome: Outcome | undefined, fault: CertificateFault) {
    super('SERVICE_UNREACHABLE', message, { outcome });
    this.fault = fault;
  }
}

/**
 * Sends one request and gives the reply whatever its status. It must not follow redirects (a stamp is for one host),
 * must stop reading after `MAXIMUM_REPLY_LENGTH` bytes, and throws SERVICE_UNREACHABLE or CANCELLED when there is no reply
 * (a CertificateRefused where the certificate is why); with the outcome `notSent` when it is certain that nothing was sent, else with none.
 */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** The parsed JSON of a body, or undefined when it is not JSON in UTF-8. */
export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** A header of the reply by its lowercase name. */
export function headerOf(response: TransportReply, name: string): string | undefined {
  return Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
