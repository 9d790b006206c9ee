import { expect, it } from 'vitest';
import { curveOfServiceKey } from '../../../electron/custody/service-keys/service-keys.ts';

it.each([
  ['signer', 'CURVE_P256'],
  ['notarizer', 'CURVE_P256'],
  ['fetcher', 'CURVE_P256'],
  ['webhook', 'CURVE_ED25519'],
  ['webhook-2', 'CURVE_ED25519'],
  ['webhooks', null],
  ['toString', null],
])('a key of the service named %s has the curve %s', (name, curve) => {
  expect(curveOfServiceKey(name)).toBe(curve);
});
