import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { LocalizedText } from './localized.ts';
import { Person } from './results.ts';
import { ActivityWords } from './rows.ts';

/** Milliseconds since the epoch. */
const Moment = Type.Number();

/** A delivery of an endpoint's log. */
const DeliveryRow = Closed({
  id: Type.String(),
  eventId: Type.String(),
  /** An event type of the interface, or of a newer service. */
  eventType: Type.String(),
  /** The activity that the event is about. Absent for another event, and where the service does not report it. */
  activity: Type.Optional(
    Closed({
      id: Type.String(),
      type: Type.String(),
      status: Type.String(),
      /** Absent where this machine has not described the activity. */
      words: Type.Optional(ActivityWords),
    }),
  ),
  state: Type.Enum(['waiting', 'delivered', 'failed', 'unknown']),
  attempts: Type.Integer(),
  /** The result of the last attempt, such as `HTTP 400`. Null before the first. */
  outcome: Nullable(Type.String()),
  /** Null when no attempt is planned. */
  nextAttemptAt: Nullable(Moment),
  /** Null when the service does not report it. */
  createdAt: Nullable(Moment),
  updatedAt: Nullable(Moment),
  /** The size of the body in bytes. Absent where the service does not report it. */
  bodyBytes: Type.Optional(Type.Integer()),
  /** Milliseconds of the last attempt. Absent before it, and where the service does not report it. */
  duration: Type.Optional(Type.Integer()),
});
export type DeliveryRow = Static<typeof DeliveryRow>;

/** One attempt to send a delivery. */
export const DeliveryTry = Closed({
  /** From 1, also over replays. */
  number: Type.Integer(),
  /** Null when the service does not report it. */
  at: Nullable(Moment),
  /** Its result, such as `HTTP 400`. */
  outcome: Type.String(),
  /** A step of the interface, or of a newer service. Null for an accepted delivery. */
  failedStep: Nullable(Type.String()),
  /** The first characters of the response body, as the receiver wrote them. Null where none was read. */
  response: Nullable(Type.String()),
  /** True when the response is longer. */
  responseIsCut: Type.Boolean(),
  /** The bytes of the response body that were read. Null where the service does not report them. */
  responseBytes: Nullable(Type.Integer()),
  /** Milliseconds. Null where the service does not report them. */
  duration: Nullable(Type.Integer()),
  /** The id of the key that signed. Null where nothing was sent, and where the service does not report it. */
  keyId: Nullable(Type.String()),
});
export type DeliveryTry = Static<typeof DeliveryTry>;

/** The deliveries of an endpoint that are listed, the newest. */
export const MAXIMUM_LISTED_DELIVERIES = 100;

const EndpointSubscription = Closed({
  eventType: Type.String(),
  /** JSON text. Empty for every event of the type. */
  filters: Type.String(),
  isActive: Type.Boolean(),
});

/** A webhook endpoint of the organization with its newest deliveries. */
const EndpointContent = Closed({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  isActive: Type.Boolean(),
  subscriptions: Type.Array(EndpointSubscription),
  /** Newest first. */
  deliveries: Type.Array(DeliveryRow),
  /** The reason why the deliveries could not be read. Null for none. */
  problem: Nullable(LocalizedText),
  /** The last successful read of the deliveries. Null for none, and absent after a read by an earlier version. */
  deliveriesReadAt: Type.Optional(Nullable(Moment)),
  /** The numbers of all deliveries that the service keeps. Absent where it does not report them. */
  counts: Type.Optional(Closed({ deliveries: Type.Integer(), failed: Type.Integer() })),
  /** Since when the endpoint is off, and who proposed it. Absent for one that is on, and where it is not reported. */
  off: Type.Optional(Closed({ since: Nullable(Moment), by: Nullable(Person) })),
});
export type EndpointContent = Static<typeof EndpointContent>;

/** The webhook endpoints of the profile's organization, as its service last reported them. */
export const WebhookContent = Closed({
  /** Null before the first read. */
  readAt: Nullable(Moment),
  endpoints: Type.Array(EndpointContent),
});
export type WebhookContent = Static<typeof WebhookContent>;
