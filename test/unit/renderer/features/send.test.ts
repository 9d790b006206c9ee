import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_PAYMENT, PAYMENT_CHAINS, type PaymentDraft } from '../../../../renderer/features/send/draft.ts';
import {
  checkPayment,
  feeOf,
  feeUnits,
  hasRisen,
  mostPayable,
  type PaymentParts,
  unpayable,
} from '../../../../renderer/features/send/rules.ts';
import { unitsIn } from '../../../../renderer/words/earn.ts';
import { decimalText, type PaymentQuote, type RecipientFacts } from '../../../../shared/model/index.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const gas = (most: bigint, tip: bigint) => ({ maxFeePerGas: String(most), maxPriorityFeePerGas: String(tip) });
const quote = (change: Partial<PaymentQuote> = {}): PaymentQuote => ({
  coinUnits: String(10n * ETHER),
  assetUnits: String(10n * ETHER),
  nonce: '5',
  fees: {
    baseFeePerGas: String(10n * GWEI),
    slow: gas(12n * GWEI, GWEI),
    normal: gas(16n * GWEI, GWEI),
    fast: gas(22n * GWEI, 2n * GWEI),
    ...{ gasLimit: '21000', refusal: null, isContract: false },
  },
  ...{ at: 0, problems: [] },
  ...change,
});
const recipient = (change: Partial<RecipientFacts> = {}): RecipientFacts => ({
  ...{ address: TO, problem: null, label: null, own: false, times: 0, isToken: false, alike: null },
  ...change,
});
const parts = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}): PaymentParts => ({
  draft: { ...EMPTY_PAYMENT, to: TO, amount: '2.5', ...draft },
  chain: 'eip155:1',
  asset: { token: null, symbol: 'ETH', decimals: 18 },
  from: `0x${'ab'.repeat(20)}`,
  recipient: recipient(),
  quote: quote(),
  ...change,
});
const problems = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}) =>
  checkPayment(parts(draft, change)).problems;

describe('amounts', () => {
  test('of any units and decimals are read back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        expect(unitsIn(decimalText(units, decimals), decimals)).toEqual({ units: String(units) });
      }),
    );
  });

  test('with too many decimals are refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 1, max: 9 }), (decimals, digit) => {
        expect(unitsIn(`1.${'0'.repeat(decimals)}${digit}`, decimals).problem).toBeDefined();
      }),
    );
  });

  test('Max plus its fee is exactly the balance, or zero without enough', () => {
    const most = fc.bigInt({ min: 0n, max: 2n ** 128n });
    fc.assert(
      fc.property(most, most, (balance, fee) => {
        const units = mostPayable(balance, fee);
        expect(units >= 0n).toBe(true);
        if (balance >= fee) expect(units + fee).toBe(balance);
        else expect(units).toBe(0n);
      }),
    );
  });
});

describe('a payment', () => {
  test('is complete with the node’s nonce and fee', () => {
    expect(checkPayment(parts())).toEqual({
      problems: {},
      payment: {
        ...{ chain: 'eip155:1', to: TO, token: null, units: String((25n * ETHER) / 10n), nonce: '5' },
        ...{ gasLimit: '21000', ...gas(16n * GWEI, GWEI) },
      },
    });
  });

  test('shows only a missing balance while the operator types', () => {
    expect(unpayable(parts({ amount: '11' })).amount).toContain('The account has 10 ETH, and this needs 11.');
    expect(unpayable(parts({ amount: '9' }))).toEqual({});
    expect(unpayable(parts({ amount: '' }))).toEqual({});
    expect(unpayable(parts({ amount: '11' }, { recipient: null }))).toEqual({});
  });

  test('is complete with typed nonce and fee without a node', () => {
    const typed = { nonce: '7', maxFee: '32', priorityFee: '1.5', gasLimit: '21000' };
    expect(checkPayment(parts(typed, { quote: null })).payment).toMatchObject({
      ...{ nonce: '7', maxFeePerGas: '32000000000', maxPriorityFeePerGas: '1500000000', gasLimit: '21000' },
    });
    expect(Object.keys(problems({}, { quote: null }))).toEqual(['gasLimit', 'maxFee', 'priorityFee', 'nonce']);
  });

  test.each<[string, Partial<PaymentDraft>, Partial<PaymentParts>, keyof ReturnType<typeof problems>, string]>([
    ['no account', {}, { from: null }, 'account', 'Choose the account'],
    ['no recipient', { to: ' ' }, { recipient: null }, 'to', 'Enter the recipient'],
    ['a malformed address', {}, { recipient: recipient({ address: null, problem: 'Not one.' }) }, 'to', 'Not one.'],
    ['an amount of zero', { amount: '0.0' }, {}, 'amount', 'The amount is zero.'],
    ['more decimals than the asset has', { amount: `1.${'1'.repeat(19)}` }, {}, 'amount', 'at most 18 decimals'],
    ['more than the balance', { amount: '11' }, {}, 'amount', 'The account has 10 ETH, and this needs 11.'],
    ['the balance without its fee', { amount: '10' }, {}, 'amount', 'needs 10.000336 ETH with the fee'],
    ['a used nonce', { nonce: '4' }, {}, 'nonce', 'The nonce 4 is used already. Nothing was signed. Use 5'],
  ])('with %s shows only that problem', (_name, draft, change, field, words) => {
    const found = problems(draft, change);
    expect(Object.keys(found)).toEqual([field]);
    expect(found[field]).toContain(words);
  });

  test('of a token needs the token and the coin for the fee', () => {
    const asset = { token: `0x${'cd'.repeat(20)}`, symbol: 'USDC', decimals: 6 };
    const held = (assetUnits: string, coinUnits: string) =>
      problems({ token: asset.token }, { asset, quote: quote({ assetUnits, coinUnits }) }).amount;
    expect(held('2500000', String(ETHER))).toBeUndefined();
    expect(held('2499999', String(ETHER))).toContain('The account has 2.499999 USDC.');
    expect(held('2500000', '1')).toContain('the fee needs 0.000336 ETH');
  });

  test('to a look-alike of a known address needs a choice', () => {
    const alike = { address: `0xf39F${'0'.repeat(32)}2266`, label: 'Coinbase', times: 14 };
    const change = { recipient: recipient({ alike }) };
    expect(problems({}, change).to).toBe('Choose one of the two addresses first.');
    expect(problems({ kept: alike.address }, change).to).toBe('Choose one of the two addresses first.');
    expect(problems({ kept: TO }, change)).toEqual({});
  });

  test('never uses another asset than the chosen one, or an unlisted one', () => {
    const token = `0x${'cd'.repeat(20)}`;
    expect(checkPayment(parts({ token })).payment).toBeNull();
    const asset = { token: null, symbol: '', decimals: 18 };
    expect(checkPayment(parts({}, { asset })).payment).toBeNull();
  });

  test('shows the node’s refusal', () => {
    const { fees } = quote();
    const refused = fees === null ? null : { ...fees, gasLimit: null, refusal: 'execution reverted' };
    expect(problems({}, { quote: quote({ fees: refused }) }).fee).toContain('execution reverted');
  });

  test('has its fee at the chosen speed, and shows a rise of more than a quarter', () => {
    const of = (speed: PaymentDraft['speed']) => feeOf({ ...EMPTY_PAYMENT, speed }, quote());
    const [normal, fast] = [of('normal'), of('fast')];
    if (normal === null || fast === null) throw new Error('the quote has both');
    expect(feeUnits(normal)).toBe(21_000n * 16n * GWEI);
    expect([hasRisen(normal, fast), hasRisen(normal, normal), hasRisen(fast, normal)]).toEqual([true, false, false]);
    expect(hasRisen(normal, { ...normal, maxFeePerGas: String(20n * GWEI) })).toBe(false);
  });

  test('is not offered on a chain with an unknown coin', () => {
    expect(PAYMENT_CHAINS).toContain('eip155:1');
    expect(PAYMENT_CHAINS).not.toContain('eip155:4217');
  });
});
