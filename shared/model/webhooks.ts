import Type, { type Static, type TSchema } from 'typebox';
import { Closed } from './bytes.ts';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** Milliseconds since the epoch. */
const Moment = Type.Number();

/** A delivery of an endpoint's log. */
const DeliveryRow = Closed({
  id: Type.String(),
  eventId: Type.String(),
  /** An event type of the interface, or of a newer service. */
  eventType: Type.String(),
  /** The activity that the event is about. Absent for another event, and where the service does not report it. */
  activity: Type.Optional(Closed({ id: Type.String(), type: Type.String(), status: Type.String() })),
  state: Type.Enum(['waiting', 'delivered', 'failed', 'unknown']),
  attempts: Type.Integer(),
  /** The result of the last attempt, such as `HTTP 400`. Null before the first. */
  outcome: Nullable(Type.String()),
  /** Null when no attempt is planned. */
  nextAttemptAt: Nullable(Moment),
  /** Null when the service does not report it. */
  createdAt: Nullable(Moment),
  updatedAt: Nullable(Moment),
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
  problem: Nullable(Type.String()),
  /** The last successful read of the deliveries. Null for none, and absent after a read by an earlier version. */
  deliveriesReadAt: Type.Optional(Nullable(Moment)),
});
export type EndpointContent = Static<typeof EndpointContent>;

/** The webhook endpoints of the profile's organization, as its service last reported them. */
export const WebhookContent = Closed({
  /** Null before the first read. */
  readAt: Nullable(Moment),
  endpoints: Type.Array(EndpointContent),
});
export type WebhookContent = Static<typeof WebhookContent>;
