import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenBalance, tokenBalances, tokenWords } from '../../electron/custody/chains/erc20.ts';
import { createChainNode } from '../../electron/custody/chains/node.ts';
import { createNodeCaller, readEndpoint } from '../../electron/engine/service/endpoints.ts';
import { byFetch, type StartedService, startService } from '../contract/start-service.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';
import { type Compiled, carriedOut, compile, deploy } from './solidity.ts';

const CHAIN = 'eip155:11155111';
/** The product's address of wrapped ether on that chain. */
const WETH = '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14';
const HOLDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NOBODY = `0x${'11'.repeat(20)}`;
const missing = anvilMissing();

describe.skipIf(missing !== null)(`tokens of a real node${missing === null ? '' : ` SKIPPED: ${missing}`}`, () => {
  let node: AnvilNode;
  let contracts: Readonly<Record<'Token' | 'OldToken' | 'HostileToken', Compiled>>;
  const faults: string[] = [];

  beforeAll(async () => {
    node = await startAnvil('--chain-id', '11155111', '--accounts', '1');
    contracts = compile(new URL('contracts/token.sol', import.meta.url)) as typeof contracts;
  });
  afterAll(() => node?.end());

  const asked = () =>
    createChainNode({
      chain: CHAIN,
      endpoints: 1,
      callNode: createNodeCaller([readEndpoint(`${CHAIN}=${node.url}`)], byFetch),
      steady: () => 0,
      onState: (_endpoint, fault) => void (fault !== null && faults.push(fault.message)),
    });
  const mint = async (token: string, to: string, amount: bigint) => {
    const [from] = await node.call<string[]>('eth_accounts');
    const data = encodeFunctionData({ abi: contracts.Token.abi, functionName: 'mint', args: [to, amount] });
    await carriedOut(node, { from, to: token, data });
  };

  it('report their data and their balances', async () => {
    const token = await deploy(node, contracts.Token, 'Dollar “€”', 'USD', 6);
    await mint(token, HOLDER, 2n ** 255n + 7n);
    const chain = asked();
    expect(await tokenWords(chain, token)).toEqual({ symbol: 'USD', name: 'Dollar “€”', decimals: 6 });
    expect(await chain.ask(tokenBalance(token, HOLDER, 'latest'))).toBe(2n ** 255n + 7n);
  });

  it('older than the standard are read, without misleading data', async () => {
    const [old, hostile] = [await deploy(node, contracts.OldToken), await deploy(node, contracts.HostileToken)];
    const chain = asked();
    expect(await tokenWords(chain, old)).toEqual({ symbol: 'OLD', name: 'Old token', decimals: 3 });
    expect(await tokenWords(chain, hostile)).toEqual({ symbol: null, name: null, decimals: null });
    expect(await tokenWords(chain, NOBODY)).toEqual({ symbol: null, name: null, decimals: null });
    expect(await tokenBalances(chain, HOLDER, [hostile, old, NOBODY])).toEqual([null, 1500n, null]);
    // A contract that refuses in the words of a node that is asked too much.
    expect(await chain.ask(tokenBalance(old, old, 'latest'))).toBeNull();
    expect(faults).toEqual([]);
  });

  it('that this program knows are listed with an account’s balances', async () => {
    const service: StartedService = await startService({ rpc: [`${CHAIN}=${node.url}`] });
    try {
      const { address } = await makeAccount(service, ETHEREUM);
      const ask = <Answer>(query: string, request: object) =>
        service.client.request<object, Answer>(`/public/v1/query/${query}`, {
          organizationId: service.organizationId,
          caip2: CHAIN,
          ...request,
        });
      const ether = { caip19: `${CHAIN}/slip44:60`, symbol: 'ETH', name: 'ETH', decimals: 18 };
      const none = { ...ether, balance: '0', display: { crypto: '0' } };
      expect(await ask('get_wallet_address_balances', { address })).toEqual({ balances: [none] });
      await node.call(
        'anvil_setCode',
        WETH,
        await node.call('eth_getCode', await deploy(node, contracts.Token, '', '', 18), 'latest'),
      );
      await mint(WETH, address, 5n * 10n ** 17n);
      const wrapped = { caip19: `${CHAIN}/erc20:${WETH}`, symbol: 'WETH', name: 'WETH', decimals: 18 };
      expect(await ask('get_wallet_address_balances', { address })).toEqual({
        balances: [none, { ...wrapped, balance: '500000000000000000', display: { crypto: '0.5' } }],
      });
      const { assets } = await ask<{ assets: object[] }>('list_supported_assets', {});
      expect(assets).toEqual([ether, wrapped, expect.objectContaining({ symbol: 'UNI' })]);
    } finally {
      await service.stop();
    }
  });
});
