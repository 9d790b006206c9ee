import { afterEach, expect, it } from 'vitest';
import { LISTED_THINGS } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench, createTestTransport } from '../harness.ts';

const NAMES = ['list_smart_contract_interfaces', 'list_oauth2_credentials', 'list_fiat_on_ramp_credentials'] as const;

let bench: Bench;
afterEach(() => bench.end());

async function ready(status: number): Promise<void> {
  const inner = createTestTransport();
  bench = await createReadyBench({
    async transport(request) {
      const name = NAMES.find((one) => request.url.endsWith(one));
      if (name === undefined) return inner.send(request);
      const body = Uint8Array.from(Buffer.from(JSON.stringify(OPERATIONS[name].example.response)));
      return { status, headers: { 'content-type': 'application/json' }, body };
    },
  });
}

it('are read by name, each with its provider or with a distinction', async () => {
  await ready(200);
  const found = await Promise.all(LISTED_THINGS.map((of) => bench.engine.organization.listed(of)));
  expect(found).toMatchObject([
    [{ name: 'Treasury contract', provider: null, more: expect.stringMatching(/^0x/) }],
    [{ name: '1234567890', provider: 'OAUTH2_PROVIDER_DISCORD' }],
    [{ name: 'pk_test_123', provider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY' }],
  ]);
  for (const [one] of found) expect(one?.id).toMatch(/^[0-9a-f-]{36}$/);
});

it('are not read from a service that refuses', async () => {
  await ready(403);
  await expect(bench.engine.organization.listed('loginCredentials')).rejects.toThrow();
});
