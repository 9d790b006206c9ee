import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { logging, TRANSFER, word, wordOf } from './evm-code.ts';
import { limitedLine } from './limited-line.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';

const CHAIN = 'eip155:11155111';
const COIN = 10n ** 18n;
const TOKEN = `0x${'20'.repeat(20)}`;
const missing = anvilMissing();

describe.skipIf(missing !== null)(
  `the history from a node that takes no batches and returns receipts one by one${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    let node: AnvilNode;
    let line: Awaited<ReturnType<typeof limitedLine>>;
    let service: StartedService;
    beforeAll(async () => {
      node = await startAnvil('--chain-id', '11155111', '--accounts', '1');
      line = await limitedLine(node, ['eth_getBlockReceipts', 'debug_traceBlockByHash']);
      service = await startService({ rpc: [`${CHAIN}=${line.url}`] });
    });
    afterAll(async () => {
      await service?.stop();
      line?.end();
      await node?.end();
    });

    it('is complete, with fees and tokens as on the node', async () => {
      const { address } = await makeAccount(service, ETHEREUM);
      await node.call('anvil_setBalance', address, `0x${COIN.toString(16)}`);
      await node.call('anvil_setCode', TOKEN, logging(3));
      const [stranger = ''] = await node.call<string[]>('eth_accounts');
      await node.call('anvil_impersonateAccount', address);
      await node.call('evm_setAutomine', false);
      const gas = '0x30d40';
      const data = `0x${TRANSFER}${wordOf(stranger)}${wordOf(address)}${word(7n)}`;
      const payments = Array.from({ length: 30 }, () => ({ from: stranger, to: address, value: '0x5', gas }));
      const all = [
        ...payments,
        { from: stranger, to: TOKEN, data, gas },
        { from: address, to: stranger, value: '0x3', gas },
      ];
      for (const one of all) await node.call('eth_sendTransaction', one);
      await node.call('evm_mine');
      interface Listed {
        readonly transactions: readonly {
          readonly from: string;
          readonly fee: { readonly amount: string };
          readonly transfers: readonly { direction: string; amount: string; asset: { caip19: string } }[];
        }[];
      }
      const { transactions } = await eventually(async () => {
        const listed = await service.client.request<object, Listed>('/public/v1/query/list_eth_transaction_history', {
          organizationId: service.organizationId,
          address,
          caip2: CHAIN,
          paginationOptions: { limit: '100' },
        });
        expect(listed.transactions).toHaveLength(all.length);
        return listed;
      }, 100);
      const transfers = transactions.flatMap((one) => one.transfers);
      expect(transfers.filter(({ asset }) => asset.caip19.includes('erc20:'))).toMatchObject([
        { direction: 'IN', amount: '7' },
      ]);
      const sent = transactions.filter(({ from }) => from === address);
      expect(sent).toHaveLength(1);
      const paid = sent.reduce((total, { fee }) => total + BigInt(fee.amount), 0n);
      expect(COIN + 150n - 3n - paid).toBe(BigInt(await node.call<string>('eth_getBalance', address, 'latest')));
    });
  },
);
