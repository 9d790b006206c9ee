import { LIMITS } from '../../../shared/model/index.ts';

/** The resource limits of the service, shared by all clients. Sizes are bytes, times milliseconds. */
export interface HttpLimits {
  readonly bodyBytes: number;
  /** The bytes of an oversized body that are read and discarded, so that its sender can read the refusal. */
  readonly discardedBytes: number;
  /** The same for a body whose sender has no known key. Only a short one is kept. */
  readonly strangerBytes: number;
  /** The longest such body that is kept until its refusal, which repeats the organization that the body names. */
  readonly namingBytes: number;
  /** All bodies that arrive or are being answered, of all senders who have proven their key. */
  readonly bytesInFlight: number;
  /** All bodies that arrive of senders who only claim a key. */
  readonly claimedBytes: number;
  /** The number of connections without a proven key that are served in each round of the event loop. */
  readonly unprovenPerRound: number;
  readonly headerBytes: number;
  /** From the connection's first byte to the end of the headers, and of the whole request: against senders that trickle. */
  readonly headersTime: number;
  readonly requestTime: number;
  readonly idleTime: number;
  /** The interval between two checks of `headersTime` and `requestTime`. */
  readonly checkInterval: number;
  /** All connections, of all senders. */
  readonly connections: number;
  /** The longest time that a stop waits for requests under way. */
  readonly stopTime: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: LIMITS.body,
  discardedBytes: 64 * 1024 * 1024,
  strangerBytes: 256 * 1024,
  namingBytes: 16 * 1024,
  bytesInFlight: 64 * 1024 * 1024,
  claimedBytes: 16 * 1024 * 1024,
  unprovenPerRound: 2,
  headerBytes: 16 * 1024,
  headersTime: 10_000,
  requestTime: 30_000,
  idleTime: 60_000,
  checkInterval: 1000,
  connections: 512,
  stopTime: 3000,
};
