import Type, { type Static } from 'typebox';
import { CERTIFICATE_FAULTS } from '../errors/index.ts';
import { Bytes, Closed } from '../model/bytes.ts';
import { MAXIMUM_ENDPOINTS } from '../model/endpoints.ts';
import { ChainReading } from '../model/history.ts';
import { MEBIBYTE } from '../model/limits.ts';
import type { MessageHandlers } from './channel.ts';

/** The reasons for a missing reply, as far as a reader of the log can act on them. */
export const COURIER_FAILURES = {
  address_refused: 'the address may not be used: not HTTPS, or not of the public internet',
  name_unknown: 'the name server does not know the name',
  unreachable: 'nothing answers at the address',
  connection_lost: 'the connection ended before the answer was complete',
  certificate_refused: 'this machine does not trust the certificate for the name',
  timed_out: 'no whole answer came in time',
  answer_too_long: 'the answer is longer than it may be',
} as const;
export type CourierFailure = keyof typeof COURIER_FAILURES;

/** The kinds of a node's failure. Only the kind is reported, so that no part of the node's address leaks. */
export const NODE_FAILURES = {
  unreachable: 'it did not answer',
  answer_too_long: 'its answer is longer than Castellan reads',
  ...CERTIFICATE_FAULTS,
} as const;
export type NodeFailure = keyof typeof NODE_FAILURES;

/** Headers that may be sent. Headers for the framing or the recipient of the message are excluded. */
const HEADER = '^(accept|content-type|user-agent|x-[a-z0-9-]{1,60})$';

/** A mail or a message as the operator sees it. It reaches nobody else: this service sends none over a network. */
export const OutboxMessage = Closed({
  sentAt: Type.String(),
  channel: Type.Enum(['email', 'sms'] as const),
  to: Type.String(),
  text: Type.String(),
  /** The secret in the text that admits its holder: a code, or a key sealed to a target key. */
  code: Type.String(),
});
export type OutboxMessage = Static<typeof OutboxMessage>;

/** An endpoint of a chain, by its position in the operator's list. */
const Endpoint = {
  chain: Type.String({ minLength: 1, maxLength: 64 }),
  endpoint: Type.Integer({ minimum: 0, maximum: MAXIMUM_ENDPOINTS - 1 }),
};
/** The conditions of a service that are logged when they begin and when they end. */
export const SERVICE_CONDITIONS = [
  'disk_full',
  'disk_failed',
  'descriptors_exhausted',
  'unauthenticated_flood',
] as const;
export type ServiceCondition = (typeof SERVICE_CONDITIONS)[number];

const Count = Type.Integer({ minimum: 0 });

/** An entry of the service's log. The members are the allow-list: a body, a stamp or a secret has no place in it. */
export const ServiceLogEntry = Type.Union([
  Closed({
    event: Type.Literal('request'),
    id: Type.String({ maxLength: 64 }),
    operation: Type.String({ maxLength: 64 }),
    /** The key that the stamp proved. Null for a request without a valid stamp. */
    keyId: Type.Union([Type.String({ maxLength: 256 }), Type.Null()]),
    /** `ok`, the status of the activity, or the reason of the refusal. */
    outcome: Type.String({ maxLength: 64 }),
    milliseconds: Count,
  }),
  Closed({ event: Type.Enum(SERVICE_CONDITIONS), state: Type.Enum(['begun', 'ended'] as const), count: Count }),
]);
export type ServiceLogEntry = Static<typeof ServiceLogEntry>;

/** Facts of the host process about a service's disk and backups. Null stands for an unknown fact. */
export const Surroundings = Closed({
  walBytes: Type.Union([Count, Type.Null()]),
  diskFreeBytes: Type.Union([Count, Type.Null()]),
  /** Milliseconds since the epoch. */
  lastBackupAt: Type.Union([Type.Integer(), Type.Null()]),
});
export type Surroundings = Static<typeof Surroundings>;

/** The longest pause that a node can ask for: an hour. Milliseconds. */
export const LONGEST_RETRY_AFTER = 3_600_000;
/** The most characters of an endpoint's problem. */
export const MAXIMUM_NODE_PROBLEM = 500;

/**
 * Requests of the local service's process to its host process, because it has no network after its start.
 * The host resolves the name, checks the addresses and connects to exactly those. It follows no redirect.
 */
export const COURIER_MESSAGES = {
  carry: {
    input: Closed({
      method: Type.Enum(['GET', 'POST'] as const),
      url: Type.String({ minLength: 1, maxLength: 2048 }),
      /** True when the address may be on this machine. */
      mayBeHere: Type.Boolean(),
      headers: Type.Record(Type.String({ pattern: HEADER }), Type.String({ maxLength: 1024, pattern: '^[ -~]*$' }), {
        additionalProperties: false,
      }),
      /** At most an activity with all that its votes repeat. */
      body: Type.Union([Bytes(32 * MEBIBYTE), Type.Null()]),
      /** The time limit of the whole request, in milliseconds. */
      timeout: Type.Integer({ minimum: 1, maximum: 60_000 }),
      /**
       * The most bytes of the reply's body. A longer body is a failure. With 0 the body is not read, and it may have
       * any length.
       */
      maximumAnswer: Type.Integer({ minimum: 0, maximum: MEBIBYTE }),
      /** True to return the beginning of a longer body in place of a failure. An error while the body is read then fails nothing. */
      cutsAnswer: Type.Optional(Type.Boolean()),
    }),
    output: Type.Union([
      Closed({
        status: Type.Integer({ minimum: 100, maximum: 999 }),
        contentType: Type.Union([Type.String(), Type.Null()]),
        cacheControl: Type.Union([Type.String(), Type.Null()]),
        body: Bytes(MEBIBYTE),
        /** True when only the beginning of the body was read. */
        isCut: Type.Optional(Type.Boolean()),
      }),
      Closed({ failure: Type.Enum(Object.keys(COURIER_FAILURES) as CourierFailure[]) }),
    ]),
  },
  /**
   * Sends `body` to a chain's node by POST, or reads by GET without one, over an endpoint that the operator configured.
   * `path` goes behind the endpoint's own path. The service knows endpoints by number alone, never by address, which
   * may hold keys.
   */
  callNode: {
    input: Closed({
      ...Endpoint,
      path: Type.Optional(Type.String({ pattern: '^(/[A-Za-z0-9_-]{1,128}){1,8}$' })),
      body: Type.Union([Bytes(4 * MEBIBYTE), Type.Null()]),
    }),
    output: Type.Union([
      Closed({
        status: Type.Integer({ minimum: 100, maximum: 999 }),
        body: Bytes(16 * MEBIBYTE),
        /** The wait that the node requests, in milliseconds. Absent without a request. */
        retryAfter: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_RETRY_AFTER })),
      }),
      Closed({ failure: Type.Enum(Object.keys(NODE_FAILURES) as NodeFailure[]) }),
    ]),
  },
  /** Shows the operator the state of an endpoint. `problem` is null when it answers. */
  noteNode: {
    input: Closed({
      ...Endpoint,
      problem: Type.Union([Type.String({ maxLength: MAXIMUM_NODE_PROBLEM }), Type.Null()]),
    }),
    output: Closed({}),
  },
  /** Shows the operator the reading progress of a chain. */
  noteReading: { input: ChainReading, output: Closed({}) },
  /** Shows the operator a mail that the service would send. */
  post: { input: OutboxMessage, output: Closed({}) },
  /** Writes an entry of the service's log. */
  log: { input: ServiceLogEntry, output: Closed({}) },
  /** Measures the disk of the service's folder, which the service cannot reach, and finds the last backup. */
  measure: { input: Closed({}), output: Surroundings },
} as const;
export type CourierMessages = typeof COURIER_MESSAGES;
export type Errands = MessageHandlers<CourierMessages>;
export type Errand = Static<CourierMessages['carry']['input']>;
/** Returns a reply whatever its status, or the reason for none. Does not reject. */
export type Courier = Errands['carry'];
/** Calls a node of a chain in the same way. */
export type NodeCaller = Errands['callNode'];
export type NodeNote = Static<CourierMessages['noteNode']['input']>;
