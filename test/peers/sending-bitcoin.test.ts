import { Psbt } from 'bitcoinjs-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  describeTransaction,
  finalBitcoin,
  signTransaction,
  unsignedBitcoinPayment,
} from '../../electron/crypto/index.ts';
import { provenOutputs } from '../../electron/custody/chains/bitcoin/outputs.ts';
import { NONE_USED } from '../../electron/custody/chains/bitcoin/reserved.ts';
import {
  type ComposedBitcoinPayment,
  MAXIMUM_COINS,
  mostOfCoins,
  type SpendableOutput,
} from '../../shared/model/index.ts';
import { BITCOIN, type BitcoinStandIn, bitcoinStandIn } from './bitcoin-node.ts';
import {
  composeOn,
  KINDS,
  type Kind,
  keyOf,
  nodeOn,
  payerOf,
  priceOn,
  recipientOf,
  sizesOf,
  TO,
} from './bitcoin-payments.ts';

let chain: BitcoinStandIn;
beforeEach(() => {
  chain = bitcoinStandIn();
});
const node = () => nodeOn(chain);
const price = (from: string, to = TO) => priceOn(chain, from, to);
const compose = (from: string, units: bigint, more: { to?: string; rate?: string } = {}) =>
  composeOn(chain, from, units, more);

/** Signs and finalises as the service does, and has the stand-in verify it. */
function run(payment: ComposedBitcoinPayment, kind: Kind): string {
  const unsigned = unsignedBitcoinPayment(payment);
  const signed = signTransaction('TRANSACTION_TYPE_BITCOIN', unsigned, keyOf(kind));
  const { transaction, txid } = finalBitcoin(unsigned, signed, keyOf(kind));
  expect(chain.accept(transaction)).toBe(txid);
  return transaction;
}

describe.each([true, false])('a payment over a stand-in for %s', (isEsplora) => {
  beforeEach(() => {
    chain.isEsplora = isEsplora;
  });

  it.each(KINDS)('from %s is valid, pays the fee that was shown and returns the change', async (kind) => {
    const from = payerOf(kind);
    chain.fund(from, 50_000);
    chain.fund(from, 80_000);
    chain.fund(from, 20_000);
    const { payment, fee, fees } = await compose(from, 100_000n);
    expect(fees).toMatchObject({ coins: ['80000', '50000', '20000'], normal: '10000', pendingUnits: '0' });
    run(payment, kind);
    expect(chain.balance(TO)).toBe(100_000);
    expect(chain.balance(from)).toBe(50_000 - Number(fee));
  });

  it.each(['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const)('to %s is valid', async (kind) => {
    const from = payerOf('P2WPKH');
    const to = recipientOf(kind);
    chain.fund(from, 80_000);
    const { payment } = await compose(from, 30_000n, { to });
    run(payment, 'P2WPKH');
    expect(chain.balance(to)).toBe(30_000);
  });

  it.each(KINDS)('of Max from %s leaves nothing', async (kind) => {
    const from = payerOf(kind);
    for (const satoshi of [50_000, 80_000, 20_000]) chain.fund(from, satoshi);
    const fees = await price(from);
    const { units, fee } = mostOfCoins(fees.coins.map(BigInt), sizesOf(fees));
    const { payment } = await compose(from, units);
    run(payment, kind);
    expect(chain.balance(from)).toBe(0);
    expect(BigInt(chain.balance(TO))).toBe(150_000n - fee);
  });

  it('leaves a change below the dust limit to the fee', async () => {
    const from = payerOf('P2WPKH');
    chain.fund(from, 80_000);
    const { payment, fee } = await compose(from, 78_700n);
    run(payment, 'P2WPKH');
    expect(fee).toBe(1_300n);
    expect(chain.balance(from)).toBe(0);
  });

  it('spends no output without a block, and none that a payment under way spends', async () => {
    const from = payerOf('P2WPKH');
    const first = chain.fund(from, 80_000);
    chain.fund(from, 900_000, false);
    const outputsOf = async (units: bigint, reserved: readonly string[] = []) => {
      const used = { ...NONE_USED, reserved: new Set(reserved) };
      const wanted = { from, payments: [{ to: TO, units }], rate: 1_000n, used };
      return (await provenOutputs(node(), wanted))[0];
    };
    expect(await outputsOf(50_000n)).toHaveLength(1);
    expect(await outputsOf(50_000n, [first])).toEqual([]);
    expect(await outputsOf(500_000n)).toEqual([]);
  });

  it('spends an output of a failed payment first, so that only one of the two can be confirmed', async () => {
    const from = payerOf('P2WPKH');
    const failed = chain.fund(from, 20_000);
    const large = chain.fund(from, 900_000);
    const wanted = { from, payments: [{ to: TO, units: 50_000n }], rate: 1_000n };
    const outputs = async (first: ReadonlySet<string>) =>
      (await provenOutputs(node(), { ...wanted, used: { ...NONE_USED, first } })).flat();
    const names = (inputs: readonly SpendableOutput[]) => inputs.map(({ txid, index }) => `${txid}:${index}`);
    expect(names(await outputs(new Set()))).not.toContain(failed);
    const inputs = await outputs(new Set([failed]));
    expect(names(inputs)).toEqual([failed, large]);

    // The larger output alone would pay, and the vault still takes both.
    const { payment } = await compose(from, 50_000n, { rate: '1000' });
    const again = { ...payment, inputs, feeAtMost: '1000' };
    const unsigned = unsignedBitcoinPayment(again);
    run(again, 'P2WPKH');
    expect(chain.balance(TO)).toBe(50_000);
    const spent = Psbt.fromHex(unsigned).txInputs.map(({ hash }) => Buffer.from(hash).reverse().toString('hex'));
    expect(spent).toEqual(inputs.map(({ txid }) => txid).toSorted());
  });

  it('spends no output that a transaction without a block spends', async () => {
    const from = payerOf('P2WPKH');
    chain.fund(from, 80_000);
    const { payment } = await compose(from, 30_000n);
    run(payment, 'P2WPKH');
    expect((await price(from)).coins).toEqual([]);
    chain.mine();
    expect((await price(from)).coins).toHaveLength(1);
  });

  it('has the minimum rate where the node has no estimate', async () => {
    chain.rates = {};
    expect(await price(payerOf('P2TR'))).toMatchObject({ slow: '1000', normal: '1000', fast: '1000' });
  });
});

describe('the vault', () => {
  const from = payerOf('P2WPKH');
  beforeEach(() => chain.fund(from, 80_000));

  it('shows recipient, change and proven fee of its PSBT, and that it can be replaced', async () => {
    const { payment } = await compose(from, 30_000n);
    const meaning = describeTransaction('TRANSACTION_TYPE_BITCOIN', unsignedBitcoinPayment(payment), from);
    const rows = Object.fromEntries(meaning.summary.map(({ name, value }) => [name, value]));
    expect(rows).toMatchObject({ To: TO, Fee: '0.0000141 BTC', Change: '0.0004859 BTC' });
    expect(meaning.findings.map(({ level }) => level)).toEqual(['information']);
  });

  it.each<[string, (payment: ComposedBitcoinPayment) => ComposedBitcoinPayment]>([
    [
      'is not an address of this network',
      (payment) => ({ ...payment, to: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }),
    ],
    ['is not an address of this network', (payment) => ({ ...payment, to: `${TO.slice(0, -1)}q` })],
    ['is zero', (payment) => ({ ...payment, units: '0' })],
    ['the least that nodes relay', (payment) => ({ ...payment, units: '293' })],
    ['do not cover the amount', (payment) => ({ ...payment, units: '79999' })],
    ['do not cover the amount', (payment) => ({ ...payment, inputs: [] })],
    ['above the 0.0000141 BTC that you reviewed', (payment) => ({ ...payment, feeRate: '10001' })],
    ['are not all different', (payment) => ({ ...payment, inputs: [...payment.inputs, ...payment.inputs] })],
    ['and not 0.0009 BTC', (payment) => first(payment, { units: '90000' })],
    ['is proven by another transaction', (payment) => first(payment, { txid: '11'.repeat(32) })],
    ['is not in its transaction', (payment) => first(payment, { index: 7 })],
    ['belongs to another address', (payment) => ({ ...payment, from: payerOf('P2TR') })],
  ])('refuses what %s', async (words, change) => {
    const { payment } = await compose(from, 30_000n);
    expect(() => unsignedBitcoinPayment(change(payment))).toThrow(words);
  });

  it('refuses an output more than the payment needs, and a fee above 0.1 BTC', async () => {
    const { payment } = await compose(from, 30_000n);
    chain.fund(from, 100_000_000);
    const { payment: other } = await compose(from, 30_000n);
    expect(() => unsignedBitcoinPayment({ ...payment, inputs: [...other.inputs, ...payment.inputs] })).toThrow(
      'are more than',
    );
    const dear = { ...other, feeRate: '100000000', feeAtMost: '99999999' };
    expect(() => unsignedBitcoinPayment(dear)).toThrow('above the limit of 0.1 BTC');
  });

  const first = (payment: ComposedBitcoinPayment, change: Partial<ComposedBitcoinPayment['inputs'][number]>) => ({
    ...payment,
    inputs: payment.inputs.map((input, index) => (index === 0 ? { ...input, ...change } : input)),
  });
});

describe('a lying node', () => {
  const from = payerOf('P2WPKH');
  let outpoint: string;
  beforeEach(() => {
    outpoint = chain.fund(from, 80_000);
  });
  const wanted = { from, payments: [{ to: TO, units: 30_000n }], rate: 1_000n, used: NONE_USED };
  const id = () => outpoint.slice(0, 64);
  const listed = (change: object) => [
    { txid: id(), vout: 0, value: 80_000, status: { confirmed: true, block_height: 1 }, ...change },
  ];
  const lying = (path: string, lie: unknown) => {
    chain.lie = (asked) => (asked === path ? lie : undefined);
  };

  it('about an amount is named', async () => {
    lying(`/address/${from}/utxo`, listed({ value: 90_000 }));
    await expect(provenOutputs(node(), wanted)).rejects.toThrow(
      /reports 90000 satoshi for the output .*, and its transaction has 80000/,
    );
  });

  it('with another transaction is named', async () => {
    const [other = ''] = chain.fund(from, 70_000).split(':');
    const { reply } = { reply: await hexOf(other) };
    lying(`/tx/${id()}/hex`, reply);
    chain.takeAway(`${other}:0`);
    await expect(provenOutputs(node(), wanted)).rejects.toThrow(`it returned another transaction than ${id()}`);
  });

  it('with an output of another address is named', async () => {
    const [foreign = ''] = chain.fund(TO, 80_000).split(':');
    lying(`/address/${from}/utxo`, listed({ txid: foreign }));
    await expect(provenOutputs(node(), wanted)).rejects.toThrow('it is not of this address');
  });

  it.each([
    ['an output twice', () => [...listed({}), ...listed({})], 'listed an output twice'],
    ['a fraction of a satoshi', () => listed({ value: 1.5 }), 'is no amount of satoshi'],
    ['more than 21 million bitcoin', () => listed({ value: 2_100_000_000_000_001 }), 'is no amount of satoshi'],
    ['a malformed id', () => listed({ txid: 'AB' }), 'does not have 64'],
    ['no list', () => ({}), 'is no list'],
  ])('that reports %s is not believed', async (_what, lie, words) => {
    lying(`/address/${from}/utxo`, lie());
    await expect(price(from)).rejects.toThrow(words);
  });

  it.each([
    ['above 1,000 satoshi per virtual byte', { 2: 1_001 }, 'more than Castellan proposes'],
    ['below zero', { 2: -1 }, 'is no positive number'],
    ['that is no number', { 2: 'many' }, 'is no positive number'],
  ])('that asks for a fee rate %s is not believed', async (_what, lie, words) => {
    lying('/fee-estimates', lie);
    await expect(price(from)).rejects.toThrow(words);
  });

  it('of another chain is not asked', async () => {
    lying('/block-height/0', 'f'.repeat(64));
    await expect(price(from)).rejects.toThrow('it is a node of bip122:ffffffff');
  });

  const hexOf = async (txid: string) => {
    const answer = await chain.callNode({ chain: BITCOIN, endpoint: 0, path: `/tx/${txid}/hex`, body: null });
    return 'body' in answer ? Buffer.from(answer.body).toString('utf8') : '';
  };
});

it('spends at most the largest outputs of an account with many', async () => {
  const from = payerOf('P2WPKH');
  for (let count = 0; count <= MAXIMUM_COINS; count += 1) chain.fund(from, 1_000 + count);
  expect((await price(from)).coins).toHaveLength(MAXIMUM_COINS);
});
