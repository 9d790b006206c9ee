import { expect, it, vi } from 'vitest';
import { createBroadcaster } from '../../../../electron/custody/chains/broadcaster.ts';
import { type ChainNode, NodeFault } from '../../../../electron/custody/chains/index.ts';
import { CHAIN, historySetting, OURS } from './history/setting.ts';

const own = historySetting();
const HASH = `0x${'5c'.repeat(32)}`;

it('hands nothing to another chain of the name', async () => {
  const { store } = own;
  const mark = (isAnother: 0 | 1) =>
    store.transaction(() => store.history.origins.set(CHAIN, { genesis: null, isAnother }));
  store.transaction(() => {
    store.history.begin(CHAIN, { number: 0, hash: HASH });
    store.sentTransactions.insert({
      ...{ statusId: 's', organizationId: 'o', activityId: 'a', chain: CHAIN, sender: OURS, nonce: 0 },
      ...{ transactionHash: HASH, signedTransaction: Uint8Array.of(1), state: 'BROADCASTING', error: null },
      ...{ mayBeKnown: 0, isSettled: 0, looks: 0, dueAt: 0, submittedAt: 0, follows: null, lastHeight: null },
    });
  });
  mark(1);
  let asked = 0;
  let now = 0;
  const ask = () => {
    asked += 1;
    return Promise.reject(new NodeFault('unreachable', 'it did not answer'));
  };
  const node: ChainNode = { chain: CHAIN, ask, askAll: ask };
  const broadcaster = createBroadcaster({
    ...{
      store,
      chains: { doubt: () => undefined, find: () => node, all: () => [node] },
      report: () => '',
      tell: () => undefined,
    },
    now: () => now,
    later(milliseconds, work) {
      now += milliseconds;
      const timer = setTimeout(work, 0);
      return () => clearTimeout(timer);
    },
  });
  const looks = () => store.sentTransactions.find('o', 's')?.looks ?? 0;
  broadcaster.wake();
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(3));
  expect(asked).toBe(0);
  mark(0);
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0));
  broadcaster.close();
});
