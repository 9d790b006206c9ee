import { toRfc3339 } from '../../../shared/model/index.ts';
import { base64urlEncode, hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { ed25519Sign, generateEd25519, sha256 } from '../../crypto/index.ts';
import { type Keyring, PLACES } from '../keys/keyring.ts';
import { requestInvalid } from '../public-error.ts';
import type { Tables } from '../store/index.ts';
import { serviceKey } from './service-keys.ts';

/**
 * The longest time that the key set may be cached, in seconds. The public service sends the same value
 * (docs/protocol.md#webhooks).
 */
export const KEY_SET_AGE = 86_400;
/**
 * The time that a new key is published before it signs, and an old key after it signed. Every cached copy of the set
 * therefore holds the right key.
 */
const OVERLAP = KEY_SET_AGE * 1000;

/** The names of the two keys that can exist at a time. */
const FIRST = 'webhook';
const SECOND = 'webhook-2';

/** The public members of a key in its JWK. `kid` is the thumbprint of RFC 7638. */
export interface WebhookKey {
  readonly kid: string;
  readonly x: string;
}

/** The key that signs at this time, and all that are published, that one first. */
export function webhookKeys(tables: Tables, now: number): { signing: WebhookKey; published: readonly WebhookKey[] } {
  const { signing, others } = keysAt(tables, now);
  return { signing: jwkOf(signing), published: [signing, ...others].map(jwkOf) };
}

/** Signs with the key that is current at this time, selected by its id. Returns 64 bytes in hex. */
export function signWebhook(
  tables: Tables,
  keyring: Keyring,
  now: number,
  messageOf: (kid: string) => Uint8Array,
): { keyId: string; signature: string } {
  const { signing } = keysAt(tables, now);
  const { kid } = jwkOf(signing);
  const signature = keyring.open(PLACES.serviceKey(signing.name), signing.sealedPrivateKey, (privateKey) =>
    ed25519Sign(privateKey, messageOf(kid)),
  );
  return { keyId: kid, signature: hexEncode(signature) };
}

/**
 * Publishes a new key inside the transaction. It signs once every cached copy of the key set holds it. Throws
 * REQUEST_INVALID while an earlier change still has two keys published.
 */
export function rotateWebhookKey(tables: Tables, keyring: Keyring, now: number): { kid: string; signsFrom: number } {
  const { signing, others, until } = keysAt(tables, now);
  if (others.length > 0)
    throw requestInvalid(`two keys are published until ${toRfc3339(until)}: change the key again after that`);
  const name = signing.name === FIRST ? SECOND : FIRST;
  const { privateKey, publicKey } = generateEd25519();
  const signsFrom = now + OVERLAP;
  try {
    const sealedPrivateKey = keyring.seal(PLACES.serviceKey(name), privateKey);
    tables.keys.putServiceKey({ name, publicKey, sealedPrivateKey, signsFrom });
  } finally {
    privateKey.fill(0);
  }
  return { kid: jwkOf({ publicKey }).kid, signsFrom };
}

/** The key that signs, the others that are published, and until when they are. */
function keysAt(tables: Tables, now: number) {
  const second = tables.keys.serviceKey(SECOND);
  const first = serviceKey(tables, FIRST);
  const [older, newer] = second === undefined || sinceOf(second) < sinceOf(first) ? [second, first] : [first, second];
  const isNew = older !== undefined && now < sinceOf(newer);
  const signing = isNew ? older : newer;
  const other = isNew ? newer : older;
  const until = sinceOf(newer) + OVERLAP;
  return { signing, others: other !== undefined && now < until ? [other] : [], until };
}

const sinceOf = ({ signsFrom }: { readonly signsFrom: number | null }): number => signsFrom ?? 0;

function jwkOf({ publicKey }: { readonly publicKey: string }): WebhookKey {
  const x = base64urlEncode(hexDecode(publicKey));
  // RFC 7638: members in alphabetical order. The digest has no full stop, which separates the parts of the signed text.
  return { kid: base64urlEncode(sha256(utf8Encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })))), x };
}
