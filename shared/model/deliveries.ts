import Type, { type Static } from 'typebox';
import { Bytes, Closed, Nullable } from './bytes.ts';
import { MEBIBYTE } from './limits.ts';

/** The longest body of a delivery that the bench takes, in bytes. */
export const MAXIMUM_DELIVERY = MEBIBYTE;

/** The steps of a verification in their order (docs/protocol.md#webhooks). */
export const DELIVERY_STEPS = ['headers', 'time', 'version', 'algorithm', 'known', 'usable', 'signature'] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

/**
 * The failures of verification, each with its step and its sentence, in the order of the checks. Names are the public
 * SDK's where it has them.
 */
export const DELIVERY_FAILURES = {
  missing_header: { step: 'headers', text: 'A header that the signature needs is missing or empty.' },
  contradicting_headers: { step: 'headers', text: 'Both families of headers are present, and they differ.' },
  invalid_timestamp: { step: 'time', text: 'The timestamp is not a number of milliseconds.' },
  stale_timestamp: {
    step: 'time',
    text: 'The timestamp is too far from now: a replay, a late retry, or a wrong clock on one side.',
  },
  unsupported_signature_version: { step: 'version', text: 'The scheme’s version is not v1.' },
  unsupported_signature_algorithm: { step: 'algorithm', text: 'The algorithm is not ed25519.' },
  missing_key: {
    step: 'known',
    text: 'The key set has no key of this id, and had none when it was fetched again.',
  },
  invalid_verification_key_algorithm: {
    step: 'usable',
    text: 'The key of this id is for another algorithm, version or use.',
  },
  invalid_verification_key: {
    step: 'usable',
    text: 'The key of this id is not an Ed25519 public key (32 bytes of base64url, canonical).',
  },
  invalid_signature: { step: 'signature', text: 'The signature does not match these headers and this body.' },
} as const satisfies Readonly<Record<string, { readonly step: DeliveryStep; readonly text: string }>>;
export type DeliveryFailure = keyof typeof DELIVERY_FAILURES;

/** The bytes around the first one at which a received body differs from the sent one. */
export const DeliveryDifference = Closed({
  /** The offset of that byte, from 0. The end of the shorter body if it is the start of the other. */
  at: Type.Integer({ minimum: 0 }),
  /** The offset of the first byte in both excerpts. */
  from: Type.Integer({ minimum: 0 }),
  /** Excerpts of both bodies in lowercase hex. */
  sent: Type.String(),
  received: Type.String(),
  /** Whole lengths in bytes. */
  sentLength: Type.Integer(),
  receivedLength: Type.Integer(),
});
export type DeliveryDifference = Static<typeof DeliveryDifference>;

/** The headers that the signature covers, as they were written. */
const Signed = Closed({
  eventId: Type.String(),
  keyId: Type.String(),
  timestamp: Type.String(),
  version: Type.String(),
  algorithm: Type.String(),
  signature: Type.String(),
});

/** A delivery with the outcome of each step of its verification. */
export const CheckedDelivery = Closed({
  /** When it was verified, in milliseconds since the epoch. The timestamp was compared with this time. */
  at: Type.Number(),
  /** Null when every step passed. */
  failure: Nullable(Type.Enum(Object.keys(DELIVERY_FAILURES) as DeliveryFailure[])),
  /** The failure in a sentence, with the change of the body that explains it. Empty for none. */
  message: Type.String(),
  /** The header that is missing or contradicted. Null for none. */
  headerName: Nullable(Type.String()),
  /** Null when one of them is missing. */
  signed: Nullable(Signed),
  difference: Nullable(DeliveryDifference),
  /** In milliseconds. */
  maximumAge: Type.Integer(),
  /** The headers as lines of `name: value`. */
  headers: Type.String(),
  body: Bytes(MAXIMUM_DELIVERY),
  /** True when a delivery of this event id was accepted before. */
  repeated: Type.Boolean(),
});
export type CheckedDelivery = Static<typeof CheckedDelivery>;

/** A key set that verifies test deliveries (RFC 7517), as text. */
export const SignedDelivery = Closed({
  /** The headers of the delivery, in their order. */
  headers: Type.Array(Closed({ name: Type.String(), value: Type.String() })),
  keySet: Type.String(),
});
export type SignedDelivery = Static<typeof SignedDelivery>;
