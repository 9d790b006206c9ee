import { encodeFunctionData, getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { BATCH, FORWARDS, logging, REVERTS, SINGLE, TRANSFER, word, wordOf } from './evm-code.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';
import { type Compiled, compile, deploy } from './solidity.ts';

const CHAIN = 'eip155:11155111';
const COIN = 10n ** 18n;
const ETHER = { caip19: `${CHAIN}/slip44:60`, symbol: 'ETH', name: 'ETH', decimals: 18 };
const missing = anvilMissing();

describe.skipIf(missing !== null)(
  `the history that is read from a real node${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    let node: AnvilNode;
    let service: StartedService;
    let account: string;
    let stranger: string;
    const contracts = {
      token: `0x${'20'.repeat(20)}`,
      badge: `0x${'72'.repeat(20)}`,
      forwarder: `0x${'f0'.repeat(20)}`,
      failing: `0x${'fa'.repeat(20)}`,
    };

    beforeAll(async () => {
      node = await startAnvil('--chain-id', '11155111', '--accounts', '1');
      service = await startService({ rpc: [`${CHAIN}=${node.url}`] });
      account = (await makeAccount(service, ETHEREUM)).address;
      stranger = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
      await node.call('anvil_setBalance', account, `0x${(100n * COIN).toString(16)}`);
      await node.call('anvil_impersonateAccount', account);
      await node.call('anvil_setCode', contracts.token, logging(3));
      await node.call('anvil_setCode', contracts.badge, logging(4));
      await node.call('anvil_setCode', contracts.forwarder, FORWARDS);
      await node.call('anvil_setCode', contracts.failing, REVERTS);
    });
    afterAll(async () => {
      await service?.stop();
      await node?.end();
    });

    const list = (paginationOptions: object = { limit: '100' }, address = account) =>
      service.client.request<object, Listed>('/public/v1/query/list_eth_transaction_history', {
        organizationId: service.organizationId,
        address,
        caip2: CHAIN,
        paginationOptions,
      });
    const send = (transaction: object) =>
      node.call<string>('eth_sendTransaction', { from: stranger, gas: '0x30d40', ...transaction });
    /** The newest transaction, once it is the one that was sent. */
    const read = (hash: string) =>
      eventually(async () => {
        const found = (await list()).transactions.find(({ transactionHash }) => transactionHash === hash);
        if (found === undefined) throw new Error(`${hash} is not there`);
        return found;
      }, 100);
    const transfersOf = async (transaction: object) => (await read(await send(transaction))).transfers;

    it('shows a payment exactly as in its block', async () => {
      const hash = await send({ to: account, value: '0x5' });
      await read(hash);
      const receipt = await node.call<Record<string, string>>('eth_getTransactionReceipt', hash);
      const block = await node.call<Record<string, string>>('eth_getBlockByHash', receipt.blockHash, false);
      expect(await read(hash)).toEqual({
        transactionHash: hash,
        block: {
          number: String(Number(receipt.blockNumber)),
          hash: receipt.blockHash,
          timestamp: new Date(Number(block.timestamp) * 1000).toISOString().replace('.000', ''),
        },
        status: 'CONFIRMED',
        origin: 'EXTERNAL',
        from: stranger,
        to: account,
        fee: {
          amount: String(BigInt(receipt.gasUsed ?? 0) * BigInt(receipt.effectiveGasPrice ?? 0)),
          caip19: ETHER.caip19,
        },
        transfers: [
          {
            direction: 'IN',
            asset: ETHER,
            amount: '5',
            counterparty: stranger,
            display: { crypto: '0.000000000000000005' },
          },
        ],
      });
    });

    it('shows tokens of each standard', async () => {
      const to = wordOf(account);
      const from = wordOf(stranger);
      const token = { symbol: '', name: '', decimals: 0 };
      const call = (contract: string, ...words: string[]) => ({ to: contract, data: `0x${words.join('')}` });
      expect(await transfersOf(call(contracts.token, TRANSFER, from, to, word(7n)))).toEqual([
        {
          direction: 'IN',
          asset: { caip19: `${CHAIN}/erc20:${contracts.token}`, ...token },
          amount: '7',
          counterparty: stranger,
        },
      ]);
      const { Token } = compile(new URL('contracts/token.sol', import.meta.url)) as { Token: Compiled };
      const dollar = await deploy(node, Token, 'Dollar', 'USD', 6);
      const data = encodeFunctionData({ abi: Token.abi, functionName: 'mint', args: [account, 1_500_000n] });
      expect(await transfersOf({ to: dollar, data })).toEqual([
        {
          direction: 'IN',
          asset: { caip19: `${CHAIN}/erc20:${getAddress(dollar)}`, symbol: 'USD', name: 'Dollar', decimals: 6 },
          amount: '1500000',
          counterparty: `0x${'0'.repeat(40)}`,
          display: { crypto: '1.5' },
        },
      ]);
      const badge = (standard: string, id: number) => ({
        caip19: `${CHAIN}/${standard}:${contracts.badge}/${id}`,
        ...token,
      });
      expect(await transfersOf(call(contracts.badge, TRANSFER, to, from, word(9n)))).toMatchObject([
        { direction: 'OUT', asset: badge('erc721', 9), amount: '1', counterparty: stranger },
      ]);
      expect(await transfersOf(call(contracts.badge, SINGLE, from, from, to, word(3n), word(40n)))).toMatchObject([
        { direction: 'IN', asset: badge('erc1155', 3), amount: '40' },
      ]);
      const batch = [word(64n), word(160n), word(2n), word(1n), word(2n), word(2n), word(10n), word(20n)];
      expect(await transfersOf(call(contracts.badge, BATCH, from, from, to, ...batch))).toMatchObject([
        { direction: 'IN', asset: badge('erc1155', 1), amount: '10' },
        { direction: 'IN', asset: badge('erc1155', 2), amount: '20' },
      ]);
      // Two ids with one amount say nothing.
      const torn = [word(64n), word(160n), word(2n), word(1n), word(2n), word(1n), word(10n)];
      const other = await send({ to: account, value: '0x1' });
      await send(call(contracts.badge, BATCH, from, from, to, ...torn));
      const last = await send({ to: account, value: '0x1' });
      await read(last);
      expect((await list()).transactions.map(({ transactionHash }) => transactionHash).slice(0, 2)).toEqual([
        last,
        other,
      ]);
    });

    it('shows internal transfers, contract creations and failures', async () => {
      expect(await transfersOf({ to: contracts.forwarder, value: '0x9', data: `0x${wordOf(account)}` })).toMatchObject([
        { direction: 'IN', asset: ETHER, amount: '9', counterparty: expect.stringMatching(/^0xf0/i) },
      ]);
      const making = await read(await send({ from: account, data: '0x5f5ff3', value: '0x0' }));
      expect(making).not.toHaveProperty('to');
      expect(making).toMatchObject({ from: account, transfers: [] });
      const failed = await read(await send({ from: account, to: contracts.failing, value: '0x3' }));
      expect(failed).toMatchObject({ executionFailed: true, from: account, transfers: [] });
      expect(BigInt(failed.fee.amount)).toBeGreaterThan(0n);
    });

    it('names the activity that sent a transaction', async () => {
      const parameters = { from: account, caip2: CHAIN, calls: [{ to: stranger, value: '11' }] };
      const body = service.envelope('ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', parameters);
      const { activity } = await service.client.request<typeof body, Submitted>(
        '/public/v1/submit/eth_send_transaction',
        body,
      );
      const found = await eventually(async () => {
        const { transactions } = await list();
        const ours = transactions.find(({ origin }) => origin === 'SERVICE');
        if (ours === undefined) throw new Error('it is not there');
        return ours;
      }, 100);
      expect(found.transfers).toMatchObject([{ direction: 'OUT', amount: '11', counterparty: stranger }]);
      expect(found.service).toEqual({
        sponsored: false,
        activityFingerprint: activity.fingerprint,
        submittedAt: expect.stringMatching(/Z$/),
      });
    });

    it('has stable pages while new blocks arrive', async () => {
      const all = (await list()).transactions.map(({ transactionHash }) => transactionHash);
      const first = await list({ limit: '3' });
      expect(first.pageInfo).toEqual({
        hasNextPage: true,
        hasPreviousPage: false,
        startCursor: all[0],
        endCursor: all[2],
      });
      await read(await send({ to: account, value: '0x1' }));
      const second = await list({ limit: '3', after: first.pageInfo.endCursor });
      expect(second.transactions.map(({ transactionHash }) => transactionHash)).toEqual(all.slice(3, 6));
      const back = await list({ limit: '3', before: second.pageInfo.startCursor });
      expect(back.transactions.map(({ transactionHash }) => transactionHash)).toEqual(all.slice(0, 3));
      expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
      await expect(list({ after: `0x${'11'.repeat(32)}` })).rejects.toMatchObject({
        message: expect.stringContaining('invalid pagination cursor'),
      });
    });

    it('follows a reorganization', async () => {
      const snapshot = await node.call<string>('evm_snapshot');
      const gone = await send({ to: account, value: '0x21' });
      await read(gone);
      await node.call('evm_revert', snapshot);
      await node.call('anvil_mine', '0x1');
      const other = await send({ to: account, value: '0x22' });
      await read(other);
      const hashes = (await list()).transactions.map(({ transactionHash }) => transactionHash);
      expect(hashes[0]).toBe(other);
      expect(hashes).not.toContain(gone);
    });

    it('marks final blocks as the chain does, and adds up to the node’s balances', async () => {
      const last = await send({ to: account, value: '0x1' });
      await read(last);
      await node.call('anvil_mine', '0x50');
      await eventually(async () => expect((await list()).transactions[0]).toMatchObject({ status: 'FINALIZED' }), 100);
      const { transactions } = await list();
      const sum = transactions.reduce((total, { from, fee, transfers }) => {
        const coins = transfers.filter(({ asset }) => asset?.caip19 === ETHER.caip19);
        const moved = coins.reduce((at, one) => at + BigInt(one.amount) * (one.direction === 'IN' ? 1n : -1n), 0n);
        return total + moved - (from === account ? BigInt(fee.amount) : 0n);
      }, 0n);
      expect(100n * COIN + sum).toBe(BigInt(await node.call<string>('eth_getBalance', account, 'latest')));
    });
  },
);

interface Listed {
  readonly transactions: readonly {
    readonly transactionHash: string;
    readonly from: string;
    readonly origin: string;
    readonly fee: { readonly amount: string };
    readonly transfers: readonly {
      readonly direction: 'IN' | 'OUT';
      readonly amount: string;
      readonly asset?: { readonly caip19: string };
    }[];
    readonly service?: object;
  }[];
  readonly pageInfo: { readonly startCursor?: string; readonly endCursor?: string };
}
interface Submitted {
  readonly activity: { readonly fingerprint: string };
}
