import { randomUUID } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type CheckedDelivery,
  MAXIMUM_DELIVERY,
  parseJsonObject,
  type SignedDelivery,
} from '../../../shared/model/index.ts';
import {
  base64urlEncode,
  deliveryHeaders,
  hexDecode,
  readDeliveryHeaders,
  utf8Encode,
  WEBHOOK_ALGORITHM,
  WEBHOOK_VERSION,
} from '../../../shared/wire/index.ts';
import type { Base } from '../base.ts';
import { askedProfile } from '../consent/consents.ts';
import type { WebhookLog } from '../organization/webhook-log.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { type Delivery, readDelivery, type Verdict } from '../webhooks/index.ts';
import type { Deliveries, KeySource } from './deliveries.ts';

/** The received deliveries that are kept, in memory only. */
const KEPT = 20;

/** Ports below this one are for programs of the system. */
const FIRST_PORT = 1024;

export interface WantedCheck {
  /** Saved headers in any spelling of `readDelivery`. */
  readonly headers: string;
  /** The raw body. Null for the one that the saved headers have. */
  readonly body: Uint8Array | null;
  /** A key set as text. Null for the key set of the profile's service. */
  readonly keySet: string | null;
  /** In milliseconds. */
  readonly maximumAge: number;
  /** The time to compare the timestamp with, in milliseconds since the epoch. Null for now. */
  readonly now: number | null;
  /** A delivery of the service whose body is compared byte for byte. Null for none. */
  readonly deliveryId: string | null;
}

export interface ListeningProgress {
  /** The address to deliver to. */
  readonly url: string;
  /** The number of deliveries so far. */
  readonly received: number;
}

/** The webhook bench: verifies, receives and signs deliveries, and shows each step. Nothing is stored. */
export interface Bench {
  /** Throws INVALID_INPUT for unreadable headers, no body or an unusable key set, and what a query throws. */
  check(wanted: WantedCheck): Promise<CheckedDelivery>;
  /**
   * Receives on loopback after the operator's answer, until `signal` aborts, the vault locks or another profile is used.
   * A lock and another profile also clear the received deliveries. Throws PORT_IN_USE, NOT_CONFIRMED, and INVALID_INPUT
   * for a port of the system, which is below 1024.
   */
  listen(
    wanted: { readonly port: number; readonly maximumAge: number },
    options: { readonly signal: AbortSignal; readonly progress: (progress: ListeningProgress) => void },
  ): Promise<void>;
  /** The received deliveries, newest first. */
  received(): readonly CheckedDelivery[];
  /** Signs a test delivery with the vault's test key, which no service publishes. Throws VAULT_LOCKED. */
  sign(wanted: { readonly body: Uint8Array<ArrayBuffer>; readonly eventType: string }): Promise<SignedDelivery>;
}

interface BenchParts {
  readonly deliveries: Deliveries;
  readonly profiles: Profiles;
  readonly queries: Pick<Queries, 'ask'>;
  readonly vault: VaultKeeper;
  /** The deliveries that the service listed last. */
  readonly webhooks: Pick<WebhookLog, 'get'>;
}

export function createBench(
  { ports, changes, consents }: Pick<Base, 'ports' | 'changes' | 'consents'>,
  { deliveries, profiles, queries, vault, webhooks }: BenchParts,
): Bench {
  let received: readonly CheckedDelivery[] = [];
  let isListening = false;
  /** The profile whose deliveries are received or kept. */
  let owner: string | null = null;
  let ending = new AbortController();
  changes.on('state', () => {
    if (owner === null || (vault.state().state === 'unlocked' && profiles.current()?.name === owner)) return;
    owner = null;
    ending.abort();
    received = [];
    changes.announce('deliveries');
  });
  const sourceOf = (keySet: string | null): KeySource =>
    keySet === null ? { profile: profiles.get() } : { document: parseJsonObject(keySet, notKeySet) };
  const bodyOf = async (deliveryId: string): Promise<Uint8Array> =>
    utf8Encode((await queries.ask('get_webhook_delivery', { deliveryId })).body);
  /** Returns the body of the listed delivery with an event id. Null where none is listed, or the service has no body. */
  const listedBody = async (headers: Delivery['headers']): Promise<Uint8Array | null> => {
    const read = readDeliveryHeaders(headers);
    if (!('signed' in read)) return null;
    const listed = webhooks
      .get()
      .endpoints.flatMap((endpoint) => endpoint.deliveries)
      .find(({ eventId }) => eventId === read.signed.eventId);
    return listed === undefined ? null : await bodyOf(listed.id).catch(() => null);
  };
  return {
    async check({ headers: text, body: given, keySet, maximumAge, now, deliveryId }) {
      const { headers, body = null } = readDelivery(text);
      const raw = given ?? body;
      if (raw === null) throw refused('a body is missing');
      if (raw.length > MAXIMUM_DELIVERY) throw refused('its body is longer than 1 MiB');
      const sent = deliveryId === null ? null : await bodyOf(deliveryId);
      const delivery = { headers, body: raw };
      const source = sourceOf(keySet);
      const at = now ?? ports.clock.now();
      const checking = { source, maximumAge, now: at };
      let verdict = await deliveries.verify(delivery, { ...checking, sent });
      if (!verdict.ok && verdict.reason === 'invalid_signature' && verdict.difference === undefined && sent === null)
        verdict = await deliveries.verify(delivery, { ...checking, sent: await listedBody(headers) });
      return checkedDelivery(delivery, verdict, { at, maximumAge, repeated: false });
    },
    async listen({ port, maximumAge }, { signal, progress }) {
      if (isListening) throw refused('the listener is running already');
      if (port !== 0 && port < FIRST_PORT) throw ofSystem(port);
      isListening = true;
      try {
        let count = 0;
        const profile = profiles.get();
        owner = profile.name;
        ending = new AbortController();
        const end = AbortSignal.any([signal, ending.signal]);
        await consents.ask({ kind: 'listen', profile: askedProfile(profile), port }, end);
        const listening = await deliveries.listen({
          source: { profile },
          maximumAge,
          port,
          guarded: true,
          onDelivery({ delivery, verdict, repeated }) {
            if (delivery.body.length > MAXIMUM_DELIVERY || end.aborted) return;
            const at = ports.clock.now();
            count += 1;
            received = [checkedDelivery(delivery, verdict, { at, maximumAge, repeated }), ...received].slice(0, KEPT);
            progress({ url: listening.url, received: count });
            changes.announce('deliveries');
          },
        });
        progress({ url: listening.url, received: count });
        if (!end.aborted)
          await new Promise<void>((resolve) => end.addEventListener('abort', () => resolve(), { once: true }));
        await listening.close();
      } finally {
        isListening = false;
      }
    },
    received: () => received,
    async sign({ body, eventType }) {
      const call = await vault.open();
      const { organizationId } = profiles.get();
      const timestamp = String(ports.clock.now());
      const eventId = randomUUID();
      const { keyId, publicKey, signature } = await call('signTestDelivery', { eventId, timestamp, body });
      const scheme = { algorithm: WEBHOOK_ALGORITHM, version: WEBHOOK_VERSION };
      const headers = deliveryHeaders(
        { ...scheme, keyId, signature, timestamp, eventId },
        { organizationId, eventType },
      );
      const x = base64urlEncode(hexDecode(publicKey));
      const key = { kid: keyId, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x };
      return {
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        keySet: JSON.stringify({ keys: [key] }),
      };
    },
  };
}

function checkedDelivery(
  { headers, body }: Delivery,
  verdict: Verdict,
  { at, maximumAge, repeated }: Pick<CheckedDelivery, 'at' | 'maximumAge' | 'repeated'>,
): CheckedDelivery {
  const read = readDeliveryHeaders(headers);
  return {
    at,
    maximumAge,
    repeated,
    failure: verdict.ok ? null : verdict.reason,
    message: verdict.ok ? '' : verdict.message,
    headerName: verdict.ok ? null : (verdict.headerName ?? null),
    signed: 'signed' in read ? { ...read.signed } : null,
    difference: verdict.ok ? null : (verdict.difference ?? null),
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: Uint8Array.from(body),
  };
}

function refused(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The delivery was not verified, because ${why}. Correct it and try again.`,
  );
}

function ofSystem(port: number): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`Port ${port} is for programs of the system. Nothing was received. Choose a port from ${FIRST_PORT}, or 0 for any free one.`,
  );
}

function notKeySet(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The key set cannot be read, because ${why}. Nothing was verified. Paste the service’s key set as JSON.`,
  );
}
