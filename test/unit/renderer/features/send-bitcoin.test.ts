import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import { EMPTY_PAYMENT, PAYMENT_CHAINS, type PaymentDraft } from '../../../../renderer/features/send/draft.ts';
import type { PaymentParts } from '../../../../renderer/features/send/family-rules.ts';
import { checkPayment, costOf, mostOf, rulesOf } from '../../../../renderer/features/send/rules.ts';
import {
  type BitcoinFees,
  chooseCoins,
  mostOfCoins,
  type PaymentQuote,
  payerFormats,
  recipientFormats,
  shareCoins,
} from '../../../../shared/model/index.ts';

const CHAIN = 'bip122:000000000019d6689c085ae165831e93';
const FROM = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TO = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
const SIZES = { inputWeight: 272, hasWitness: true, recipientBytes: 22, changeBytes: 22, inOrder: false } as const;

const quoted = (change: Partial<BitcoinFees> = {}): PaymentQuote => ({
  coinUnits: '150000',
  assetUnits: '150000',
  nonce: null,
  at: 0,
  problems: [],
  fees: {
    family: 'bitcoin',
    slow: '1000',
    normal: '10000',
    fast: '20000',
    pendingUnits: '0',
    ...SIZES,
    coins: ['80000', '50000', '20000'],
    recipientDust: '294',
    changeDust: '294',
    ...change,
  },
});
const on = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}): PaymentParts => ({
  draft: { ...EMPTY_PAYMENT, to: TO, amount: '0.0005', ...draft },
  chain: CHAIN,
  from: FROM,
  quote: quoted(),
  asset: { token: null, symbol: 'BTC', decimals: 8 },
  recipient: {
    address: TO,
    problem: null,
    label: null,
    own: false,
    times: 0,
    isToken: false,
    isUnowned: false,
    isOffCurve: false,
    alike: null,
  },
  ...change,
});
const problems = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}) =>
  checkPayment(on(draft, change)).problems;

describe('a payment on Bitcoin', () => {
  test('names amount, rate and the fee at most, and no outputs', () => {
    expect(checkPayment(on())).toEqual({
      payment: {
        family: 'bitcoin',
        chain: CHAIN,
        from: FROM,
        to: TO,
        units: '50000',
        token: null,
        feeRate: '10000',
        feeAtMost: '1410',
      },
      problems: {},
    });
    const payment = checkPayment(on()).payment;
    if (payment === null) throw new Error('the payment is complete');
    expect(rulesOf(CHAIN).operation(payment, FROM, '70736274ff')).toEqual({
      name: 'btc_send_transaction',
      parameters: { unsignedTransaction: '70736274ff', signWith: FROM, caip2: CHAIN },
    });
  });

  test('has its fee at each speed, and at a typed rate', () => {
    expect(costOf(on({ speed: 'slow' }))).toBe(141n);
    expect(costOf(on({ speed: 'fast' }))).toBe(2_820n);
    expect(costOf(on({ speed: 'typed', feeRate: '1.5' }))).toBe(212n);
    expect(costOf(on({ speed: 'typed', feeRate: '' }))).toBeNull();
    expect(costOf(on({ amount: '' }))).toBe(1_410n);
  });

  test('leaves the fee of all outputs at Max, and nothing else', () => {
    const most = mostOf(on());
    expect(most).toBe(150_000n - 2_460n);
    expect(problems({ amount: '0.0014754' })).toEqual({});
    expect(checkPayment(on({ amount: '0.0014754' })).payment).toMatchObject({ feeAtMost: '2460' });
    expect(problems({ amount: '0.00147541' }).amount).toContain('Lower the amount, or choose Max');
    expect(mostOf(on({}, { quote: quoted({ coins: [] }) }))).toBe(0n);
  });

  test.each<[string, Partial<PaymentDraft>, Partial<PaymentParts>, string, string]>([
    ['no node', {}, { quote: null }, 'fee', 'needs a node'],
    ['a rate that nodes do not relay', { speed: 'typed', feeRate: '0.9' }, {}, 'feeRate', 'less than 1 satoshi'],
    ['a rate that is no number', { speed: 'typed', feeRate: 'much' }, {}, 'feeRate', ''],
    [
      'a fee above 0.1 BTC',
      { speed: 'typed', feeRate: '99999' },
      { quote: quoted({ coins: ['5000000000'] }) },
      'fee',
      'at most 0.1 BTC',
    ],
    ['an amount below the least', { amount: '0.00000293' }, {}, 'amount', 'less than 0.00000294 BTC'],
    ['more than the outputs pay', { amount: '0.002' }, {}, 'amount', 'The account has 0.0015 BTC'],
    [
      'outputs that cost most of what they hold',
      { speed: 'fast' },
      { quote: { ...quoted({ coins: Array(100).fill('1500') }), coinUnits: '1000000' } },
      'amount',
      'can pay at most',
    ],
  ])('with %s shows the problem', (_name, draft, change, field, words) => {
    expect(problems(draft, change)[field as 'fee']).toContain(words);
  });

  test('is composed for accounts of its network whose input needs only a key', () => {
    expect(PAYMENT_CHAINS).toContain(CHAIN);
    expect(payerFormats(CHAIN)).toEqual(
      ['P2PKH', 'P2WPKH', 'P2TR'].map((kind) => `ADDRESS_FORMAT_BITCOIN_MAINNET_${kind}`),
    );
    expect(recipientFormats('bip122:00000008819873e925422c1ff0f99f7c')).toContain(
      'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH',
    );
    expect(payerFormats('eip155:1')).toEqual(['ADDRESS_FORMAT_ETHEREUM']);
  });
});

describe('the choice of outputs', () => {
  const coins = fc
    .array(fc.bigInt({ min: 1n, max: 10_000_000n }), { maxLength: 60 })
    .map((list) => list.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0)));
  const rate = fc.bigInt({ min: 1_000n, max: 1_000_000n });

  test('spends exactly what it takes, pays the rate, and leaves no dust', () => {
    fc.assert(
      fc.property(coins, rate, fc.bigInt({ min: 294n, max: 100_000_000n }), (list, perThousand, units) => {
        const sizes = { ...SIZES, rate: perThousand, changeDust: 294n };
        const choice = chooseCoins(list, units, sizes);
        const { units: most } = mostOfCoins(list, sizes);
        expect(choice === null).toBe(units > most);
        if (choice === null) return;
        const sum = choice.places.reduce((total, place) => total + (list[place] ?? 0n), 0n);
        expect(new Set(choice.places).size).toBe(choice.places.length);
        expect(sum).toBe(units + choice.fee + choice.change);
        expect(choice.change === 0n || choice.change >= 294n).toBe(true);
        const bytes = BigInt(Math.ceil((42 + 272 * choice.places.length + 124 * (choice.change === 0n ? 1 : 2)) / 4));
        expect(choice.fee * 1000n >= bytes * perThousand).toBe(true);
      }),
    );
  });

  test('needs no change where that costs less, and keeps the order where a failed payment must be replaced', () => {
    const sizes = { ...SIZES, rate: 1_000n, changeDust: 294n };
    expect(chooseCoins([1_000_000n, 50_110n], 50_000n, sizes)).toEqual({ places: [1], fee: 110n, change: 0n });
    expect(chooseCoins([1_000_000n, 50_110n], 50_000n, { ...sizes, inOrder: true })).toMatchObject({
      places: [0],
      fee: 141n,
    });
    // More inputs without change would cost more than one with it.
    expect(chooseCoins([1_000_000n, 25_200n, 25_000n], 50_000n, sizes)?.places).toEqual([0]);
    const payments = [
      { units: 50_000n, sizes },
      { units: 900_000n, sizes },
    ];
    expect(shareCoins([1_000_000n, 50_110n], payments).map((share) => share?.places)).toEqual([[1], [0]]);
  });
});
