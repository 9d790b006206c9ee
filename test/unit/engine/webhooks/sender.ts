import { createPrivateKey, sign } from 'node:crypto';

/** A sender that shares no code with the receiver: the published example's key, whose seed is 00 01 … 1f. */
const seed = Buffer.from(Uint8Array.from({ length: 32 }, (_, index) => index));
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});

export const KEY_ID = 'webhook-key-1';
export const PUBLIC_KEY = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';
export const NOW = 1_700_000_000_000;
export const JWK = {
  kid: KEY_ID,
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  x: 'A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg',
  service_signature_algorithm: 'ed25519',
  service_signature_version: 'v1',
};

/** Headers of a delivery of that body, in one family of names. */
export function sent(
  body: string | Uint8Array,
  prefix = 'X-Service-',
  { eventId = 'evt_123', now = NOW } = {},
): Record<string, string> {
  const head = Buffer.from(`v1.ed25519.${KEY_ID}.${now}.${eventId}.`);
  return {
    [`${prefix}Event-Id`]: eventId,
    [`${prefix}Event-Type`]: 'ACTIVITY_UPDATES',
    [`${prefix}Signature-Key-Id`]: KEY_ID,
    [`${prefix}Signature-Algorithm`]: 'ed25519',
    [`${prefix}Signature-Version`]: 'v1',
    [`${prefix}Signature`]: sign(null, Buffer.concat([head, Buffer.from(body)]), key).toString('hex'),
    [`${prefix}Timestamp`]: String(now),
  };
}
