import { beforeEach, describe, expect, it } from 'vitest';
import { describeTransaction, unsignedTronPayment } from '../../../../electron/crypto/index.ts';
import type { Nodes } from '../../../../electron/engine/payments/nodes.ts';
import { createLinesCheck } from '../../../../electron/engine/payments/spending-lines.ts';
import type { EndpointChain, ProfileRow, SpendingState, UnsignedPayment } from '../../../../shared/model/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { MEANING } from '../../meaning.ts';

const NOW = 1_790_000_000_000;
const CHAIN = 'tron:0x2b6653dc' as EndpointChain;
const FROM = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const TO = 'TQooBX9o8iSSprLWW96YShBogx7Uwisuim';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PROFILE = { name: 'desk', kind: 'local' } as ProfileRow;
const block = { id: `${'0'.repeat(8)}00000064${'ab'.repeat(24)}`, number: 100, timestamp: NOW };

let state: SpendingState;
let now: number;
beforeEach(() => {
  now = NOW;
  state = { coinUnits: '10000000', tokenUnits: null, nonce: null, price: null, unspent: null, isBlockhashNew: null };
});
const nodes = {
  has: async (chain: string) => chain === CHAIN,
  open: async () => ({ call: async () => ({ state, problem: null }) }),
} as unknown as Nodes;
const check = createLinesCheck({ clock: { now: () => now }, nodes });

/** Lines that pay on Tron, where the service sends each line when it signed it. */
const lines = (count: number, token: string | null = null) =>
  Array.from({ length: count }, (_, index) => {
    const payment = {
      family: 'tron',
      chain: CHAIN,
      from: FROM,
      to: TO,
      units: '3000000',
      token,
      feeLimit: token === null ? '0' : '5000000',
      memo: null,
    } as UnsignedPayment;
    const unsigned = unsignedTronPayment({ ...payment, block } as Parameters<typeof unsignedTronPayment>[0]);
    const { title, fields, summary } = describeTransaction('TRANSACTION_TYPE_TRON', unsigned, FROM);
    const parameters = { unsignedTransaction: unsigned, signWith: FROM, caip2: CHAIN };
    return {
      line: index + 2,
      payment,
      body: utf8Encode(JSON.stringify({ parameters })),
      meaning: {
        ...MEANING,
        operation: 'tron_send_transaction',
        decoded: { title, fields, summary },
      } as typeof MEANING,
    };
  });

describe('lines whose payments the service sends', () => {
  it('do not count their own payments as a fallen balance', async () => {
    const found = await check(PROFILE, lines(3));
    state = { ...state, coinUnits: '6900000' };
    expect(await found?.changesFor(new Set([3, 4]))).toEqual([]);
    expect(await found?.changesFor(new Set([2, 3, 4]))).toEqual([
      'The balance is now 6.9 TRX. It was 10 TRX.',
      'The account has 6.9 TRX, and these lines pay 9 TRX without fees.',
    ]);
  });

  it('name a balance that does not cover the lines that are left', async () => {
    const found = await check(PROFILE, lines(3));
    state = { ...state, coinUnits: '5000000' };
    expect(await found?.changesFor(new Set([3, 4]))).toEqual([
      'The account has 5 TRX, and these lines pay 6 TRX without fees.',
    ]);
    expect(await found?.changesFor(new Set([4]))).toEqual([]);
  });

  it('name a token whose balance does not cover them', async () => {
    state = { ...state, tokenUnits: '9000000' };
    const found = await check(PROFILE, lines(3, USDT));
    expect(found?.findings).toEqual([]);
    state = { ...state, tokenUnits: '2000000' };
    expect(await found?.changesFor(new Set([4]))).toEqual([
      'The balance is now 2 USDT. The sent lines leave at least 3 USDT.',
      'The account has 2 USDT, and this line pays 3 USDT without fees.',
    ]);
  });

  it('name a balance that somebody else lowered, also while it covers the lines that are left', async () => {
    state = { ...state, coinUnits: '100000000', tokenUnits: '90000000' };
    const coin = await check(PROFILE, lines(3));
    const token = await check(PROFILE, lines(3, USDT));
    state = { ...state, coinUnits: '92900000', tokenUnits: '87000000' };
    expect(await coin?.changesFor(new Set([3, 4]))).toEqual([
      'The balance is now 92.9 TRX. The sent lines leave at least 93 TRX.',
    ]);
    expect(await token?.changesFor(new Set([3, 4]))).toEqual([]);
    state = { ...state, coinUnits: '93000000', tokenUnits: '86999999' };
    expect(await coin?.changesFor(new Set([3, 4]))).toEqual([]);
    expect(await token?.changesFor(new Set([3, 4]))).toEqual([
      'The balance is now 86.999999 USDT. The sent lines leave at least 87 USDT.',
    ]);
  });

  it('have a payment that expired composed anew', async () => {
    const found = await check(PROFILE, lines(2));
    now += 24 * 3_600_000;
    expect(await found?.changesFor(new Set([3]))).toEqual([
      expect.stringMatching(/^The transaction expired at .* UTC\. The payment was composed anew\.$/),
    ]);
  });
});

describe('lines of a question after an earlier answer', () => {
  it('are compared with the accounts of then', async () => {
    const { seen = [] } = (await check(PROFILE, lines(2))) ?? {};
    expect(seen).toMatchObject([{ chain: CHAIN, from: FROM, token: null, at: NOW, state: { coinUnits: '10000000' } }]);
    state = { ...state, coinUnits: '7000000' };
    const changes = async (hasPaid: boolean) => (await check(PROFILE, lines(2), { seen, hasPaid }))?.changed;
    expect(await changes(false)).toEqual(['The balance is now 7 TRX. It was 10 TRX.']);
    expect(await changes(true)).toEqual([]);
  });

  it('do not count the payments of earlier lines as a change before the answer or during the run', async () => {
    const changes = async (hasPaid: boolean) => {
      state = { ...state, coinUnits: '10000000' };
      const found = await check(PROFILE, lines(2), { seen: null, hasPaid });
      state = { ...state, coinUnits: '7000000' };
      return [(await found?.again())?.changed ?? [], await found?.changesFor(new Set([2, 3]))];
    };
    const fallen = ['The balance is now 7 TRX. It was 10 TRX.'];
    expect(await changes(false)).toEqual([fallen, fallen]);
    expect(await changes(true)).toEqual([[], []]);
  });

  it('are asked about again when the balance does not cover them any more', async () => {
    const found = await check(PROFILE, lines(2), { seen: null, hasPaid: true });
    state = { ...state, coinUnits: '5000000' };
    const lacks = ['The account has 5 TRX, and these lines pay 6 TRX without fees.'];
    const again = await found?.again();
    expect(again?.changed).toEqual(lacks);
    state = { ...state, coinUnits: '4000000' };
    expect(await again?.check.again()).toBeNull();
    expect(await found?.changesFor(new Set([2, 3]))).toEqual([
      'The account has 4 TRX, and these lines pay 6 TRX without fees.',
    ]);
  });
});
