import Type, { type Static } from 'typebox';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { DAY_MS, placeInWords } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { headerOf, parseBody, requireSafeAddress, type Transport, type TransportReply } from '../../client/index.ts';

const Key = Type.Object({
  kid: Type.String(),
  kty: Type.String(),
  crv: Type.Optional(Type.String()),
  alg: Type.Optional(Type.String()),
  use: Type.Optional(Type.String()),
  x: Type.Optional(Type.String()),
  service_signature_algorithm: Type.Optional(Type.String()),
  service_signature_version: Type.Optional(Type.String()),
  turnkey_signature_algorithm: Type.Optional(Type.String()),
  turnkey_signature_version: Type.Optional(Type.String()),
});
/** A key of a set (RFC 7517), of any type. */
export type WebhookKey = Static<typeof Key>;
const Document = Type.Object({ keys: Type.Array(Key, { maxItems: 100 }) });

/** Finds the key of a delivery. */
export interface KeySet {
  /** Returns the key with that id, or undefined. Throws the errors of reading the set. */
  find(kid: string): Promise<WebhookKey | undefined>;
}

/** The lifetime of a set without Cache-Control, and the longest lifetime of any. Milliseconds. */
const USUAL_AGE = 5 * 60_000;
const MAXIMUM_AGE = DAY_MS;
/**
 * The shortest time between two fetches for an unknown id. Otherwise a sender would decide how often the service is
 * asked.
 */
const ASK_AGAIN = 5000;

/** A fixed set. `document` is parsed JSON. Throws INVALID_INPUT when it is no key set. */
export function fixedKeySet(document: unknown): KeySet {
  const keys = keysIn(document);
  return { find: (kid) => Promise.resolve(keys.find((key) => key.kid === kid)) };
}

/**
 * The set at an address (HTTPS, or HTTP to this machine). It is cached as long as its Cache-Control allows, and fetched
 * again for an unknown id (docs/protocol.md#webhooks). Throws INVALID_INPUT for another address, and in `find` what the
 * transport throws.
 */
export function fetchedKeySet(
  address: string,
  { transport, now }: { transport: Transport; now: () => number },
): KeySet {
  const url = requireSafeAddress(address, (why) =>
    notKeySet(`its address is refused, because ${why}. Correct it`),
  ).href;
  let kept: { keys: readonly WebhookKey[]; asked: number; until: number } | null = null;
  let asking: Promise<readonly WebhookKey[]> | null = null;
  const ask = async () => {
    const asked = now();
    const reply = await transport({ method: 'GET', url, headers: { accept: 'application/json' }, body: null });
    if (reply.status !== 200)
      throw notKeySet(`the service answered with HTTP ${reply.status}. Check the address, or try again later`);
    const document = parseBody(reply.body);
    if (document === undefined) throw notKeySet('the reply of the address is not JSON. Check the address');
    const keys = keysIn(document);
    kept = { keys, asked, until: asked + ageOf(reply) };
    return keys;
  };
  const fetched = () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
  return {
    async find(kid) {
      const isFresh = kept !== null && now() < kept.until;
      const keys = kept !== null && isFresh ? kept.keys : await fetched();
      const found = keys.find((key) => key.kid === kid);
      if (found !== undefined || !isFresh || (kept !== null && now() - kept.asked < ASK_AGAIN)) return found;
      return (await fetched()).find((key) => key.kid === kid);
    },
  };
}

function keysIn(document: unknown): readonly WebhookKey[] {
  const problems = checkValue(Document, document);
  if (problems.length === 0) return (document as Static<typeof Document>).keys;
  const reasons = problems.map(({ path, reason }) => `${placeInWords(path)} ${reason}`).join('; ');
  throw notKeySet(`${reasons}. Use the service’s published key set, {"keys":[{"kid","kty","crv","x",…}]}, unchanged`);
}

/** Milliseconds that `max-age` allows (RFC 9111 section 5.2.2.1). */
function ageOf(reply: TransportReply): number {
  const control = headerOf(reply, 'cache-control') ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const seconds = /(?:^|[,\s])max-age=(\d{1,9})/i.exec(control)?.[1];
  return seconds === undefined ? USUAL_AGE : Math.min(Number(seconds) * 1000, MAXIMUM_AGE);
}

function notKeySet(why: string): AppError {
  return new AppError('INVALID_INPUT', sentence`The key set cannot be used: ${why}. Nothing was verified.`);
}
