import {
  base64urlDecode,
  deliveryMessage,
  hexDecode,
  hexEncode,
  isHex,
  readDeliveryHeaders,
  type SignedHeaders,
  type UnsignedHeaders,
  utf8Encode,
  WEBHOOK_ALGORITHM,
  WEBHOOK_VERSION,
} from '../../../shared/wire/index.ts';
import { ed25519Verify } from '../../crypto/index.ts';
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
}

/**
 * The failures of verification by step (docs/protocol.md#webhooks), in the order of the checks. Names are the public
 * SDK's where it has them.
 */
export const DELIVERY_FAILURES = {
  missing_header: 'A header that the signature needs is missing or empty.',
  contradicting_headers: 'Both families of headers are present, and they differ.',
  invalid_timestamp: 'The timestamp is not a number of milliseconds.',
  stale_timestamp: 'The timestamp is too far from now: a replay, a late retry, or a wrong clock on one side.',
  unsupported_signature_version: `The scheme's version is not ${WEBHOOK_VERSION}.`,
  unsupported_signature_algorithm: `The algorithm is not ${WEBHOOK_ALGORITHM}.`,
  missing_key: 'The key set has no key of this id, and had none when it was fetched again.',
  invalid_verification_key_algorithm: 'The key of this id is for another algorithm, version or use.',
  invalid_verification_key: 'The key of this id is not an Ed25519 public key (32 bytes of base64url, canonical).',
  invalid_signature: 'The signature does not match these headers and this body.',
} as const;
export type DeliveryFailure = keyof typeof DELIVERY_FAILURES;

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
    };

/** Verifies a delivery before trusting anything in its body. Throws what fetching the key set throws. */
export async function verifyDelivery(delivery: Delivery, { keys, now, maximumAge }: VerifyOptions): Promise<Verdict> {
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
  if (!fits(publicKey, signed, delivery.body)) return explain(publicKey, signed, delivery.body);
  return { ok: true, eventId: signed.eventId, keyId: signed.keyId, timestampMs, ...unsigned };
}

function refused(reason: DeliveryFailure, more: { headerName?: string } = {}): Verdict {
  return { ok: false, reason, message: DELIVERY_FAILURES[reason], ...more };
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

/** Changes that programs on the way make to a body, with a function that undoes each. */
const CHANGES: readonly { readonly text: string; readonly undo: (body: string) => string }[] = [
  { text: 'a line break was added at its end', undo: (body) => body.replace(/\r?\n$/, '') },
  { text: 'its line breaks were changed', undo: (body) => body.replaceAll('\n', '\r\n') },
  { text: 'its line breaks were changed', undo: (body) => body.replaceAll('\r\n', '\n') },
  { text: 'a byte order mark was added at its start', undo: (body) => body.replace(/^\uFEFF/, '') },
  { text: 'its JSON was parsed and serialised again', undo: rewritten },
];

/** Explains how the body was changed on its way, if one of the usual changes explains the signature. */
function explain(publicKey: string, signed: SignedHeaders, body: Uint8Array): Verdict {
  const failure = refused('invalid_signature');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return failure;
  }
  for (const { text: change, undo } of CHANGES) {
    const sent = utf8Encode(undo(text));
    if (!fits(publicKey, signed, sent)) continue;
    const firstDifference = sent.findIndex((byte, index) => byte !== body[index]);
    return {
      ...failure,
      message: `The signature matches the original body, but ${change}. Verify the raw bytes before any program parses or edits them.`,
      firstDifference: firstDifference === -1 ? sent.length : firstDifference,
    } as Verdict;
  }
  return failure;
}

/** The text as a program that parsed it writes it. Text that is not JSON stays as it is. */
function rewritten(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
