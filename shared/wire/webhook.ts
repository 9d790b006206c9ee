/**
 * Webhook deliveries as they travel: their headers and the bytes that are signed (docs/protocol.md#webhooks). Ed25519
 * over `v1.ed25519.<key id>.<timestamp>.<event id>.` and the raw body.
 */
import { utf8Encode } from './text.ts';

/**
 * Both families of header names: the specification's and the public service's. A sender sends both, and a receiver
 * reads either.
 */
export const WEBHOOK_PREFIXES = ['x-service-', 'x-turnkey-'] as const;
export const WEBHOOK_VERSION = 'v1';
export const WEBHOOK_ALGORITHM = 'ed25519';

/** The headers without which nothing can be verified, after their prefix, in the order in which they are looked for. */
const SIGNED_HEADERS = {
  timestamp: 'timestamp',
  eventId: 'event-id',
  keyId: 'signature-key-id',
  algorithm: 'signature-algorithm',
  version: 'signature-version',
  signature: 'signature',
} as const;
/** Unsigned headers, which prove nothing. */
const UNSIGNED_HEADERS = { organizationId: 'organization-id', eventType: 'event-type' } as const;

type SignedHeader = keyof typeof SIGNED_HEADERS;
export type SignedHeaders = Readonly<Record<SignedHeader, string>>;
export type UnsignedHeaders = Readonly<Partial<Record<keyof typeof UNSIGNED_HEADERS, string>>>;

/** Returns the headers of a delivery, or the full name of the first one that is missing, empty or contradictory. */
export type DeliveryHeaders =
  | { readonly signed: SignedHeaders; readonly unsigned: UnsignedHeaders }
  | { readonly missing: string }
  | { readonly contradicted: string };

/**
 * Reads the headers of a delivery (docs/protocol.md#webhooks), whose names may have any letter case. If both families
 * are present, they must agree. Never throws.
 *
 * @example
 * readDeliveryHeaders({ 'X-Turnkey-Timestamp': '1745383555000' });
 * // { missing: 'x-turnkey-event-id' }
 */
export function readDeliveryHeaders(headers: Readonly<Record<string, string>>): DeliveryHeaders {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const valuesOf = (rest: string) =>
    WEBHOOK_PREFIXES.map((prefix) => lower.get(`${prefix}${rest}`) ?? '').filter((value) => value !== '');
  // A missing header is named in the family that the sender uses.
  const family = WEBHOOK_PREFIXES.find((prefix) => [...lower.keys()].some((name) => name.startsWith(prefix)));

  const signed: Partial<Record<SignedHeader, string>> = {};
  for (const [member, rest] of Object.entries(SIGNED_HEADERS) as [SignedHeader, string][]) {
    const [value, other = value] = valuesOf(rest);
    if (value === undefined) return { missing: `${family ?? WEBHOOK_PREFIXES[0]}${rest}` };
    if (value !== other) return { contradicted: `${WEBHOOK_PREFIXES[0]}${rest}` };
    signed[member] = value;
  }
  const [organizationId] = valuesOf(UNSIGNED_HEADERS.organizationId);
  const [eventType] = valuesOf(UNSIGNED_HEADERS.eventType);
  return {
    signed: signed as SignedHeaders,
    unsigned: {
      ...(organizationId === undefined ? {} : { organizationId }),
      ...(eventType === undefined ? {} : { eventType }),
    },
  };
}

/** Returns the text that the signed bytes of a delivery have before the body, with a full stop at its end. */
export const deliveryPrefix = ({ keyId, timestamp, eventId }: Pick<SignedHeaders, 'keyId' | 'timestamp' | 'eventId'>) =>
  `${WEBHOOK_VERSION}.${WEBHOOK_ALGORITHM}.${keyId}.${timestamp}.${eventId}.`;

/**
 * Returns the bytes that the Ed25519 signature of a delivery is over (docs/protocol.md#webhooks). `body` is the raw
 * body, byte for byte.
 *
 * @example
 * const headers = { keyId: 'key-1', timestamp: '1745383555000', eventId: 'event-1' };
 * utf8Decode(deliveryMessage(headers, utf8Encode('{}')));
 * // 'v1.ed25519.key-1.1745383555000.event-1.{}'
 */
export function deliveryMessage(
  { keyId, timestamp, eventId }: Pick<SignedHeaders, 'keyId' | 'timestamp' | 'eventId'>,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = utf8Encode(deliveryPrefix({ keyId, timestamp, eventId }));
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return message;
}

/**
 * Returns the headers of a delivery (docs/protocol.md#webhooks): both families of names with the same values, and the
 * content type.
 */
export function deliveryHeaders(
  signed: SignedHeaders,
  unsigned: Readonly<Record<keyof typeof UNSIGNED_HEADERS, string>>,
): Record<string, string> {
  const named = { ...SIGNED_HEADERS, ...UNSIGNED_HEADERS };
  const values = { ...signed, ...unsigned };
  const entries = WEBHOOK_PREFIXES.flatMap((prefix) => [
    [`${prefix}webhook-version`, '1'],
    ...Object.entries(named).map(([member, name]) => [`${prefix}${name}`, values[member as keyof typeof values]]),
  ]);
  return { 'content-type': 'application/json', 'user-agent': 'Castellan', ...Object.fromEntries(entries) };
}
