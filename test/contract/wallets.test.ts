import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from './start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('smoke', async () => {
  console.log(await service.client.getWhoami({ organizationId: service.organizationId }));
  const t0 = Date.now();
  const { activity } = await service.client.createWallet({
    type: 'ACTIVITY_TYPE_CREATE_WALLET', timestampMs: String(Date.now()), organizationId: service.organizationId,
    parameters: { walletName: 'W', accounts: Array.from({length: 100}, (_, i) => ({ curve: 'CURVE_SECP256K1' as const, pathFormat: 'PATH_FORMAT_BIP32' as const, path: `m/44'/60'/0'/0/${i}`, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const })) },
  });
  console.log('100 accounts', Date.now() - t0);
  console.log(JSON.stringify({...activity, votes: activity.votes.map(v => ({...v, message: v.message.slice(0, 30)}))}, null, 1).slice(0, 1500));
  const addr = activity.result.createWalletResult!.addresses[0]!;
  const t1 = Date.now();
  for (let i = 0; i < 50; i++) await service.client.signRawPayload({ type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', timestampMs: String(Date.now()), organizationId: service.organizationId, parameters: { signWith: addr, payload: 'hello' + i, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256' } });
  console.log('50 signs', Date.now() - t1);
  console.log(service.reports);
});
