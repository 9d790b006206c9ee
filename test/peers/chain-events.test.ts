import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utf8Decode } from '../../shared/wire/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';

const CHAIN = 'eip155:11155111';
const COIN = 10n ** 18n;
const STRANGER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const EVENTS = ['BALANCE_CONFIRMED_UPDATES', 'BALANCE_FINALIZED_UPDATES', 'SEND_TRANSACTION_STATUS_UPDATES'];
const missing = anvilMissing();

interface Sent {
  readonly type: string;
  readonly msg: Readonly<Record<string, unknown>> & { readonly txHash: string; readonly idempotencyKey: string };
}

describe.skipIf(missing !== null)(`events of a real chain${missing === null ? '' : ` SKIPPED: ${missing}`}`, () => {
  let node: AnvilNode;
  let service: StartedService;
  let account: string;
  const sent: Sent[] = [];

  beforeAll(async () => {
    node = await startAnvil('--chain-id', '11155111', '--accounts', '1');
    service = await startService({
      rpc: [`${CHAIN}=${node.url}`],
      courier: ({ body }) => {
        sent.push(JSON.parse(utf8Decode(body ?? new Uint8Array())) as Sent);
        return { status: 200, contentType: null, cacheControl: null, body: new Uint8Array() };
      },
    });
    account = (await makeAccount(service, ETHEREUM)).address;
    await node.call('anvil_setBalance', account, `0x${(100n * COIN).toString(16)}`);
    const subscriptions = EVENTS.map((eventType) => ({ eventType }));
    const parameters = { url: 'https://hooks.example/', name: 'Chain', subscriptions };
    await service.client.createWebhookEndpoint(service.envelope('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', parameters));
  });
  afterAll(async () => {
    await service?.stop();
    await node?.end();
  });

  const pay = (value: string) => node.call<string>('eth_sendTransaction', { from: STRANGER, to: account, value });
  const about = (hash: string) => sent.filter(({ msg }) => msg.txHash === hash);
  const statusesOf = (hash: string) => about(hash).map(({ type, msg }) => [type, msg.operation ?? msg.status]);
  const becomes = (hash: string, expected: unknown) =>
    eventually(() => {
      service.clock.now += 1000;
      expect(statusesOf(hash)).toEqual(expected);
    }, 100);

  it('report the balance change of a payment, with asset and block', async () => {
    const hash = await pay('0x5');
    await becomes(hash, [['balances:confirmed', 'deposit']]);
    const { organizationId } = service;
    const block = await node.call<{ number: string; hash: string }>('eth_getBlockByNumber', 'latest', false);
    expect(about(hash)[0]).toEqual({
      type: 'balances:confirmed',
      organizationId,
      parentOrganizationId: organizationId,
      msg: {
        operation: 'deposit',
        caip2: CHAIN,
        txHash: hash,
        address: account,
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        asset: { caip19: `${CHAIN}/slip44:60`, symbol: 'ETH', name: 'ETH', decimals: 18, amount: '5' },
        block: {
          number: String(Number(block.number)),
          hash: block.hash,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      },
    });
  });

  it('report the progress of a transaction of this service, and its balance changes', async () => {
    const parameters = { from: account, caip2: CHAIN, calls: [{ to: STRANGER, value: '11' }] };
    const body = service.envelope('ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', parameters);
    const before = sent.length;
    await service.client.request<typeof body, object>('/public/v1/submit/eth_send_transaction', body);
    await eventually(() => expect(sent.length).toBeGreaterThan(before), 100);
    const { txHash } = (sent[before] as Sent).msg;
    await eventually(() => {
      service.clock.now += 1000;
      expect(statusesOf(txHash).toSorted()).toEqual([
        ['balances:confirmed', 'withdraw'],
        ['transaction:status', 'BROADCASTING'],
        ['transaction:status', 'INCLUDED'],
      ]);
    }, 100);
    expect(about(txHash).find(({ msg }) => msg.status === 'INCLUDED')?.msg).toMatchObject({
      sendTransactionStatusId: expect.any(String),
      activityId: expect.any(String),
      caip2: CHAIN,
      timestamp: expect.any(Number),
    });
  });

  it('withdraw changes of a reorganized block, and arrive once each', async () => {
    const kept = await pay('0x6');
    await becomes(kept, [['balances:confirmed', 'deposit']]);
    const snapshot = await node.call<string>('evm_snapshot');
    const gone = await pay('0x7');
    await becomes(gone, [['balances:confirmed', 'deposit']]);
    await node.call('evm_revert', snapshot);
    await node.call('anvil_mine', '0x2');
    await becomes(gone, [
      ['balances:confirmed', 'deposit'],
      ['balances:confirmed', 'withdraw'],
    ]);
    await service.restart();
    await node.call('anvil_mine', '0x50');
    await becomes(kept, [
      ['balances:confirmed', 'deposit'],
      ['balances:finalized', 'deposit'],
    ]);
    expect(statusesOf(gone)).toHaveLength(2);
    expect(new Set(sent.map(({ msg }) => msg.idempotencyKey)).size).toBe(sent.length);
    const sum = (wanted: (one: Sent) => boolean) =>
      sent.filter(wanted).reduce((total, { msg }) => {
        const { amount } = msg.asset as { amount: string };
        return total + BigInt(amount) * (msg.operation === 'deposit' ? 1n : -1n);
      }, 0n);
    expect(sum(({ type }) => type === 'balances:confirmed')).toBe(0n);
    expect(sum(({ type }) => type === 'balances:finalized')).toBe(0n);
  });
});
