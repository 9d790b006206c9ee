import { KEY_SET_AGE, webhookKeys as keysAt } from '../service-keys/webhook-keys.ts';
import type { DiscoveryHandler } from './types.ts';

/**
 * The header of the public service (docs/protocol.md#webhooks). A receiver that meets an unknown `kid` fetches the key
 * set again anyway.
 */
const CACHE_CONTROL = `public, max-age=${KEY_SET_AGE}, s-maxage=${KEY_SET_AGE}, stale-if-error=604800`;

/** Has the signature members of both dialects. A client of one ignores those of the other. */
export const webhookKeys: DiscoveryHandler<'webhook_keys'> = ({ store, now }) => ({
  document: {
    keys: keysAt(store, now()).published.map(({ kid, x }) => ({
      kid,
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      x,
      service_signature_algorithm: 'ed25519',
      service_signature_version: 'v1',
      turnkey_signature_algorithm: 'ed25519',
      turnkey_signature_version: 'v1',
    })),
  },
  cacheControl: CACHE_CONTROL,
});
