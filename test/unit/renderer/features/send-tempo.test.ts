import { describe, expect, test } from 'vitest';
import { EMPTY_PAYMENT, PAYMENT_CHAINS, type PaymentDraft } from '../../../../renderer/features/send/draft.ts';
import { coinText, type PaymentParts } from '../../../../renderer/features/send/family-rules.ts';
import { checkPayment, costOf, mostOf, rulesOf } from '../../../../renderer/features/send/rules.ts';
import type { PaymentQuote, TempoFees } from '../../../../shared/model/index.ts';

const CHAIN = 'eip155:42431';
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const [PATH, ALPHA, BETA] = [0, 1, 2].map((at) => `0x20c000000000000000000000000000000000000${at}`) as [
  string,
  string,
  string,
];
const ASSET = { token: ALPHA, symbol: 'AlphaUSD', decimals: 6 };

const gas = (fee: string) => ({ maxFeePerGas: fee, maxPriorityFeePerGas: '0' });
const FEES: TempoFees = {
  family: 'tempo',
  baseFeePerGas: '20000000000',
  slow: gas('22500000000'),
  normal: gas('30000000000'),
  fast: gas('40000000000'),
  gasLimit: '60000',
  memoGasLimit: '66000',
  refusal: null,
  defaultFeeToken: ALPHA,
  feeTokens: [
    { token: PATH, symbol: 'pathUSD', units: '0' },
    { token: ALPHA, symbol: 'AlphaUSD', units: '50000000' },
    { token: BETA, symbol: 'BetaUSD', units: '1500' },
  ],
};
const quoted = (change: Partial<TempoFees> = {}, numbers: Partial<PaymentQuote> = {}): PaymentQuote => ({
  coinUnits: null,
  assetUnits: '50000000',
  nonce: '3',
  at: 0,
  problems: [],
  fees: { ...FEES, ...change },
  ...numbers,
});
const on = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}): PaymentParts => ({
  draft: { ...EMPTY_PAYMENT, token: ALPHA, to: TO, amount: '25', ...draft },
  chain: CHAIN,
  from: FROM,
  quote: quoted(),
  asset: ASSET,
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
const rules = rulesOf(CHAIN);

describe('a payment on Tempo', () => {
  test('is offered, and is composed of a token, a fee in dollars and the next nonce', () => {
    expect(PAYMENT_CHAINS).toEqual(expect.arrayContaining(['eip155:4217', CHAIN]));
    const { payment, problems } = checkPayment(on());
    expect(problems).toEqual({});
    expect(payment).toEqual({
      family: 'tempo',
      chain: CHAIN,
      from: FROM,
      to: TO,
      token: ALPHA,
      units: '25000000',
      nonce: '3',
      gasLimit: '60000',
      ...gas('30000000000'),
      feeToken: null,
      memo: null,
    });
    if (payment === null) throw new Error('the payment is complete');
    expect(rules.operation(payment, FROM, '76f8')).toEqual({
      name: 'sign_transaction',
      parameters: { signWith: FROM, unsignedTransaction: '76f8', type: 'TRANSACTION_TYPE_TEMPO' },
    });
    expect(coinText(CHAIN, costOf(on()) ?? 0n)).toBe('0.0018 USD');
    expect(rules.feeToken?.(on().draft, quoted())).toBe('AlphaUSD');
  });

  test('has the gas of its memo, the chosen token for the fee and the typed nonce', () => {
    const parts = on(
      { memo: 'INV-12345', feeToken: PATH, nonce: '9', speed: 'fast' },
      { quote: quoted({ feeTokens: [{ token: PATH, symbol: 'pathUSD', units: '2640' }] }) },
    );
    expect(checkPayment(parts).payment).toMatchObject({
      memo: 'INV-12345',
      feeToken: PATH,
      nonce: '9',
      gasLimit: '66000',
      maxFeePerGas: '40000000000',
    });
    expect(costOf(parts)).toBe(2_640n);
    expect(checkPayment(on({ memo: `0x${'ab'.repeat(32)}` })).problems).toEqual({});
  });

  test('takes a typed fee in nanodollars, also without a node', () => {
    const typed = { speed: 'typed', gasLimit: '100000', maxFee: '20', priorityFee: '1' } as const;
    expect(costOf(on(typed))).toBe(2_000n);
    const parts = on({ ...typed, nonce: '0' }, { quote: null });
    expect(checkPayment(parts).payment).toMatchObject({
      gasLimit: '100000',
      maxFeePerGas: '20000000000',
      maxPriorityFeePerGas: '1000000000',
      nonce: '0',
    });
  });

  test('pays all but the fee with Max where the token pays it, and all where another one does', () => {
    expect(mostOf(on())).toBe(50_000_000n - 1_800n);
    expect(mostOf(on({ feeToken: BETA }))).toBe(50_000_000n);
    expect(mostOf(on({}, { quote: quoted({}, { assetUnits: '1000' }) }))).toBe(0n);
    expect(mostOf(on({}, { quote: quoted({ gasLimit: null }) }))).toBeNull();
  });

  test.each<[string, PaymentParts, string, string]>([
    [
      'a refusal of the node',
      on({}, { quote: quoted({ gasLimit: null, refusal: 'no' }) }),
      'fee',
      'refuses this payment: no',
    ],
    ['a memo of 33 bytes', on({ memo: 'x'.repeat(33) }), 'memo', 'more than 32 bytes'],
    ['a fee token that pays no fees', on({ feeToken: TO }), 'feeToken', 'Choose another'],
    ['the balance without its fee', on({ amount: '50' }), 'amount', 'this needs 50.0018 AlphaUSD with the fee'],
    ['too little of the token for the fee', on({ feeToken: BETA }), 'amount', 'the fee needs 0.0018 BetaUSD'],
    ['a used nonce', on({ nonce: '2' }), 'nonce', 'is used already'],
  ])('with %s shows the problem', (_name, parts, field, words) => {
    expect(checkPayment(parts).problems[field as 'fee']).toContain(words);
  });

  test('is shown what changed since it was signed', () => {
    const { payment } = checkPayment(on());
    if (payment === null) throw new Error('the payment is complete');
    const titles = (quote: PaymentQuote) => rules.changesSince(payment, ASSET, quote).map(({ title }) => title);
    expect(titles(quoted())).toEqual([]);
    expect(titles(quoted({}, { nonce: '4' }))).toEqual(['The nonce 3 was used meanwhile']);
    expect(titles(quoted({}, { assetUnits: '25001799' }))).toEqual(['The balance fell meanwhile']);
    expect(titles(quoted({ baseFeePerGas: '30000000001' }))).toEqual(['The fee rose meanwhile']);
  });
});
