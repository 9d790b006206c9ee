import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON, type StartedService, startService } from '../../../contract/start-service.ts';
import { type Bench, createBench } from '../harness.ts';

/** A service elsewhere with a gateway, and a profile without any key, as before a login. */
let service: StartedService;
let bench: Bench;
beforeAll(async () => {
  service = await startService({ init: { authProxyConfigId: 'gateway of the test' } });
  bench = await createBench({}, undefined, NOON);
  const { baseUrl, authUrl, organizationId, keys } = service.ready;
  await bench.engine.profiles.add({
    name: 'desk',
    kind: 'remote',
    baseUrl,
    authUrl,
    organizationId,
    signerKey: keys.signer,
    notarizerKey: keys.notarizer,
    authProxyConfigId: null,
  });
});
afterAll(async () => {
  await bench.end();
  await service.stop();
});

const ask = (name: string, request = {}) =>
  bench.engine.queries.run(name, request, { profile: bench.engine.profiles.get('desk') });

it('is not asked for a profile that does not say which gateway is its own', async () => {
  await expect(ask('wallet_kit_config')).rejects.toThrow(
    'The profile “desk” names no gateway. Nothing was sent. Set one: castellan profile set desk --auth-url URL --auth-proxy-config-id ID.',
  );
  expect(bench.transport.sent).toEqual([]);
});

it('is asked at its own address by the id of the profile, without a stamp, and answers as declared', async () => {
  await bench.engine.profiles.set('desk', { authProxyConfigId: 'gateway of the test' });
  expect(await ask('wallet_kit_config')).toMatchObject({ organizationId: service.organizationId });
  const contact = 'operator@example.com';
  const started = await ask('otp_init_v2', { otpType: 'OTP_TYPE_EMAIL', contact });
  expect(started).toEqual({ otpId: expect.any(String), otpEncryptionTargetBundle: expect.any(String) });
  expect(service.posted).toMatchObject([{ to: contact }]);
  expect(bench.transport.sent.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/wallet_kit_config', '{}'],
    ['/v1/otp_init_v2', JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact })],
  ]);
  // The recorded entries are the profile and its change.
  expect(bench.engine.audit.status().entries).toBe(2);
});

it('reads from the words of the gateway that the id is another’s, and names the fault of a request', async () => {
  await bench.engine.profiles.set('desk', { authProxyConfigId: 'another' });
  await expect(ask('wallet_kit_config')).rejects.toThrow(
    'X-Auth-Proxy-Config-Id is missing or unknown (HTTP 401, code 16',
  );
  await expect(ask('otp_init_v2', { otpType: 'OTP_TYPE_EMAIL' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: [expect.objectContaining({ path: '/contact' })],
  });
});
