import { describe, expect, test } from 'vitest';
import { EMPTY_PAYMENT, PAYMENT_CHAINS, type PaymentDraft } from '../../../../renderer/features/send/draft.ts';
import type { PaymentParts } from '../../../../renderer/features/send/family-rules.ts';
import { checkPayment, costOf, mostOf, rulesOf } from '../../../../renderer/features/send/rules.ts';
import type { PaymentQuote, TronFees } from '../../../../shared/model/index.ts';

const CHAIN = 'tron:0x2b6653dc';
const FROM = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const TO = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K';
const USDT = { token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', symbol: 'USDT', decimals: 6 };
const TRX = { token: null, symbol: 'TRX', decimals: 6 };

const quoted = (change: Partial<TronFees> = {}, units: Partial<PaymentQuote> = {}): PaymentQuote => ({
  coinUnits: '100000000',
  assetUnits: '100000000',
  nonce: null,
  at: 0,
  problems: [],
  fees: {
    family: 'tron',
    bandwidthFee: '300000',
    accountFee: '1100000',
    memoFee: '1123000',
    feeLimit: '0',
    refusal: null,
    ...change,
  },
  ...units,
});
const on = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}): PaymentParts => ({
  draft: { ...EMPTY_PAYMENT, to: TO, amount: '25', ...draft },
  chain: CHAIN,
  from: FROM,
  quote: quoted(),
  asset: TRX,
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
const token = (draft: Partial<PaymentDraft> = {}, fees: Partial<TronFees> = {}) =>
  on(
    { token: USDT.token, ...draft },
    { asset: USDT, quote: quoted({ accountFee: '0', feeLimit: '7714200', ...fees }, { assetUnits: '50000000' }) },
  );

describe('a payment on Tron', () => {
  test('of TRX has no fee limit, and nothing to choose', () => {
    expect(checkPayment(on())).toEqual({
      payment: {
        family: 'tron',
        chain: CHAIN,
        from: FROM,
        to: TO,
        units: '25000000',
        token: null,
        feeLimit: '0',
        memo: null,
      },
      problems: {},
    });
    expect(rulesOf(CHAIN).choices?.(on().draft)).toEqual([]);
    expect([costOf(on()), costOf(on({ speed: 'typed', feeLimit: '9' }))]).toEqual([1_400_000n, 1_400_000n]);
    expect(mostOf(on())).toBe(98_600_000n);
    expect(PAYMENT_CHAINS).toContain(CHAIN);
  });

  test('of a token has the fee limit of the node, or a typed one', () => {
    expect(checkPayment(token()).payment).toMatchObject({ token: USDT.token, feeLimit: '7714200' });
    expect(costOf(token())).toBe(8_014_200n);
    expect(checkPayment(token({ speed: 'typed', feeLimit: '15' })).payment).toMatchObject({ feeLimit: '15000000' });
    expect(costOf(token({ speed: 'typed', feeLimit: '' }))).toBeNull();
    expect(mostOf(token())).toBe(50_000_000n);
    const payment = checkPayment(token()).payment;
    if (payment === null) throw new Error('the payment is complete');
    expect(rulesOf(CHAIN).operation(payment, FROM, '0a02')).toEqual({
      name: 'tron_send_transaction',
      parameters: { unsignedTransaction: '0a02', signWith: FROM, caip2: CHAIN },
    });
    expect(rulesOf(CHAIN).changesSince(payment, TRX, quoted())).toEqual([]);
  });

  test.each<[string, PaymentParts, string, string]>([
    ['no node', on({}, { quote: null }), 'fee', 'needs a node'],
    [
      'a refusal of the node',
      token({}, { refusal: 'The chain would refuse this payment: no.' }),
      'fee',
      'no. Nothing was signed.',
    ],
    ['a limit that is no number', token({ speed: 'typed', feeLimit: 'much' }), 'feeLimit', ''],
    ['a limit above 1,000 TRX', token({ speed: 'typed', feeLimit: '1000.1' }), 'feeLimit', 'at most 1000 TRX'],
    ['too little TRX for the energy', token({ speed: 'typed', feeLimit: '100' }), 'amount', 'the fee needs 100.3 TRX'],
    ['the balance without its fee', on({ amount: '99' }), 'amount', 'this needs 100.4 TRX with the fee'],
    ['more tokens than the account has', token({ amount: '51' }), 'amount', 'The account has 50 USDT'],
  ])('with %s shows the problem', (_name, parts, field, words) => {
    expect(checkPayment(parts).problems[field as 'fee']).toContain(words);
  });
});
