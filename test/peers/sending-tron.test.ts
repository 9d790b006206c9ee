import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  describeTransaction,
  readSendingTron,
  signTransaction,
  unsignedTronPayment,
} from '../../electron/crypto/index.ts';
import { createChainNode } from '../../electron/custody/chains/node.ts';
import { pricePayment } from '../../electron/custody/chains/payment-prices.ts';
import { referenceBlock } from '../../electron/custody/chains/tron/reference.ts';
import type { ComposedTronPayment, TronFees } from '../../shared/model/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { TRON, type TronStandIn, tronStandIn, USDT } from './tron-node.ts';

const PUBLIC = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const OTHER = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const [FROM, TO] = [addressOf('ADDRESS_FORMAT_TRON', PUBLIC), addressOf('ADDRESS_FORMAT_TRON', OTHER)];
const KEY = {
  curve: 'CURVE_SECP256K1' as const,
  publicKey: PUBLIC,
  addressFormats: ['ADDRESS_FORMAT_TRON' as const],
  privateKey: hexDecode(`${'00'.repeat(31)}01`),
};
const TRX = 1_000_000;
const NOW = 1_790_000_000_000;

let chain: TronStandIn;
beforeEach(() => {
  chain = tronStandIn(NOW);
  chain.fund(FROM, 100 * TRX);
  chain.hold(FROM, 5_000_000n);
});
const node = () =>
  createChainNode({
    chain: TRON,
    endpoints: 1,
    steady: () => 0,
    onState: () => undefined,
    callNode: (call) => chain.callNode(call),
  });
const price = async (token: string | null = null, units = 1n, to = TO) =>
  (await pricePayment(TRON, node(), FROM, { to, token, units: String(units) })) as TronFees;

async function compose(
  units: bigint,
  token: string | null = null,
  from = FROM,
  memo: string | null = null,
): Promise<ComposedTronPayment> {
  const { feeLimit } = await price(token, units);
  const block = await referenceBlock(node(), NOW);
  return { family: 'tron', chain: TRON, from, to: TO, units: String(units), token, feeLimit, memo, block };
}
const broadcast = async (hex: string) => {
  const body = new TextEncoder().encode(JSON.stringify({ transaction: hex }));
  const answer = await chain.callNode({ chain: TRON, endpoint: 0, path: '/wallet/broadcasthex', body });
  return 'body' in answer ? JSON.parse(Buffer.from(answer.body).toString('utf8')) : {};
};
const run = async (payment: ComposedTronPayment) => {
  const unsigned = unsignedTronPayment(payment);
  const reply = await broadcast(signTransaction('TRANSACTION_TYPE_TRON', unsigned, KEY));
  expect(reply).toEqual({ result: true, txid: readSendingTron(unsigned).txid });
  chain.mine();
};

describe('a payment to a stand-in for a node of Tron', () => {
  it('of TRX arrives, and costs at most the shown fee', async () => {
    const fees = await price();
    expect(fees).toEqual({
      family: 'tron',
      bandwidthFee: '300000',
      accountFee: '1100000',
      memoFee: '1123000',
      feeLimit: '0',
      refusal: null,
    });
    await run(await compose(25_000_000n));
    expect(chain.balance(TO)).toBe(25 * TRX);
    const cost = 75 * TRX - chain.balance(FROM);
    expect(cost).toBeLessThanOrEqual(Number(fees.bandwidthFee) + Number(fees.accountFee));
    expect(await price()).toMatchObject({ accountFee: '0' });
  });

  it('of a token arrives, and costs at most the shown fee', async () => {
    const fees = await price(USDT, 2_500_000n);
    expect(fees).toMatchObject({ accountFee: '0', feeLimit: '7714200', refusal: null });
    await run(await compose(2_500_000n, USDT));
    expect([chain.units(TO), chain.units(FROM)]).toEqual([2_500_000n, 2_500_000n]);
    const cost = 100 * TRX - chain.balance(FROM);
    expect(cost).toBeLessThanOrEqual(Number(fees.bandwidthFee) + Number(fees.feeLimit));
  });

  it.each([null, USDT])('has its memo, whose fee is shown too: %s', async (token) => {
    const memo = `Rechnung ${'ü'.repeat(55)}`;
    const fees = await price(token, 2_500_000n);
    const payment = await compose(2_500_000n, token, FROM, memo);
    const { summary } = describeTransaction('TRANSACTION_TYPE_TRON', unsignedTronPayment(payment), FROM);
    expect(summary.map(({ value }) => value)).toContain(`"${memo}"`);
    await run(payment);
    expect(chain.memos).toEqual([memo]);
    const spent = 100 * TRX - chain.balance(FROM) - (token === null ? 2_500_000 : 0);
    const shown = [fees.bandwidthFee, fees.accountFee, fees.feeLimit, fees.memoFee].map(Number);
    expect(spent).toBeLessThanOrEqual(shown.reduce((sum, fee) => sum + fee));
  });

  it('is decoded to the payment that was composed, and expires after six hours', async () => {
    const summaryOf = async (payment: ComposedTronPayment) => {
      const { summary } = describeTransaction('TRANSACTION_TYPE_TRON', unsignedTronPayment(payment), FROM);
      return summary.map(({ value }) => value).join(' ');
    };
    expect(await summaryOf(await compose(2_500_000n))).toContain(TO);
    const unsigned = unsignedTronPayment(await compose(2_500_000n, USDT));
    expect(readSendingTron(unsigned)).toMatchObject({
      owner: FROM,
      expiration: NOW + 6 * 3_600_000,
      feeLimit: 7_714_200n,
      pays: { to: TO, token: USDT, units: 2_500_000n },
    });
  });

  it('that the chain would refuse is named before it is signed', async () => {
    expect((await price(USDT, 5_000_001n)).refusal).toContain('the contract reverts it');
    expect((await price(FROM)).refusal).toContain('No contract');
  });
});

describe('the vault', () => {
  it.each<[string, Partial<ComposedTronPayment>]>([
    ['to is not an address of Tron', { to: `${TO.slice(0, -1)}1` }],
    ['from is not an address of Tron', { from: TO.replace('T', 'U') }],
    ['to is the account that pays', { to: FROM }],
    ['units is zero', { units: '0' }],
    ['memo has more than 120 bytes', { memo: 'ü'.repeat(61) }],
    ['units has more than 63 bits', { units: String(2n ** 63n) }],
    ['belongs to payments of tokens', { feeLimit: '1' }],
    ['belongs to payments of tokens', { token: USDT }],
    ['is above 1,000 TRX', { token: USDT, feeLimit: '1000000001' }],
    ['has an id of another number', { block: { id: 'ab'.repeat(32), number: 7, timestamp: NOW } }],
  ])('refuses a payment where %s', async (words, change) => {
    const payment = await compose(1n);
    expect(() => unsignedTronPayment({ ...payment, ...change })).toThrow(words);
  });
});

describe('a lying node', () => {
  const lying = (path: string, lie: unknown) => {
    chain.lie = (asked) => (asked === `/wallet/${path}` ? lie : undefined);
  };
  const block = (id: string, timestamp = NOW) => ({
    blockID: id,
    block_header: { raw_data: { number: 7, timestamp } },
  });
  const id = `${'7'.padStart(16, '0')}${'ab'.repeat(24)}`;

  it.each([
    ['whose id is of another number', block('cd'.repeat(32)), 'whose id has another number'],
    ['that is old', block(id, NOW - 600_001), 'which is not now'],
    ['of the future', block(id, NOW + 600_001), 'which is not now'],
    ['without a header', { blockID: id }, 'is no object'],
  ])('with a newest block %s is not believed', async (_what, lie, words) => {
    lying('getnowblock', lie);
    await expect(referenceBlock(node(), NOW)).rejects.toThrow(words);
  });

  it.each([
    ['getaccount', { address: FROM, balance: 1 }, 'it returned another account'],
    ['getaccount', { address: TO, balance: -1 }, 'is no number'],
    ['getchainparameters', { chainParameter: [] }, 'does not report the parameter getTransactionFee'],
    ['getblockbynum', { blockID: '00'.repeat(32), block_header: { raw_data: {} } }, 'it is a node of tron:0x00000000'],
    [
      'getaccount',
      { Error: 'class java.lang.NullPointerException : null' },
      'it says “class java.lang.NullPointerException',
    ],
  ])('that answers %s wrongly is not believed', async (path, lie, words) => {
    lying(path, lie);
    await expect(price()).rejects.toThrow(words);
  });

  it('with absurd prices is not believed', async () => {
    chain.energyPrice = 1_000_000;
    await expect(price(USDT)).rejects.toThrow('more than Castellan proposes');
    chain.energyPrice = 100;
    const listed = (key: string, value: number) => ({ key, value });
    lying('getchainparameters', {
      chainParameter: [
        ...[listed('getTransactionFee', 10_001), listed('getEnergyFee', 100)],
        ...[listed('getCreateNewAccountFeeInSystemContract', 1), listed('getCreateAccountFee', 1)],
        listed('getMemoFee', 1),
      ],
    });
    await expect(price()).rejects.toThrow('far above the network’s');
  });
});

/** No node of Tron runs here. The stand-in verifies every signature (tron-node.ts). */
describe('the service', () => {
  let service: StartedService;
  let from: string;
  beforeAll(async () => {
    service = await startService({ rpc: [`${TRON}=http://127.0.0.1:1`], callNode: (call) => chain.callNode(call) });
    const { activity } = await service.client.createWallet(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName: 'Tron',
        accounts: [
          {
            curve: 'CURVE_SECP256K1',
            pathFormat: 'PATH_FORMAT_BIP32',
            path: "m/44'/195'/0'",
            addressFormat: 'ADDRESS_FORMAT_TRON',
          },
        ],
      }),
    );
    from = activity.result.createWalletResult?.addresses[0] ?? '';
  });
  afterAll(() => service?.stop());
  beforeEach(() => {
    chain.fund(from, 100 * TRX);
    chain.hold(from, 5_000_000n);
  });

  const submit = async (parameters: object) => {
    const body = service.envelope('ACTIVITY_TYPE_TRON_SEND_TRANSACTION', {
      signWith: from,
      caip2: TRON,
      ...parameters,
    });
    const { activity } = await service.client.request<
      typeof body,
      { activity: { result: { tronSendTransactionResult: { sendTransactionStatusId: string } } } }
    >('/public/v1/submit/tron_send_transaction', body);
    return activity.result.tronSendTransactionResult.sendTransactionStatusId;
  };
  const ask = <Answer>(query: string, request: object) =>
    service.client.request<object, Answer>(`/public/v1/query/${query}`, {
      organizationId: service.organizationId,
      ...request,
    });
  const status = (sendTransactionStatusId: string) =>
    ask<{ txStatus: string; txError?: string }>('get_send_transaction_status', { sendTransactionStatusId });
  const becomes = (statusId: string, expected: object) =>
    eventually(async () => {
      service.clock.now += 600_000;
      expect(await status(statusId)).toMatchObject(expected);
    }, 50);
  const raw = async (units: bigint, token: string | null = null) => {
    const payment = await compose(units, token);
    return unsignedTronPayment({ ...payment, from });
  };

  it('signs, sends and follows payments of TRX and of a token to their blocks', async () => {
    const coin = await submit({ unsignedTransaction: await raw(25_000_000n) });
    const token = await submit({ unsignedTransaction: await raw(2_500_000n, USDT) });
    await eventually(() => expect(chain.accepted).toHaveLength(2));
    expect(await status(coin)).toMatchObject({ txStatus: 'BROADCASTING', tron: { txid: expect.any(String) } });
    chain.mine();
    await becomes(coin, { txStatus: 'INCLUDED' });
    await becomes(token, { txStatus: 'INCLUDED' });
    expect([chain.balance(TO), chain.units(TO)]).toEqual([25 * TRX, 2_500_000n]);
    const { balances } = await ask<{ balances: object[] }>('get_wallet_address_balances', {
      address: from,
      caip2: TRON,
    });
    expect(balances).toEqual([
      expect.objectContaining({ symbol: 'TRX', balance: String(chain.balance(from)) }),
      expect.objectContaining({ symbol: 'USDT', balance: '2500000', caip19: `${TRON}/trc20:${USDT}` }),
    ]);
  });

  it('has the reason of a payment that the chain ran and that failed', async () => {
    const statusId = await submit({ unsignedTransaction: await raw(2_500_000n, USDT) });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    chain.energyPrice = 420;
    chain.mine();
    await becomes(statusId, { txStatus: 'FAILED', txError: expect.stringContaining('OUT_OF_ENERGY') });
  });

  it('sends a payment again that the nodes forgot, and gives it up after its expiration', async () => {
    const statusId = await submit({ unsignedTransaction: await raw(25_000_000n) });
    await eventually(() => expect(chain.accepted).toHaveLength(1));
    chain.forget();
    await eventually(() => {
      service.clock.now += 600_000;
      expect(chain.accepted.length).toBeGreaterThan(1);
    }, 50);
    chain.forget();
    // A node whose newest block is of another time ends nothing: the payment may still be included.
    chain.pass(8 * 3_600_000);
    service.clock.now += 600_000;
    await eventually(async () => expect(await status(statusId)).toMatchObject({ txStatus: 'BROADCASTING' }));
    service.clock.now = NOW + 8 * 3_600_000;
    await eventually(async () => {
      service.clock.now += 1_000;
      chain.at(service.clock.now);
      expect(await status(statusId)).toMatchObject({
        txStatus: 'FAILED',
        txError: expect.stringContaining('it expired'),
      });
    });
  });

  it('signs nothing when the balance fell, the energy rose or the time passed since the review', async () => {
    const coin = await raw(25_000_000n);
    const token = await raw(2_500_000n, USDT);
    chain.fund(from, TRX);
    await expect(submit({ unsignedTransaction: coin })).rejects.toThrow(/is not enough. Nothing was signed or sent/);
    chain.fund(from, 100 * TRX);
    chain.energyPrice = 210;
    await expect(submit({ unsignedTransaction: token })).rejects.toThrow(/more than the fee limit/);
    chain.hold(from, 1n);
    await expect(submit({ unsignedTransaction: token })).rejects.toThrow(/1 units of the token, which is not enough/);
    chain.pass(6 * 3_600_000);
    await expect(submit({ unsignedTransaction: coin })).rejects.toThrow(/has expired/);
    const foreign = unsignedTronPayment(await composeAt());
    await expect(submit({ unsignedTransaction: foreign })).rejects.toThrow('is of another account');
    expect(chain.accepted).toEqual([]);
  });

  const composeAt = async () => {
    chain = tronStandIn(NOW);
    return compose(1n);
  };
});
