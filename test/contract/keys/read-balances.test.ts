import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';
import { type MadeUpNode, startMadeUpNode } from './made-up-node.ts';

const CHAIN = 'eip155:8453';

let node: MadeUpNode;
let service: StartedService;
let address: string;

beforeAll(async () => {
  node = await startMadeUpNode(8453);
  service = await startService({ rpc: [`${CHAIN}=${node.url}`] });
  const { activity } = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        {
          privateKeyName: 'Payout',
          privateKeyTags: [],
          curve: 'CURVE_SECP256K1',
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    } as never),
  );
  address = activity.result.createPrivateKeysResultV2?.privateKeys[0]?.addresses?.[0]?.address ?? '';
});
afterAll(async () => {
  await service?.stop();
  node?.end();
});

describe('balances of a private key', () => {
  it('are read for Send, and not by the interface', async () => {
    expect(await service.readBalances({ chain: CHAIN, address })).toEqual({
      balances: [{ caip19: `${CHAIN}/slip44:60`, units: '7' }],
      problem: null,
    });
    const asked = service.client.getWalletAddressBalances({
      organizationId: service.organizationId,
      address,
      caip2: CHAIN,
    });
    await expect(asked).rejects.toThrow('only those of wallet accounts are supported');
  });

  it('are not read for an address of another chain, or without a node', async () => {
    const solana = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
    await expect(service.readBalances({ chain: CHAIN, address: solana })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(service.readBalances({ chain: 'eip155:1', address })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('have beside them the next nonce that the node reports, by a chain of Ethereum’s kind', async () => {
    expect(await service.nextNonce({ chain: CHAIN, address })).toEqual({ nonce: '0', problem: null });
    const solana = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
    await expect(service.nextNonce({ chain: CHAIN, address: solana })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(service.nextNonce({ chain: 'eip155:1', address })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are unknown with a reason while the node does not answer', async () => {
    node.end();
    const { balances, problem } = await service.readBalances({ chain: CHAIN, address });
    expect(balances).toBeNull();
    expect(problem).toEqual(expect.stringContaining(CHAIN));
    expect(await service.nextNonce({ chain: CHAIN, address })).toEqual({ nonce: null, problem });
  });
});
