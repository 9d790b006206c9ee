import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeCaller, readEndpoint } from '../../electron/engine/service/endpoints.ts';
import { byFetch, clientOf, newKey } from '../contract/start-service.ts';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from '../fault/custody-process.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { FORWARDS, logging, REVERTS, TRANSFER, word, wordOf } from './evm-code.ts';
import { ETHEREUM } from './service-client.ts';

const CHAIN = 'eip155:11155111';
const COIN = 10n ** 18n;
const STRANGER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const contracts = { token: `0x${'20'.repeat(20)}`, forwarder: `0x${'f0'.repeat(20)}`, failing: `0x${'fa'.repeat(20)}` };
const missing = anvilMissing();

describe.skipIf(missing !== null)(
  `a service that is killed while it reads a chain${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    const key = newKey();
    const directory = mkdtempSync(join(tmpdir(), 'castellan-history-'));
    let node: AnvilNode;
    let child: Awaited<ReturnType<typeof buildChild>>;
    let service: CustodyProcess | undefined;
    beforeAll(async () => {
      [node, child] = await Promise.all([startAnvil('--chain-id', '11155111', '--accounts', '1'), buildChild()]);
    }, 60_000);
    afterAll(async () => {
      await service?.kill();
      await node?.end();
      child?.remove();
      rmSync(directory, { recursive: true });
    });

    /** Starts a service that is killed at the call to a node with that number. 0 means never. */
    const start = async (isFirst: boolean, killedBy: number) => {
      const toNode = createNodeCaller([readEndpoint(`${CHAIN}=${node.url}`)], byFetch);
      let calls = 0;
      const started = spawnCustody(child.file, {
        callNode: (call) => {
          calls += 1;
          if (calls === killedBy) void started.kill();
          return toNode(call);
        },
      });
      service = started;
      const chains = isFirst ? [] : [{ chain: CHAIN, endpoints: 1 } as const];
      const input = startInput(directory, isFirst ? key.publicKey : null);
      return { started, ready: await started.start({ ...input, chains }) };
    };

    it('resumes, and its history adds up to the node’s balances', async () => {
      const first = await start(true, 0);
      const { organizationId } = first.ready;
      const client = clientOf(first.ready.baseUrl, key);
      await client.createWallet({
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: { walletName: 'Cold', accounts: [ETHEREUM] },
      });
      const { wallets } = await client.getWallets({ organizationId });
      const { accounts } = await client.getWalletAccounts({ organizationId, walletId: wallets[0]?.walletId ?? '' });
      const account = accounts[0]?.address ?? '';
      await first.started.stop();

      const expected = await live(node, account);
      const final = Number(await node.call<string>('eth_blockNumber'));
      let found: Listed['transactions'] = [];
      for (let round = 0; found.length < expected.length; round += 1) {
        expect(round).toBeLessThan(200);
        const { started, ready } = await start(false, round < 20 ? 12 + round * 3 : 0).catch(() => ({
          started: undefined,
          ready: undefined,
        }));
        // Asks the service while it lives. A service that is killed does not answer.
        while (started !== undefined && found.length < expected.length) {
          try {
            const listed = await clientOf(ready.baseUrl, key).request<object, Listed>(
              '/public/v1/query/list_eth_transaction_history',
              { organizationId, address: account, caip2: CHAIN, paginationOptions: { limit: '100' } },
            );
            found = listed.transactions;
          } catch {
            break;
          }
          await new Promise((done) => setTimeout(done, 50));
        }
        await started?.kill();
      }
      expect(found.map(({ transactionHash }) => transactionHash)).toEqual(expected);
      const sum = found.reduce((total, { from, fee, transfers }) => {
        const coins = transfers.filter(({ asset }) => asset?.caip19 === `${CHAIN}/slip44:60`);
        const moved = coins.reduce((at, one) => at + BigInt(one.amount) * (one.direction === 'IN' ? 1n : -1n), 0n);
        return total + moved - (from === account ? BigInt(fee.amount) : 0n);
      }, 0n);
      expect(100n * COIN + sum).toBe(
        BigInt(await node.call<string>('eth_getBalance', account, `0x${final.toString(16)}`)),
      );
    }, 120_000);
  },
);

/** Makes the transactions of an account before anybody reads it. Returns their hashes, newest first. */
async function live(node: AnvilNode, account: string): Promise<string[]> {
  await node.call('anvil_setBalance', account, `0x${(100n * COIN).toString(16)}`);
  await node.call('anvil_impersonateAccount', account);
  await node.call('anvil_setCode', contracts.token, logging(3));
  await node.call('anvil_setCode', contracts.forwarder, FORWARDS);
  await node.call('anvil_setCode', contracts.failing, REVERTS);
  const happenings = [
    { from: STRANGER, to: account, value: '0x5' },
    { from: STRANGER, to: contracts.token, data: `0x${TRANSFER}${wordOf(STRANGER)}${wordOf(account)}${word(7n)}` },
    { from: account, to: STRANGER, value: '0x3' },
    { from: STRANGER, to: contracts.forwarder, value: '0x9', data: `0x${wordOf(account)}` },
    { from: account, to: contracts.failing, value: '0x3' },
  ];
  const hashes: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    const happening = { gas: '0x30d40', ...happenings[index % happenings.length] };
    hashes.unshift(await node.call<string>('eth_sendTransaction', happening));
    // Some follow each other at once, others after a while.
    await node.call('anvil_mine', index % 3 === 0 ? '0x15' : '0x1');
  }
  await node.call('anvil_mine', '0x60');
  return hashes;
}

interface Listed {
  readonly transactions: readonly {
    readonly transactionHash: string;
    readonly from: string;
    readonly fee: { readonly amount: string };
    readonly transfers: readonly {
      readonly direction: 'IN' | 'OUT';
      readonly amount: string;
      readonly asset?: { readonly caip19: string };
    }[];
  }[];
}
