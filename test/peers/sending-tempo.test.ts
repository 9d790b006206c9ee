import fc from 'fast-check';
import '../fuzz/seed.ts';
import { TxEnvelopeTempo } from 'ox/tempo';
import { encodeFunctionData, stringToHex } from 'viem';
import { Abis, Transaction } from 'viem/tempo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, describeTransaction, signTransaction, unsignedTempoPayment } from '../../electron/crypto/index.ts';
import { createChainNode } from '../../electron/custody/chains/node.ts';
import { pricePayment } from '../../electron/custody/chains/payment-prices.ts';
import { type TempoFees, tempoFeeUnits, type UnsignedTempoPayment } from '../../shared/model/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { keyOf, prefixed, SAMPLES } from './ethereum-random.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';
import { ALPHA, BETA, PATH_USD, TEMPO, type TempoStandIn, THETA, tempoStandIn } from './tempo-node.ts';

const KEY = keyOf('sender');
const FROM = addressOf('ADDRESS_FORMAT_ETHEREUM', KEY.publicKey);
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let chain: TempoStandIn;
beforeEach(() => {
  chain = tempoStandIn();
  chain.hold(ALPHA, FROM, 50_000_000n);
});
const node = () =>
  createChainNode({
    chain: TEMPO,
    endpoints: 1,
    steady: () => 0,
    onState: () => undefined,
    callNode: (call) => chain.callNode(call),
  });
const price = async (token: string | null = ALPHA, units = 1n, to = TO) =>
  (await pricePayment(TEMPO, node(), FROM, { to, token, units: String(units) })) as TempoFees;
const payment = (change: Partial<UnsignedTempoPayment> = {}): UnsignedTempoPayment => ({
  family: 'tempo',
  chain: TEMPO,
  from: FROM,
  to: TO,
  token: ALPHA,
  units: '2500000',
  nonce: '0',
  gasLimit: '360000',
  maxFeePerGas: '30000000000',
  maxPriorityFeePerGas: '0',
  feeToken: null,
  memo: null,
  ...change,
});

describe('the unsigned bytes', () => {
  const units = (bits: number) => fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) - 1n });
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => prefixed(hexEncode(bytes)));
  const token = fc
    .uint8Array({ minLength: 8, maxLength: 8 })
    .map((bytes) => prefixed(`20c0${'0'.repeat(20)}${hexEncode(bytes)}`));
  const memo = fc.oneof(
    fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => prefixed(hexEncode(bytes))),
  );

  it(`of ${SAMPLES} payments are those of viem and of ox`, async () => {
    const payments = fc.record({
      to: address,
      token,
      feeToken: fc.option(token),
      memo: fc.option(memo),
      units: units(127),
      nonce: units(52),
      gas: units(63),
      fees: fc.tuple(units(127), units(127)),
    });
    await fc.assert(
      fc.asyncProperty(payments, async ({ to, token: paid, feeToken, memo: text, units: amount, nonce, gas, fees }) => {
        const [least, most] = fees.toSorted((one, other) => (one < other ? -1 : 1)) as [bigint, bigint];
        const composed = unsignedTempoPayment(
          payment({
            to,
            token: paid,
            feeToken,
            memo: text,
            units: String(amount),
            nonce: String(nonce),
            gasLimit: String(gas),
            maxFeePerGas: String(most),
            maxPriorityFeePerGas: String(least),
          }),
        );
        const word =
          text === null
            ? null
            : /^0x[0-9a-f]{64}$/.test(text)
              ? prefixed(text.slice(2))
              : stringToHex(text, { size: 32 });
        const data =
          word === null
            ? encodeFunctionData({ abi: Abis.tip20, functionName: 'transfer', args: [to, amount] })
            : encodeFunctionData({ abi: Abis.tip20, functionName: 'transferWithMemo', args: [to, amount, word] });
        const theirs = {
          type: 'tempo' as const,
          chainId: 42_431,
          calls: [{ to: paid, data }],
          gas,
          maxFeePerGas: most,
          maxPriorityFeePerGas: least,
          ...(feeToken === null ? {} : { feeToken }),
        };
        expect(`0x${composed}`).toBe(TxEnvelopeTempo.serialize({ ...theirs, nonce }));
        expect(`0x${composed}`).toBe(await Transaction.serialize({ ...theirs, nonce: Number(nonce) }));
      }),
      { numRuns: SAMPLES },
    );
  });

  it('are described as the payment that was composed', () => {
    const unsigned = unsignedTempoPayment(payment({ feeToken: BETA, nonce: '7' }));
    const { steps, summary } = describeTransaction('TRANSACTION_TYPE_TEMPO', unsigned, FROM);
    expect(steps).toHaveLength(1);
    const words = summary.map(({ name, value }) => `${name}: ${value}`);
    expect(words).toContain('Fee at most: 0.0108 USD');
    expect(words).toContain('Nonce: 7 of key 0');
    expect(words).toEqual(
      expect.arrayContaining(['Fee paid in: BetaUSD', 'Fee token: 0x20C0000000000000000000000000000000000002']),
    );
  });

  it.each<[string, Partial<UnsignedTempoPayment>]>([
    ['to is an address with a wrong checksum', { to: TO.replace('C51', 'c51') }],
    ['to is a token', { to: BETA }],
    ['token is not a token of Tempo', { token: TO }],
    ['feeToken is not a token of Tempo', { feeToken: TO }],
    ['units is zero', { units: '0' }],
    ['units has more than 128 bits', { units: String(2n ** 128n) }],
    ['nonce has more than 64 bits', { nonce: String(2n ** 64n) }],
    ['maxFeePerGas has more than 128 bits', { maxFeePerGas: String(2n ** 128n) }],
    ['maxPriorityFeePerGas is more than maxFeePerGas', { maxPriorityFeePerGas: '30000000001' }],
    ['memo has more than 32 bytes', { memo: 'ü'.repeat(17) }],
    ['memo has more than 32 bytes', { memo: `0x${'0'.repeat(62)}` }],
  ])('are not made where %s', (words, change) => {
    expect(() => unsignedTempoPayment(payment(change))).toThrow(words);
  });
});

describe('the price from a stand-in for a node of Tempo', () => {
  it('has three speeds, the gas with and without a memo, and the tokens that pay fees', async () => {
    chain.hold(BETA, FROM, 7n);
    expect(await price()).toEqual({
      family: 'tempo',
      baseFeePerGas: '20000000000',
      slow: { maxFeePerGas: '22500000000', maxPriorityFeePerGas: '0' },
      normal: { maxFeePerGas: '30000000000', maxPriorityFeePerGas: '0' },
      fast: { maxFeePerGas: '40000000000', maxPriorityFeePerGas: '0' },
      gasLimit: '360000',
      memoGasLimit: '366000',
      refusal: null,
      feeTokens: [
        { token: PATH_USD, symbol: 'pathUSD', units: '0' },
        { token: ALPHA, symbol: 'AlphaUSD', units: '50000000' },
        { token: BETA, symbol: 'BetaUSD', units: '7' },
      ],
      defaultFeeToken: ALPHA,
    });
    expect(chain.estimated).toMatchObject({ type: '0x76', from: FROM, nonceKey: '0x0' });
  });

  it('has the token that the account chose for its fees, and pathUSD for a payment in another currency', async () => {
    chain.hold(THETA, FROM, 5n);
    expect(await price(THETA)).toMatchObject({ defaultFeeToken: '0x20C0000000000000000000000000000000000000' });
    chain.chosen.set(FROM.toLowerCase(), BETA);
    expect((await price()).defaultFeeToken.toLowerCase()).toBe(BETA);
  });

  it('has the reason of a refusal in place of the gas', async () => {
    expect(await price(ALPHA, 50_000_001n)).toMatchObject({
      gasLimit: null,
      memoGasLimit: null,
      refusal: expect.stringContaining('InsufficientBalance'),
    });
    expect(await price(ALPHA, 1n, BETA)).toMatchObject({
      gasLimit: null,
      refusal: expect.stringContaining('is a token'),
    });
  });

  it('is none for a coin, and none above a dollar', async () => {
    await expect(price(null)).rejects.toThrow('has no coin');
    chain.baseFee *= 100n;
    await expect(price()).rejects.toThrow('more than Castellan pays without your input');
  });
});

/** No node of Tempo runs here. The stand-in verifies every signature (tempo-node.ts). */
describe('the service', () => {
  let service: StartedService;
  let from: string;
  beforeAll(async () => {
    service = await startService({ rpc: [`${TEMPO}=http://127.0.0.1:1`], callNode: (call) => chain.callNode(call) });
    from = (await makeAccount(service, ETHEREUM)).address;
  });
  afterAll(() => service?.stop());

  const ask = <Answer>(query: string, request: object) =>
    service.client.request<object, Answer>(`/public/v1/query/${query}`, {
      organizationId: service.organizationId,
      ...request,
    });
  const sign = async (unsignedTransaction: string) => {
    const { activity } = await service.client.signTransaction(
      service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
        signWith: from,
        unsignedTransaction,
        type: 'TRANSACTION_TYPE_TEMPO' as const,
      }) as never,
    );
    return activity.result.signTransactionResult?.signedTransaction ?? '';
  };
  const broadcast = async (signedTransaction: string) => {
    const body = service.envelope('ACTIVITY_TYPE_ETH_SEND_RAW_TRANSACTION', { signedTransaction, caip2: TEMPO });
    const { activity } = await service.client.request<
      typeof body,
      { activity: { result: Record<string, { transactionHash: string }> } }
    >('/public/v1/submit/eth_send_raw_transaction', body);
    return Object.values(activity.result)[0]?.transactionHash ?? '';
  };

  it('signs, broadcasts and follows a payment with a memo, whose fee another token pays', async () => {
    chain.hold(ALPHA, from, 5_000_000n);
    chain.hold(BETA, from, 20_000n);
    const paid = payment({ from, feeToken: BETA, memo: 'INV-12345', gasLimit: '366000' });
    const signed = await sign(unsignedTempoPayment(paid));
    const hash = await broadcast(signed);
    await eventually(() => expect(chain.accepted).toEqual([hash]));
    expect(await ask('get_nonces', { address: from, caip2: TEMPO, nonce: true })).toEqual({ nonce: '1' });
    chain.mine();
    expect(chain.transfers).toEqual([
      { to: TO.toLowerCase(), units: 2_500_000n, memo: stringToHex('INV-12345', { size: 32 }) },
    ]);
    expect(chain.units(ALPHA, from)).toBe(2_500_000n);
    const cost = 20_000n - chain.units(BETA, from);
    expect(cost).toBe(6_100n);
    expect(cost).toBeLessThanOrEqual(tempoFeeUnits(paid));
    const { balances } = await ask<{ balances: { symbol: string; balance: string }[] }>('get_wallet_address_balances', {
      address: from,
      caip2: TEMPO,
    });
    expect(balances.map(({ symbol, balance }) => `${balance} ${symbol}`)).toEqual([
      '2500000 AlphaUSD',
      '13900 BetaUSD',
    ]);
  });

  it('sends the same bytes again that the nodes forgot, and no other', async () => {
    chain.hold(ALPHA, from, 5_000_000n);
    const { nonce } = await ask<{ nonce: string }>('get_nonces', { address: from, caip2: TEMPO, nonce: true });
    chain.count(from, BigInt(nonce));
    const hash = await broadcast(await sign(unsignedTempoPayment(payment({ from, nonce }))));
    await eventually(() => expect(chain.accepted).toEqual([hash]));
    chain.forget();
    await eventually(() => {
      service.clock.now += 600_000;
      expect(chain.accepted).toEqual([hash, hash]);
    }, 50);
    chain.mine();
    expect(chain.transfers).toHaveLength(1);
  });

  it('broadcasts no payment of another nonce key, of another chain or of a stranger', async () => {
    const envelope = { type: 'tempo' as const, chainId: 42_431, calls: [{ to: ALPHA }], gas: 50_000n, nonce: 0n };
    const keyed = TxEnvelopeTempo.serialize({ ...envelope, nonceKey: 5n }).slice(2);
    await expect(broadcast(await sign(keyed))).rejects.toThrow('nonceKey is 5');
    const sponsored = TxEnvelopeTempo.serialize({ ...envelope, feePayerSignature: null }).slice(2);
    await expect(broadcast(await sign(sponsored))).rejects.toThrow('the fee payer has not signed yet');
    const elsewhere = unsignedTempoPayment(payment({ from, chain: 'eip155:4217' }));
    await expect(broadcast(await sign(elsewhere))).rejects.toThrow('is for eip155:4217, not for eip155:42431');
    const strange = signTransaction('TRANSACTION_TYPE_TEMPO', unsignedTempoPayment(payment()), KEY);
    await expect(broadcast(strange)).rejects.toThrow('no address of this organization');
    expect(chain.accepted).toEqual([]);
  });
});
