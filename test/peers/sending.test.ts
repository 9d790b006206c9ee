import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';

const CHAIN = 'eip155:11155111';
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const COIN = 10n ** 18n;
/** PUSH0 PUSH0 REVERT. */
const REVERTS = '0x5f5ffd';
const missing = anvilMissing();

describe.skipIf(missing !== null)(
  `the official client sends through a real node${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    let node: AnvilNode;
    let other: AnvilNode;
    let service: StartedService;
    let from: string;
    let fresh: string;

    beforeAll(async () => {
      [node, other] = await Promise.all([
        startAnvil('--chain-id', '11155111', '--accounts', '1'),
        startAnvil('--chain-id', '1', '--accounts', '1'),
      ]);
      // The first endpoint is of another chain: the second one stands in for it.
      service = await startService({ rpc: [`${CHAIN}=${other.url}`, `${CHAIN}=${node.url}`] });
      from = (await makeAccount(service, ETHEREUM)).address;
    });
    afterAll(async () => {
      await service?.stop();
      await Promise.all([node?.end(), other?.end()]);
    });
    beforeEach(async () => {
      // A block for each transaction, whatever a test before left.
      await node.call('evm_setAutomine', true);
      await node.call('anvil_setBalance', from, `0x${(100n * COIN).toString(16)}`);
      fresh = `0x${crypto.getRandomValues(Buffer.alloc(20)).toString('hex')}`;
    });

    const send = async (changes: Record<string, unknown> = {}) => {
      const parameters = { from, caip2: CHAIN, calls: [{ to: fresh, value: '5' }], ...changes };
      const body = service.envelope('ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', parameters);
      const { activity } = await service.client.request<typeof body, { activity: Sent }>(
        '/public/v1/submit/eth_send_transaction',
        body,
      );
      return activity.result.ethSendTransactionResultV2.sendTransactionStatusId;
    };
    interface Sent {
      readonly result: { readonly ethSendTransactionResultV2: { readonly sendTransactionStatusId: string } };
    }
    interface Status {
      readonly txStatus: string;
      readonly txError?: string;
      readonly eth: { readonly txHash: string };
    }
    const ask = <Answer>(query: string, request: object) =>
      service.client.request<object, Answer>(`/public/v1/query/${query}`, {
        organizationId: service.organizationId,
        ...request,
      });
    const status = (sendTransactionStatusId: string) =>
      ask<Status>('get_send_transaction_status', { sendTransactionStatusId });
    const nonces = () => ask<{ nonce: string }>('get_nonces', { address: from, caip2: CHAIN, nonce: true });
    const balance = async () => BigInt(await node.call<string>('eth_getBalance', fresh, 'latest'));
    /** Polls until the service knows. Each poll advances its clock, while the timers of the machine make it look. */
    const becomes = (statusId: string, expected: object) =>
      eventually(async () => {
        service.clock.now += 1000;
        expect(await status(statusId)).toMatchObject(expected);
      }, 50);

    it('reports balances and nonces, and does not use another chain’s endpoint', async () => {
      const { balances } = await ask<{ balances: object[] }>('get_wallet_address_balances', {
        address: from,
        caip2: CHAIN,
      });
      expect(balances).toEqual([
        {
          caip19: `${CHAIN}/slip44:60`,
          symbol: 'ETH',
          name: 'ETH',
          decimals: 18,
          balance: String(100n * COIN),
          display: { crypto: '100' },
        },
      ]);
      expect(await nonces()).toEqual({ nonce: '0' });
      expect(String((service.reports[0] as { error: Error }).error)).toContain('it is a node of Ethereum (eip155:1)');
    });

    it('builds, signs, sends and follows a transaction', async () => {
      const statusId = await send();
      await becomes(statusId, { txStatus: 'INCLUDED' });
      const { eth } = await status(statusId);
      expect(await node.call('eth_getTransactionByHash', eth.txHash)).toMatchObject({
        from: from.toLowerCase(),
        to: fresh,
        value: '0x5',
        gas: '0x5208',
        type: '0x2',
      });
      expect(await balance()).toBe(5n);
    });

    it('gives many simultaneous transactions their own nonces, without a gap', async () => {
      const before = Number((await nonces()).nonce);
      const sent = await Promise.all(Array.from({ length: 8 }, () => send()));
      for (const statusId of sent) await becomes(statusId, { txStatus: 'INCLUDED' });
      expect(await balance()).toBe(40n);
      expect(await nonces()).toEqual({ nonce: String(before + 8) });
    });

    it('reports the node’s reason for a failing call, and stores nothing', async () => {
      await node.call('anvil_setCode', fresh, REVERTS);
      const before = await nonces();
      await expect(send()).rejects.toMatchObject({
        message: expect.stringMatching(/the chain could not be asked.*execution reverted/s),
      });
      expect(await nonces()).toEqual(before);
    });

    it('reuses the nonce of a transaction that the node refused', async () => {
      const { nonce } = await nonces();
      const value = String(1000n * COIN);
      const fees = { gasLimit: '21000', maxFeePerGas: '20000000000', maxPriorityFeePerGas: '1000000000' };
      await becomes(await send({ calls: [{ to: fresh, value }], ...fees }), {
        txStatus: 'FAILED',
        txError: expect.stringMatching(/insufficient funds/i),
      });
      expect(await nonces()).toEqual({ nonce });
      await becomes(await send(), { txStatus: 'INCLUDED' });
    });

    it('reports a transaction that was mined and failed', async () => {
      await node.call('anvil_setCode', fresh, REVERTS);
      const fees = { gasLimit: '100000', maxFeePerGas: '20000000000' };
      await becomes(await send(fees), { txStatus: 'FAILED', txError: expect.stringContaining('it failed') });
    });

    it('sends nothing twice and loses nothing after a restart', async () => {
      await node.call('evm_setAutomine', false);
      const statusId = await send();
      await eventually(async () => expect(await node.call('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' }));
      await service.restart();
      await node.call('evm_mine');
      await becomes(statusId, { txStatus: 'INCLUDED' });
      expect(await balance()).toBe(5n);
    });

    it('sends a transaction again after a reorganization removed it', async () => {
      const snapshot = await node.call<string>('evm_snapshot');
      const statusId = await send();
      await becomes(statusId, { txStatus: 'INCLUDED' });
      const { eth } = await status(statusId);
      await node.call('evm_setAutomine', false);
      await node.call('evm_revert', snapshot);
      expect(await node.call('eth_getTransactionReceipt', eth.txHash)).toBeNull();
      await becomes(statusId, { txStatus: 'BROADCASTING' });
      await node.call('evm_mine');
      await becomes(statusId, { txStatus: 'INCLUDED' });
      expect(await balance()).toBe(5n);
    });

    it('reports which of two transactions with one nonce replaced the other', async () => {
      await node.call('evm_setAutomine', false);
      const { nonce } = await nonces();
      const cheap = await send({ nonce, gasLimit: '21000', maxFeePerGas: '3000000000', maxPriorityFeePerGas: '1' });
      await eventually(async () => expect(await node.call('txpool_status')).toMatchObject({ pending: '0x1' }));
      const dear = await send({
        nonce,
        gasLimit: '21000',
        maxFeePerGas: '9000000000',
        maxPriorityFeePerGas: '1000000000',
      });
      await eventually(async () => {
        service.clock.now += 1000;
        const { eth } = await status(dear);
        expect(await node.call('eth_getTransactionByHash', eth.txHash)).not.toBeNull();
      });
      await node.call('anvil_mine', '0xc8');
      await becomes(dear, { txStatus: 'INCLUDED' });
      const { eth } = await status(dear);
      await becomes(cheap, { txStatus: 'FAILED', txError: expect.stringContaining(eth.txHash) });
    });

    it('refuses unsupported requests', async () => {
      await expect(send({ sponsor: true })).rejects.toMatchObject({
        message: expect.stringContaining('this service sponsors no fees'),
      });
      const call = { to: RECIPIENT, value: '1' };
      await expect(send({ calls: [call, call] })).rejects.toMatchObject({
        message: expect.stringContaining('more than one call'),
      });
      await expect(send({ caip2: 'eip155:1' })).rejects.toMatchObject({
        message: expect.stringContaining('no endpoint is configured for eip155:1'),
      });
    });
  },
);
