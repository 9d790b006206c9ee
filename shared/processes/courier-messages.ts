import Type, { type Static } from 'typebox';
import { CERTIFICATE_FAULTS } from '../errors/index.ts';
import { Bytes, Closed } from '../model/bytes.ts';
import { MAXIMUM_ENDPOINTS } from '../model/endpoints.ts';
import { ChainReading } from '../model/history.ts';
import type { MessageHandlers } from './channel.ts';

const MEBIBYTE = 1024 * 1024;

/** Why no answer came, as far as whoever reads the log can do something about it. */
export const COURIER_FAILURES = {
  address_refused: 'the address may not be used: not HTTPS, or not of the public internet',
  name_unknown: 'the name is not known to the name server',
  unreachable: 'nothing answers at the address',
  connection_lost: 'the connection ended before the answer was whole',
  certificate_refused: 'the certificate is not one that this machine trusts for the name',
  timed_out: 'no whole answer came in time',
  answer_too_long: 'the answer is longer than it may be',
} as const;
export type CourierFailure = keyof typeof COURIER_FAILURES;

/** Why a node did not answer: the kind alone, so that no part of its address is told with it. */
export const NODE_FAILURES = {
  unreachable: 'it did not answer',
  answer_too_long: 'its answer is longer than is read',
  ...CERTIFICATE_FAULTS,
} as const;
export type NodeFailure = keyof typeof NODE_FAILURES;

/** Headers that may go out: none of those that say how the message is framed, or to whom it goes. */
const HEADER = '^(accept|content-type|user-agent|x-[a-z0-9-]{1,60})$';

/** A mail or a message as the operator sees it. It goes to nobody else: this service sends none over a network. */
export const OutboxMessage = Closed({
  sentAt: Type.String(),
  channel: Type.Enum(['email', 'sms'] as const),
  to: Type.String(),
  text: Type.String(),
  /** What in the text lets somebody in: a code, or a key sealed to somebody's target key. */
  code: Type.String(),
});
export type OutboxMessage = Static<typeof OutboxMessage>;

/** One of a chain, by its place among those that were named. */
const Endpoint = {
  chain: Type.String({ minLength: 1, maxLength: 64 }),
  endpoint: Type.Integer({ minimum: 0, maximum: MAXIMUM_ENDPOINTS - 1 }),
};
/** However long a node asks to be left alone: an hour. Milliseconds. */
export const LONGEST_RETRY_AFTER = 3_600_000;
/** Characters of what is said against an endpoint. */
export const MAXIMUM_NODE_PROBLEM = 500;

/**
 * What the local service's process asks of the process that hosts it, because it has no network of its own after its start.
 * The host resolves the name, judges what it leads to, and connects to just that; it follows no redirect.
 */
export const COURIER_MESSAGES = {
  carry: {
    input: Closed({
      method: Type.Enum(['GET', 'POST'] as const),
      url: Type.String({ minLength: 1, maxLength: 2048 }),
      /** Whether it may lead to this machine. */
      mayBeHere: Type.Boolean(),
      headers: Type.Record(Type.String({ pattern: HEADER }), Type.String({ maxLength: 1024, pattern: '^[ -~]*$' }), {
        additionalProperties: false,
      }),
      /** At most an activity with all that its votes repeat. */
      body: Type.Union([Bytes(32 * MEBIBYTE), Type.Null()]),
      /** For all of it, in milliseconds. */
      timeout: Type.Integer({ minimum: 1, maximum: 60_000 }),
      /** Bytes of the answer's body: a longer one is a failure. With 0 none of it is read, and it may have any length. */
      maximumAnswer: Type.Integer({ minimum: 0, maximum: MEBIBYTE }),
    }),
    output: Type.Union([
      Closed({
        status: Type.Integer({ minimum: 100, maximum: 999 }),
        contentType: Type.Union([Type.String(), Type.Null()]),
        cacheControl: Type.Union([Type.String(), Type.Null()]),
        body: Bytes(MEBIBYTE),
      }),
      Closed({ failure: Type.Enum(Object.keys(COURIER_FAILURES) as CourierFailure[]) }),
    ]),
  },
  /**
   * Asks a node of a chain, over an endpoint that the operator named: the service knows which there are by their numbers alone,
   * never their addresses, which may hold keys. JSON-RPC 2.0 in `body`.
   */
  callNode: {
    input: Closed({
      ...Endpoint,
      body: Bytes(4 * MEBIBYTE),
    }),
    output: Type.Union([
      Closed({
        status: Type.Integer({ minimum: 100, maximum: 999 }),
        body: Bytes(16 * MEBIBYTE),
        /** How long it asks to be left alone, in milliseconds; absent where it does not say. */
        retryAfter: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_RETRY_AFTER })),
      }),
      Closed({ failure: Type.Enum(Object.keys(NODE_FAILURES) as NodeFailure[]) }),
    ]),
  },
  /** Shows the operator how an endpoint does; `problem` is null when it answers. */
  noteNode: {
    input: Closed({
      ...Endpoint,
      problem: Type.Union([Type.String({ maxLength: MAXIMUM_NODE_PROBLEM }), Type.Null()]),
    }),
    output: Closed({}),
  },
  /** Shows the operator how far a chain is read. */
  noteReading: { input: ChainReading, output: Closed({}) },
  /** Shows the operator what the service would mail to somebody. */
  post: { input: OutboxMessage, output: Closed({}) },
} as const;
export type CourierMessages = typeof COURIER_MESSAGES;
export type Errands = MessageHandlers<CourierMessages>;
export type Errand = Static<CourierMessages['carry']['input']>;
/** An answer whatever its status, or why there is none. Does not reject. */
export type Courier = Errands['carry'];
/** The same of a node of a chain. */
export type NodeCaller = Errands['callNode'];
export type NodeNote = Static<CourierMessages['noteNode']['input']>;
