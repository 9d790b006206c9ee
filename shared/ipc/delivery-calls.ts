import Type from 'typebox';
import {
  Bytes,
  CheckedDelivery,
  Closed,
  DAY_MS,
  DeliveryTry,
  LocalizedText,
  MAXIMUM_DELIVERY,
  SignedDelivery,
  UUID_PATTERN,
  WebhookContent,
} from '../model/index.ts';
import { call, event, job } from './define.ts';
import { Percent } from './transfer-calls.ts';

const Nothing = Closed({});
/** The largest difference between a timestamp and now, in milliseconds. At most ten years. */
const MaximumAge = Type.Integer({ minimum: 0, maximum: 10 * 365 * DAY_MS });

/** The calls about webhook endpoints, and those of the bench, which stores nothing and asks only the profile's own service. */
export const DELIVERY_CALLS = {
  webhooks: {
    /** The endpoints with their newest deliveries, from their copy on this machine. */
    get: call(Nothing, WebhookContent),
    /** Reads them from the service. */
    refresh: job(Nothing, Percent, Closed({ endpoints: Type.Integer() })),
    /** Reads the attempts to send a delivery. `tries` is null where the service refuses, with the reason. */
    tries: call(
      Closed({ deliveryId: Type.String({ minLength: 1, maxLength: 64 }) }),
      Closed({
        tries: Type.Union([Type.Array(DeliveryTry), Type.Null()]),
        problem: Type.Union([LocalizedText, Type.Null()]),
      }),
    ),
    changed: event(Nothing),
  },
  deliveries: {
    /** Verifies a delivery from saved headers in any spelling, and shows the step that fails. */
    check: call(
      Closed({
        headers: Type.String({ maxLength: 512 * 1024 }),
        /** Null for the body that the saved headers have. */
        body: Type.Union([Bytes(MAXIMUM_DELIVERY), Type.Null()]),
        /** A key set as JSON. Null for the one of the profile's service. */
        keySet: Type.Union([Type.String({ maxLength: 256 * 1024 }), Type.Null()]),
        maximumAge: MaximumAge,
        /** The time to compare the timestamp with, in milliseconds since the epoch. Null for now. */
        now: Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
        /** The delivery of the service whose body is compared byte for byte. The body stays in main. */
        deliveryId: Type.Union([Type.String({ pattern: UUID_PATTERN }), Type.Null()]),
      }),
      CheckedDelivery,
    ),
    /**
     * Receives deliveries on 127.0.0.1 after the trusted window asked, until it is cancelled, the vault locks or another
     * profile is used. Port 0 is any free one. Throws INVALID_INPUT for another port below 1024.
     */
    listen: job(
      Closed({ port: Type.Integer({ minimum: 0, maximum: 65_535 }), maximumAge: MaximumAge }),
      Closed({ url: Type.String(), received: Type.Integer() }),
      Nothing,
    ),
    /** The received deliveries, newest first. */
    received: call(Nothing, Closed({ rows: Type.Array(CheckedDelivery) })),
    /** Signs a test delivery by a key of the vault that no service publishes. Sends nothing. */
    sign: call(
      Closed({ body: Bytes(MAXIMUM_DELIVERY), eventType: Type.String({ pattern: '^[A-Za-z0-9:_.-]{1,64}$' }) }),
      SignedDelivery,
    ),
    changed: event(Nothing),
  },
} as const;
