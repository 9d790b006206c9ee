import { LIMITS } from '../../../shared/model/index.ts';

/** What one client may use of the service. Times are milliseconds. */
export interface HttpLimits {
  readonly bodyBytes: number;
  /** An oversized body is read away up to this, so that its sender gets to read the refusal. */
  readonly discardedBytes: number;
  readonly headerBytes: number;
  /** From the connection's first byte to the end of the headers, and of the whole request: against senders that trickle. */
  readonly headersTime: number;
  readonly requestTime: number;
  readonly idleTime: number;
  /** How often the two times are looked at. */
  readonly checkInterval: number;
  readonly connections: number;
  /** How long a stop waits for requests under way. */
  readonly stopTime: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: LIMITS.body,
  discardedBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTime: 10_000,
  requestTime: 30_000,
  idleTime: 60_000,
  checkInterval: 1000,
  connections: 512,
  stopTime: 3000,
};
