import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, test } from 'vitest';
import { EMPTY_PAYMENT, PAYMENT_CHAINS, type PaymentDraft } from '../../../../renderer/features/send/draft.ts';
import { ethereumFees, feeOf, feeUnits } from '../../../../renderer/features/send/ethereum-rules.ts';
import type { PaymentParts } from '../../../../renderer/features/send/family-rules.ts';
import { nonceHelp } from '../../../../renderer/features/send/fee-fields.tsx';
import {
  checkPayment,
  costOf,
  mostOf,
  mostPayable,
  rulesOf,
  unpayable,
} from '../../../../renderer/features/send/rules.ts';
import { unitsIn } from '../../../../renderer/words/earn.ts';
import {
  decimalText,
  ENDPOINT_CHAINS,
  hasRisen,
  type PaymentQuote,
  type RecipientFacts,
  type SolanaFees,
} from '../../../../shared/model/index.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const gas = (most: bigint, tip: bigint) => ({ maxFeePerGas: String(most), maxPriorityFeePerGas: String(tip) });
const quote = (change: Partial<PaymentQuote> = {}): PaymentQuote => ({
  coinUnits: String(10n * ETHER),
  assetUnits: String(10n * ETHER),
  nonce: '5',
  fees: {
    family: 'ethereum',
    baseFeePerGas: String(10n * GWEI),
    slow: gas(12n * GWEI, GWEI),
    normal: gas(16n * GWEI, GWEI),
    fast: gas(22n * GWEI, 2n * GWEI),
    gasLimit: '21000',
    refusal: null,
    isContract: false,
  },
  at: 0,
  problems: [],
  ...change,
});
const recipient = (change: Partial<RecipientFacts> = {}): RecipientFacts => ({
  address: TO,
  problem: null,
  label: null,
  own: false,
  times: 0,
  isToken: false,
  isUnowned: false,
  isOffCurve: false,
  alike: null,
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
        family: 'ethereum',
        chain: 'eip155:1',
        to: TO,
        token: null,
        units: String((25n * ETHER) / 10n),
        nonce: '5',
        gasLimit: '21000',
        ...gas(16n * GWEI, GWEI),
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
      nonce: '7',
      maxFeePerGas: '32000000000',
      maxPriorityFeePerGas: '1500000000',
      gasLimit: '21000',
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
    const fees = ethereumFees(quote());
    const refused = fees === null ? null : { ...fees, gasLimit: null, refusal: 'execution reverted' };
    expect(problems({}, { quote: quote({ fees: refused }) }).fee).toContain('execution reverted');
  });

  test('has its fee at the chosen speed, and shows a rise of more than a quarter', () => {
    const of = (speed: PaymentDraft['speed']) => feeOf({ ...EMPTY_PAYMENT, speed }, quote());
    const [normal, fast] = [of('normal'), of('fast')];
    if (normal === null || fast === null) throw new Error('the quote has both');
    expect(feeUnits(normal)).toBe(21_000n * 16n * GWEI);
    const [usual, dear] = [feeUnits(normal), feeUnits(fast)];
    expect([hasRisen(usual, dear), hasRisen(usual, usual), hasRisen(dear, usual)]).toEqual([true, false, false]);
    expect(hasRisen(usual, feeUnits({ ...normal, maxFeePerGas: String(20n * GWEI) }))).toBe(false);
  });

  test('is offered on every chain that can have a node', () => {
    expect(PAYMENT_CHAINS).toEqual(ENDPOINT_CHAINS);
  });
});

describe('a signed payment', () => {
  const signed = (draft: Partial<PaymentDraft> = {}) => {
    const { payment } = checkPayment(parts(draft));
    if (payment === null) throw new Error('the payment is complete');
    return payment;
  };
  const titles = (change: Parameters<typeof quote>[0]) =>
    rulesOf('eip155:1')
      .changesSince(signed(), { symbol: 'ETH', decimals: 18 }, quote(change))
      .map(({ title }) => title);

  test('has no notice while nothing changed, or while the chain is not read', () => {
    expect(titles({})).toEqual([]);
    expect(rulesOf('eip155:1').changesSince(signed(), { symbol: 'ETH', decimals: 18 }, null)).toEqual([]);
  });

  test('has a notice for a used nonce, a balance that fell and a fee that rose', () => {
    expect(titles({ nonce: '6' })).toEqual(['The nonce 5 was used meanwhile']);
    expect(titles({ assetUnits: String((25n * ETHER) / 10n) })).toEqual(['The balance fell meanwhile']);
    const fees = ethereumFees(quote());
    const risen = fees === null ? null : { ...fees, baseFeePerGas: String(17n * GWEI) };
    expect(titles({ fees: risen })).toEqual(['The fee rose meanwhile']);
    // A used nonce needs another payment, whatever its fee.
    expect(titles({ nonce: '6', assetUnits: '0', fees: risen })).toHaveLength(2);
  });
});

describe('a payment on Solana', () => {
  const SOL = 10n ** 9n;
  const MINIMUM = 890_880n;
  const RENT = 2_039_280n;
  const ADDRESS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const PAYER = 'So11111111111111111111111111111111111111112';
  const solana = (change: Partial<SolanaFees> = {}, coin = 10n * SOL): PaymentQuote => ({
    coinUnits: String(coin),
    assetUnits: String(coin),
    nonce: null,
    at: 0,
    problems: [],
    fees: {
      family: 'solana',
      signatureFee: '5000',
      slow: '0',
      normal: '1000000',
      fast: '2000000',
      unitLimit: '1000',
      minimum: String(MINIMUM),
      recipientUnits: String(SOL),
      heldUnits: String(coin),
      program: null,
      accountRent: null,
      refusal: null,
      ...change,
    },
  });
  const on = (draft: Partial<PaymentDraft> = {}, change: Partial<PaymentParts> = {}) =>
    parts(draft, {
      chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      from: PAYER,
      quote: solana(),
      asset: { token: null, symbol: 'SOL', decimals: 9 },
      recipient: recipient({ address: ADDRESS }),
      ...change,
    });

  test('is complete without a nonce, and its fee is the signature and the priority', () => {
    const { payment, problems: found } = checkPayment(on());
    expect(found).toEqual({});
    expect(payment).toEqual({
      family: 'solana',
      chain: on().chain,
      from: PAYER,
      to: ADDRESS,
      units: '2500000000',
      unitLimit: '1000',
      unitPrice: '1000000',
      token: null,
      memo: null,
    });
    expect(checkPayment(on({ memo: 'order 7' })).payment).toMatchObject({ memo: 'order 7', unitLimit: '61000' });
    expect(checkPayment(on({ memo: 'é'.repeat(61) })).problems.memo).toContain('more than 120 bytes');
    expect(costOf(on())).toBe(6_000n);
    expect(costOf(on({ speed: 'typed', priorityFee: '0.000003' }))).toBe(8_000n);
    expect(costOf(on({ speed: 'typed' }))).toBe(5_000n);
  });

  test('leaves the fee and the rent of the account at Max', () => {
    expect(mostOf(on())).toBe(10n * SOL - 6_000n - MINIMUM);
  });

  test('explains the rent of a new account, and of the rest', () => {
    const amount = (draft: Partial<PaymentDraft>, change: Partial<PaymentParts> = {}) =>
      checkPayment(on(draft, change)).problems.amount;
    const fresh = { quote: solana({ recipientUnits: '0' }) };
    expect(amount({ amount: '0.0008' }, fresh)).toContain('a new account needs at least 0.00089088 SOL (rent)');
    expect(amount({ amount: '0.00089088' }, fresh)).toBeUndefined();
    expect(amount({ amount: '9.9999' })).toContain('an account keeps at least 0.00089088 SOL (rent) or nothing');
    expect(amount({ amount: '9.999994' })).toBeUndefined();
    expect(amount({ amount: '10' })).toContain('this needs 10.000006 SOL with the fee');
  });

  test('of a token opens the recipient’s account, whose rent the coin pays', () => {
    const asset = { token: ADDRESS, symbol: 'USDC', decimals: 6 };
    const token = (coin: bigint) =>
      on(
        { token: ADDRESS, amount: '1' },
        {
          asset,
          quote: {
            ...solana({ program: 'token2022', accountRent: String(RENT), heldUnits: '5000000' }, coin),
            assetUnits: '5000000',
          },
        },
      );
    expect(checkPayment(token(SOL)).payment).toMatchObject({
      token: { mint: ADDRESS, program: 'token2022', decimals: 6 },
    });
    expect(mostOf(token(SOL))).toBe(5_000_000n);
    expect(checkPayment(token(RENT)).problems.amount).toContain(
      'the fee needs 0.00204528 SOL, of which the recipient’s new token account keeps 0.00203928 SOL',
    );
  });

  test('without a node, and one that the chain would refuse, has the reason', () => {
    expect(checkPayment(on({}, { quote: null })).problems.fee).toContain('A payment on Solana needs a node');
    const refused = solana({ refusal: 'The recipient is a program.' });
    expect(checkPayment(on({}, { quote: refused })).problems.fee).toContain('The recipient is a program.');
  });

  test('takes no fee of a node above 0.05 SOL, with the units of its memo', () => {
    const greedy = { quote: solana({ normal: '40000000000' }) };
    expect(checkPayment(on({}, greedy)).problems).toEqual({});
    const { payment, problems: found } = checkPayment(on({ memo: 'order 7' }, greedy));
    expect(payment).toBeNull();
    expect(found.fee).toContain('more than 0.05 SOL');
    expect(checkPayment(on({ memo: 'order 7', speed: 'typed', priorityFee: '0.06' }, greedy)).problems).toEqual({});
  });

  test('has no use for a priority fee that is no amount', () => {
    expect(checkPayment(on({ speed: 'typed', priorityFee: 'much' })).problems.priorityFee).toBeDefined();
    expect(checkPayment(on({ speed: 'typed', priorityFee: '0' })).problems).toEqual({});
  });
});

test('a payment follows those that this workstation signed, and a typed nonce may replace one of them', () => {
  const followed = { quote: quote({ freeNonce: '7' }) };
  expect(checkPayment(parts({}, followed)).payment).toMatchObject({ nonce: '7' });
  expect(nonceHelp(followed.quote)).toContain('Next is 7. Leave the field empty to use it. The chain waits for 5:');
  expect(nonceHelp(quote())).toBe('Next is 5. Leave the field empty to use it.');
  expect(nonceHelp(quote(), '5')).toBe('Next is 5. Leave the field empty to use it.');
  expect(nonceHelp(quote(), '6')).toBe('Next is 5. With a later nonce, the payment waits for those before it.');
  expect(checkPayment(parts({ nonce: '5' }, followed)).payment).toMatchObject({ nonce: '5' });
  expect(problems({ nonce: '4' }, followed).nonce).toContain('used already');
});
