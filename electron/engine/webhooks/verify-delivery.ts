import { DELIVERY_FAILURES, type DeliveryDifference, type DeliveryFailure } from '../../../shared/model/index.ts';
import {
  base64urlDecode,
  deliveryMessage,
  hexDecode,
  hexEncode,
  isHex,
  readDeliveryHeaders,
  type SignedHeaders,
  type UnsignedHeaders,
  WEBHOOK_ALGORITHM,
  WEBHOOK_VERSION,
} from '../../../shared/wire/index.ts';
import { ed25519Verify } from '../../crypto/index.ts';
import { originalsOf } from './body-changes.ts';
import type { KeySet, WebhookKey } from './key-set.ts';

/** One delivery as it arrived: the headers, whose names have any letter case, and the raw body. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface VerifyOptions {
  readonly keys: KeySet;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The largest difference between now and the timestamp, either way, in milliseconds. */
  readonly maximumAge: number;
  /** The body that the service sent, if its record is known. Otherwise only usual changes of a body are found. */
  readonly sent?: Uint8Array | null;
}

export type Verdict =
  | ({
      readonly ok: true;
      readonly eventId: string;
      readonly keyId: string;
      readonly timestampMs: number;
    } & UnsignedHeaders)
  | {
      readonly ok: false;
      readonly reason: DeliveryFailure;
      readonly message: string;
      /** The header that is missing or contradicted. */
      readonly headerName?: string;
      /** The first byte, from 0, at which the body differs from one that the signature fits. */
      readonly firstDifference?: number;
      /** The bytes around it. */
      readonly difference?: DeliveryDifference;
    };

type Refused = Extract<Verdict, { readonly ok: false }>;

/** Verifies a delivery before trusting anything in its body. Throws what fetching the key set throws. */
export async function verifyDelivery(
  delivery: Delivery,
  { keys, now, maximumAge, sent = null }: VerifyOptions,
): Promise<Verdict> {
  const headers = readDeliveryHeaders(delivery.headers);
  if ('missing' in headers) return refused('missing_header', { headerName: headers.missing });
  if ('contradicted' in headers) return refused('contradicting_headers', { headerName: headers.contradicted });
  const { signed, unsigned } = headers;
  const timestampMs = /^[0-9]+$/.test(signed.timestamp) ? Number(signed.timestamp) : Number.NaN;
  if (!Number.isSafeInteger(timestampMs)) return refused('invalid_timestamp');
  if (Math.abs(now - timestampMs) > maximumAge) return refused('stale_timestamp');
  if (signed.version !== WEBHOOK_VERSION) return refused('unsupported_signature_version');
  if (signed.algorithm !== WEBHOOK_ALGORITHM) return refused('unsupported_signature_algorithm');
  const key = await keys.find(signed.keyId);
  if (key === undefined) return refused('missing_key');
  if (!isSigningKey(key)) return refused('invalid_verification_key_algorithm');
  const publicKey = publicKeyOf(key);
  if (publicKey === null) return refused('invalid_verification_key');
  if (!fits(publicKey, signed, delivery.body)) return explain(publicKey, signed, delivery.body, sent);
  return { ok: true, eventId: signed.eventId, keyId: signed.keyId, timestampMs, ...unsigned };
}

function refused(reason: DeliveryFailure, more: { headerName?: string } = {}): Refused {
  return { ok: false, reason, message: DELIVERY_FAILURES[reason].text, ...more };
}

function isSigningKey(key: WebhookKey): boolean {
  const may = (value: string | undefined, only: string) => value === undefined || value === only;
  return (
    key.kty === 'OKP' &&
    key.crv === 'Ed25519' &&
    may(key.alg, 'EdDSA') &&
    may(key.use, 'sig') &&
    may(key.service_signature_algorithm ?? key.turnkey_signature_algorithm, WEBHOOK_ALGORITHM) &&
    may(key.service_signature_version ?? key.turnkey_signature_version, WEBHOOK_VERSION)
  );
}

/** Lowercase hex, or null when `x` is not 32 bytes of base64url. */
function publicKeyOf({ x }: WebhookKey): string | null {
  try {
    const bytes = base64urlDecode(x ?? '');
    return bytes.length === 32 ? hexEncode(bytes) : null;
  } catch {
    return null;
  }
}

function fits(publicKey: string, signed: SignedHeaders, body: Uint8Array): boolean {
  return (
    isHex(signed.signature, 64) && ed25519Verify(publicKey, deliveryMessage(signed, body), hexDecode(signed.signature))
  );
}

/** The bytes of an excerpt, before and from the difference on. */
const BEFORE = 8;
const AFTER = 24;

/** Explains how the body was changed on its way: by the service's record, or by one of the usual changes. */
function explain(publicKey: string, signed: SignedHeaders, body: Uint8Array, known: Uint8Array | null): Refused {
  const failure = refused('invalid_signature');
  if (known !== null && fits(publicKey, signed, known))
    return changed(failure, 'it is not the body that the service sent', known, body);
  for (const { change, sent } of originalsOf(body))
    if (fits(publicKey, signed, sent)) return changed(failure, change, sent, body);
  return { ...failure, message: `${failure.message} ${NOT_FOUND}` };
}

/** Only the original body shows where another change is. */
const NOT_FOUND =
  'No usual change of a body explains it, so the differing byte is not known. Compare the body with the one that the service records for this delivery.';

function changed(failure: Refused, change: string, sent: Uint8Array, received: Uint8Array): Refused {
  const found = sent.findIndex((byte, index) => byte !== received[index]);
  const at = found === -1 ? sent.length : found;
  const from = Math.max(0, at - BEFORE);
  const excerpt = (bytes: Uint8Array) => hexEncode(bytes.subarray(from, at + AFTER));
  return {
    ...failure,
    message: `The signature matches the original body, but ${change}. Verify the raw bytes before any program parses or edits them.`,
    firstDifference: at,
    difference: {
      at,
      from,
      sent: excerpt(sent),
      received: excerpt(received),
      sentLength: sent.length,
      receivedLength: received.length,
    },
  };
}
