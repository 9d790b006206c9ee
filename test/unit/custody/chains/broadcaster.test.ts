import { expect, it } from 'vitest';
import { createBroadcaster } from '../../../../electron/custody/chains/broadcaster.ts';
import { type ChainNode, NodeFault } from '../../../../electron/custody/chains/index.ts';
import type { SentRow } from '../../../../electron/custody/store/index.ts';
import { eventually } from '../../../tools/eventually.ts';
import { CHAIN, historySetting, OURS } from './history/setting.ts';

const own = historySetting();
const HASH = `0x${'5c'.repeat(32)}`;

/** A signed transaction that was not sent yet. */
const signed = (changes: Partial<SentRow>): SentRow => ({
  statusId: 's',
  organizationId: 'o',
  activityId: 'a',
  chain: CHAIN,
  sender: OURS,
  nonce: 0,
  transactionHash: HASH,
  signedTransaction: Uint8Array.of(1),
  state: 'BROADCASTING',
  error: null,
  mayBeKnown: 0,
  isSettled: 0,
  looks: 0,
  dueAt: 0,
  submittedAt: 0,
  follows: null,
  lastHeight: null,
  ...changes,
});

/** A broadcaster on a clock that advances to the next timer. */
function start(nodes: readonly ChainNode[], begin = 0) {
  let now = begin;
  return createBroadcaster({
    store: own.store,
    chains: { doubt: () => undefined, find: (name) => nodes.find(({ chain }) => chain === name), all: () => nodes },
    report: () => '',
    announce: () => undefined,
    now: () => now,
    later(milliseconds, work) {
      now += milliseconds;
      const timer = setTimeout(work, 0);
      return () => clearTimeout(timer);
    },
  });
}

const nodeOf = (chain: string, answer: (method: string, params: readonly unknown[]) => unknown): ChainNode => ({
  chain,
  ask: async ({ method, params }) => answer(method, params) as never,
  askAll: async (questions) => questions.map(({ method, params }) => answer(method, params)) as never,
});
const row = (statusId: string) => own.store.sentTransactions.find('o', statusId);
const insert = (...rows: readonly SentRow[]) =>
  own.store.transaction(() => {
    for (const each of rows) own.store.sentTransactions.insert(each);
  });

it('hands nothing to another chain of the name', async () => {
  const { store } = own;
  const mark = (isAnother: 0 | 1) =>
    store.transaction(() => store.history.origins.set(CHAIN, { genesis: null, isAnother }));
  store.transaction(() => store.history.begin(CHAIN, { number: 0, hash: HASH }));
  insert(signed({}));
  mark(1);
  let asked = 0;
  const broadcaster = start([
    nodeOf(CHAIN, () => {
      asked += 1;
      throw new NodeFault('unreachable', 'it did not answer');
    }),
  ]);
  broadcaster.wake();
  await eventually(() => expect(row('s')?.looks).toBeGreaterThan(3));
  expect(asked).toBe(0);
  mark(0);
  await eventually(() => expect(asked).toBeGreaterThan(0));
  broadcaster.close();
});

it('hands nothing to a chain that was begun anew while nobody looked, and marks it', async () => {
  const { store } = own;
  store.transaction(() => store.history.begin(CHAIN, { number: 0, hash: HASH }));
  insert(signed({}));
  const asked: string[] = [];
  const broadcaster = start([
    nodeOf(CHAIN, (method) => {
      asked.push(method);
      return { number: 0, hash: `0x${'a0'.repeat(32)}`, baseFeePerGas: null };
    }),
  ]);
  broadcaster.wake();
  await eventually(() => expect(row('s')?.looks).toBeGreaterThan(3));
  expect(asked).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber']);
  expect(store.history.origins.find(CHAIN)?.isAnother).toBe(1);
  broadcaster.close();
});

it('is held up on no chain by one whose nodes hang', async () => {
  insert(signed({ statusId: 'hangs' }), signed({ statusId: 'goes', chain: 'eip155:10' }));
  const down = () => {
    throw new NodeFault('unreachable', 'it did not answer');
  };
  const broadcaster = start([nodeOf(CHAIN, () => new Promise(() => undefined)), nodeOf('eip155:10', down)]);
  broadcaster.wake();
  await eventually(() => expect(row('goes')?.looks).toBeGreaterThan(3));
  expect(row('hangs')?.looks).toBe(0);
  broadcaster.close();
});

it('sends in the order of nonces, and nothing of a sender above what was refused', async () => {
  const nonces = [2, 0, 1];
  insert(
    ...nonces.map((nonce) => signed({ statusId: `n${nonce}`, nonce, signedTransaction: Uint8Array.of(nonce) })),
    signed({ statusId: 'other', sender: `0x${'cd'.repeat(20)}`, nonce: 7, signedTransaction: Uint8Array.of(7) }),
  );
  const sent: unknown[] = [];
  const broadcaster = start([
    nodeOf(CHAIN, (method, [first]) => {
      if (method === 'eth_getTransactionReceipt') return null;
      if (method === 'eth_getTransactionCount') return 0n;
      sent.push(first);
      if (first === '0x01') throw new NodeFault('refused', 'insufficient funds');
      return undefined;
    }),
  ]);
  broadcaster.wake();
  await eventually(() => expect(row('n2')?.isSettled).toBe(1));
  expect(sent.filter((one) => one !== '0x07').slice(0, 2)).toEqual(['0x00', '0x01']);
  expect(sent).not.toContain('0x02');
  expect(row('n0')).toMatchObject({ state: 'BROADCASTING', mayBeKnown: 1 });
  expect(row('n1')).toMatchObject({ state: 'FAILED', isSettled: 1, error: 'insufficient funds' });
  expect(row('n2')).toMatchObject({ state: 'FAILED', error: expect.stringContaining('nonce 1 was refused') });
  await eventually(() => expect(row('other')).toMatchObject({ state: 'BROADCASTING', mayBeKnown: 1 }));
  broadcaster.close();
});

it('looks on at once when the clock was set back by two hours', async () => {
  const before = 2 * 3_600_000;
  insert(
    signed({ statusId: 'early', looks: 4, dueAt: before + 8000 }),
    signed({ statusId: 'late', nonce: 1, dueAt: 0 }),
  );
  const asked: string[] = [];
  const broadcaster = start([
    nodeOf(CHAIN, (method) => {
      asked.push(method);
      throw new NodeFault('unreachable', 'it did not answer');
    }),
  ]);
  broadcaster.wake();
  await eventually(() => expect(row('early')?.looks).toBeGreaterThan(4));
  broadcaster.close();
  // By a clock that stands 8 seconds before the time, the row is not due.
  expect(row('early')?.dueAt).toBeLessThan(before);
});

it('sends a cancellation whose payment has a later time, because the clock was set back between both', async () => {
  insert(
    signed({ statusId: 'payment', mayBeKnown: 1, submittedAt: 600_000 }),
    signed({ statusId: 'cancel', transactionHash: `0x${'5d'.repeat(32)}`, signedTransaction: Uint8Array.of(2) }),
  );
  const sent: unknown[] = [];
  const broadcaster = start([
    nodeOf(CHAIN, (method, [first]) => {
      if (method === 'eth_getTransactionReceipt') return null;
      if (method === 'eth_getTransactionCount') return 0n;
      sent.push(first);
      return undefined;
    }),
  ]);
  broadcaster.wake();
  await eventually(() => expect(row('payment')?.looks).toBeGreaterThan(3));
  broadcaster.close();
  expect(sent).toContain('0x02');
  // The payment is not sent beside its cancellation, except in the round that sends both.
  expect(sent.filter((one) => one === '0x01').length).toBeLessThanOrEqual(1);
});
