import { describe, expect, it } from 'vitest';
import { createRenewal } from '../../../../electron/engine/batches/renewal.ts';
import { createReview } from '../../../../electron/engine/batches/review.ts';
import type { LineOutcome } from '../../../../electron/engine/batches/states.ts';
import type { PaymentFees, PaymentQuote, ProfileRow } from '../../../../shared/model/index.ts';

const TRON = 'tron:0x2b6653dc';
const PAYER = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const HOLDER = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K';
const ETHEREUM = 'eip155:1';
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DESK = { name: 'desk', kind: 'remote' } as ProfileRow;
const GAS = { maxFeePerGas: '20', maxPriorityFeePerGas: '1' };
const FEES = {
  [TRON]: { family: 'tron', refusal: null, bandwidthFee: '3', accountFee: '0', memoFee: '1', feeLimit: '0' },
  [ETHEREUM]: {
    family: 'ethereum',
    baseFeePerGas: '10',
    slow: GAS,
    normal: GAS,
    fast: GAS,
    gasLimit: '21000',
    refusal: null,
    isContract: false,
  },
} as unknown as Record<string, PaymentFees>;

/** The payments of a profile of a service elsewhere, with or without a node that the operator named. */
const paymentsOf = (hasNode: boolean) => ({
  assets: (chain: string) => [{ token: null, symbol: chain === TRON ? 'TRX' : 'ETH', decimals: 6 }],
  fees: async ({ chain }: { chain: string }) => (hasNode ? (FEES[chain] ?? null) : null),
  quote: async ({ chain }: { chain: string }): Promise<PaymentQuote> => ({
    coinUnits: '50000000',
    assetUnits: '50000000',
    at: 0,
    fees: hasNode ? (FEES[chain] ?? null) : null,
    ...(chain === TRON ? { nonce: null } : { nonce: '41', freeNonce: '43' }),
    problems: hasNode ? [] : ['No node is named.'],
    notes: hasNode ? ['Others may pay too.'] : [],
  }),
});

const reviewOf = (hasNode: boolean, terms: { chain: string; from: string }, text: string) => {
  const alike = { first: () => null };
  const review = createReview({
    payments: { ...paymentsOf(hasNode), example: async () => ({ unsignedTransaction: '02' }) },
    explain: async () => ({ headline: 'Send', findings: [], isBarred: false }),
    earlier: () => new Map(),
    usedNonce: () => null,
    broken: () => [],
    accounts: { own: () => null, lookalikes: async () => alike },
    addresses: { book: async () => ({ find: () => null, lookalikes: alike }) },
    signed: { recent: () => [], for: () => null },
  } as unknown as Parameters<typeof createReview>[0]);
  return review(DESK, { text, columns: null }, { ...terms, typed: null } as Parameters<typeof review>[2]);
};

describe('a batch by a service elsewhere', () => {
  it('has its fees from the node that the operator named', async () => {
    const { review, priced } = await reviewOf(true, { chain: TRON, from: PAYER }, `to,amount\n${HOLDER},2\n`);
    expect(review.lines).toMatchObject([{ what: { kind: 'payment', fee: '3' } }]);
    expect(priced.get(2)?.payment).toMatchObject({ family: 'tron', to: HOLDER, units: '2000000' });
    expect(review.problems).toEqual(['Others may pay too.']);
  });

  it('has no fee without a node, and says why', async () => {
    const { review, priced } = await reviewOf(false, { chain: TRON, from: PAYER }, `to,amount\n${HOLDER},2\n`);
    expect(review.lines).toMatchObject([{ what: { kind: 'payment', fee: null } }]);
    expect(priced.get(2)?.payment).toBeNull();
    expect(review.problems).toEqual(['No node is named.']);
  });

  it('begins at the first nonce that no payment of this workstation uses', async () => {
    const { review } = await reviewOf(true, { chain: ETHEREUM, from: FROM }, `to,amount\n${TO},2\n`);
    expect(review.nonce).toBe('43');
  });
});

it('a resumed batch renews its nonces by the node, for its own profile', async () => {
  const composed: unknown[] = [];
  const profiles: unknown[] = [];
  const own = paymentsOf(true);
  const renewed = createRenewal({
    payments: {
      quote(wanted, profile) {
        profiles.push(profile);
        return own.quote(wanted);
      },
      composeAll: async (payments, _without, profile) => {
        profiles.push(profile);
        composed.push(...payments.map(({ payment }) => payment));
        return payments.map(() => '02aa');
      },
    },
    usedBy: () => null,
    spentBy: () => [],
    feesOf: () => async () => null,
  });
  const gas = { gasLimit: '21000', ...GAS };
  const payment = { family: 'ethereum', chain: ETHEREUM, to: TO, token: null, units: '2', ...gas, nonce: '7' } as const;
  const line = { line: 2, payment, parameters: { signWith: FROM } };
  await renewed(DESK, [{ line, state: 'left' }] as unknown as readonly LineOutcome[]);
  expect(composed).toMatchObject([{ nonce: '43' }]);
  // The operator may show another profile meanwhile.
  expect(profiles).toEqual([DESK, DESK]);
});
