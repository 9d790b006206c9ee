import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeCaller, readEndpoint } from '../../electron/engine/service/endpoints.ts';
import { byFetch, clientOf, newKey } from '../contract/start-service.ts';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from '../fault/custody-process.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { gather, TRANSFERS_OF_A_BLOCK } from './crowd.ts';
import type { IndexingFigures } from './indexing-figures.ts';
import { ETHEREUM } from './service-client.ts';

const CHAIN = 'eip155:11155111';
const ACCOUNTS = 50;
/** `npm run bench -- indexing` sets a million, and the path for the figures. */
const TRANSFERS = Number(process.env.CASTELLAN_INDEXED_TRANSFERS ?? 20_000);
const BLOCKS = Math.ceil(TRANSFERS / TRANSFERS_OF_A_BLOCK);
const FIGURES = process.env.CASTELLAN_INDEXING_FIGURES;
/** Megabytes by which the process may grow while it reads on, however much there is to read. */
const GROWTH = 160;
const missing =
  process.platform === 'linux' ? anvilMissing() : 'what a process takes is read from /proc, which only Linux has';

describe.skipIf(missing !== null)(
  `${TRANSFERS} transfers on a real node${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    const key = newKey();
    const directory = mkdtempSync(join(tmpdir(), 'castellan-indexing-'));
    let node: AnvilNode;
    let child: Awaited<ReturnType<typeof buildChild>>;
    let service: CustodyProcess | undefined;
    beforeAll(async () => {
      const played = ['--chain-id', '11155111', '--accounts', '1', '--auto-impersonate', '--gas-limit', '1000000000'];
      // The node cannot trace a block whose state it has forgotten.
      const remembered = ['--max-persisted-states', String(2 * BLOCKS)];
      [node, child] = await Promise.all([startAnvil(...played, ...remembered), buildChild()]);
    }, 60_000);
    afterAll(async () => {
      await service?.kill();
      await node?.end();
      child?.remove();
      rmSync(directory, { recursive: true });
    });

    const start = async (isFirst: boolean) => {
      service = spawnCustody(child.file, {
        callNode: createNodeCaller([readEndpoint(`${CHAIN}=${node.url}`)], byFetch),
      });
      const chains = [{ chain: CHAIN, endpoints: 1 } as const];
      const input = { ...startInput(directory, isFirst ? key.publicKey : null), chains };
      const { organizationId, baseUrl } = await service.start(input);
      const client = clientOf(baseUrl, key);
      const list = (address: string, limit: number, after?: string) =>
        client.request<object, Listed>('/public/v1/query/list_eth_transaction_history', {
          organizationId,
          address,
          caip2: CHAIN,
          paginationOptions: { limit: String(limit), ...(after === undefined ? {} : { after }) },
        });
      return { service, client, organizationId, list };
    };
    /** Samples a measure until a condition holds. */
    const measured = async (isSo: () => Promise<boolean>, measure: () => number): Promise<number[]> => {
      const values: number[] = [];
      while (!(await isSo())) {
        values.push(measure());
        await setTimeout(100);
      }
      return [...values, measure()];
    };

    it(
      'are all read in constant memory, and add up to the node’s balances',
      async () => {
        const first = await start(true);
        const { organizationId } = first;
        const account = (index: number) => ({ ...ETHEREUM, path: `m/44'/60'/0'/0/${index}` });
        const { activity } = await first.client.createWallet({
          type: 'ACTIVITY_TYPE_CREATE_WALLET',
          timestampMs: String(Date.now()),
          organizationId,
          parameters: { walletName: 'Crowd', accounts: Array.from({ length: ACCOUNTS }, (_, index) => account(index)) },
        });
        const { addresses = [] } = activity.result.createWalletResult ?? {};
        expect(addresses).toHaveLength(ACCOUNTS);
        const crowd = await gather(node, addresses);
        // The minted tokens, once read, show that the chain is followed from here on. The rest is read in one go.
        await crowd.mint();
        await expect
          .poll(async () => (await first.list(addresses[0] ?? '', 2)).transactions, { timeout: 60_000, interval: 100 })
          .toHaveLength(1);
        await first.service.stop();
        await crowd.pay(BLOCKS);
        type Block = { readonly transactions: readonly { readonly hash: string; readonly from: string }[] };
        const last = (await node.call<Block>('eth_getBlockByNumber', 'latest', true)).transactions.at(-1);

        const { service: reading, list } = await start(false);
        const begin = performance.now();
        const taken = await measured(
          async () => (await list(last?.from ?? '', 1)).transactions[0]?.transactionHash === last?.hash,
          () => memoryOf(reading.pid),
        );
        const seconds = (performance.now() - begin) / 1000;
        const processor = processorOf(reading.pid);
        const peak = taken.at(-1) ?? Number.NaN;
        /** A tenth of the way. */
        const early = taken[Math.floor(taken.length / 10)] ?? Number.NaN;
        let [received, transactions] = [0, 0];
        for (const address of addresses) {
          const sum = { coins: 0n, tokens: 0n };
          for (let after: string | undefined, isMore = true; isMore; ) {
            const page = await list(address, 100, after);
            for (const { from, fee, transfers } of page.transactions) {
              for (const { direction, amount, asset } of transfers) {
                const which = asset.caip19.toLowerCase() === `${CHAIN}/erc20:${crowd.token}` ? 'tokens' : 'coins';
                sum[which] += direction === 'IN' ? BigInt(amount) : -BigInt(amount);
                if (direction === 'IN') received += 1;
              }
              if (from.toLowerCase() === address.toLowerCase()) sum.coins -= BigInt(fee.amount);
            }
            transactions += page.transactions.length;
            after = page.pageInfo.endCursor;
            isMore = page.pageInfo.hasNextPage;
          }
          expect(sum).toEqual(await crowd.balances(address));
        }
        // Each transfer is to another account of these. Each account was also given tokens once.
        expect(received).toBe(BLOCKS * TRANSFERS_OF_A_BLOCK + ACCOUNTS);
        expect(peak - early).toBeLessThan(GROWTH);
        await reading.stop();
        const file = statSync(join(directory, 'custody.db')).size / 2 ** 20;
        const figures: IndexingFigures = { transfers: received, transactions, seconds, processor, early, peak, file };
        if (FIGURES !== undefined) writeFileSync(FIGURES, JSON.stringify(figures));
      },
      120_000 + 4 * TRANSFERS,
    );
  },
);

/** The peak memory of a process, in megabytes. */
const memoryOf = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Seconds of a processor that a process used, which the kernel counts in hundredths. */
const processorOf = (pid: number | undefined): number => {
  const [, behindName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = behindName.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
};

interface Listed {
  readonly transactions: readonly {
    readonly transactionHash: string;
    readonly from: string;
    readonly fee: { readonly amount: string };
    readonly transfers: readonly {
      readonly direction: 'IN' | 'OUT';
      readonly amount: string;
      readonly asset: { readonly caip19: string };
    }[];
  }[];
  readonly pageInfo: { readonly endCursor?: string; readonly hasNextPage: boolean };
}
