import { expect, it } from 'vitest';
import type { ChainReading } from '../../../../../shared/model/index.ts';
import { eventually } from '../../../../tools/eventually.ts';
import { No } from './made-chain.ts';
import { CHAIN, historySetting, moves, OURS, pays, SECOND } from './setting.ts';

const own = historySetting();
const last = () => own.readings.at(-1);
const becomes = (expected: Partial<ChainReading>) => eventually(() => expect(last()).toMatchObject(expected), 2);
const WHOLE = { isCurrent: true, problem: null, earlier: null, passedOver: 0, untraced: 0 };

/** The past of OURS: a transfer of tokens every ten blocks, the last of which is final. */
function past(transfers: number): string[] {
  const hashes = Array.from({ length: transfers }, (_, index) => {
    own.chain.pass(9);
    return own.chain.hash(own.chain.add(moves(index + 1)));
  });
  own.chain.finalize(own.chain.height);
  return hashes.reverse();
}

it('is reported from the start, block by block, to the end', async () => {
  past(20);
  own.start();
  expect(own.readings).toEqual([{ chain: CHAIN, readAt: null, ...WHOLE, isCurrent: false }]);
  await own.isSearched();
  await becomes(WHOLE);
  const reported = own.readings.flatMap(({ earlier }) => (earlier === null ? [] : [earlier]));
  expect(reported[0]).toEqual({ accounts: 1, done: 0, of: 201, isPaused: false, problem: null });
  expect(reported.map(({ done }) => done)).toEqual(
    reported.map(({ done }) => done).toSorted((one, other) => one - other),
  );
});

it('counts blocks once however many accounts they are looked through for', async () => {
  past(3);
  own.watch(SECOND);
  own.chain.lie = (method) => {
    if (method === 'eth_getLogs') throw new No(-32000, 'missing trie node');
    return undefined;
  };
  own.start();
  await becomes({ isCurrent: true });
  await eventually(() => expect(own.store.history.nextSearch(CHAIN, 'state')).toBeUndefined());
  const done = () => own.store.history.earlier(CHAIN)?.done;
  const goOn = () => own.store.history.searched(own.store.history.nextSearch(CHAIN, 'logs')?.searchId ?? 0, 10);
  expect(own.store.history.earlier(CHAIN)).toEqual({ addresses: 2, done: 0, of: 31 });
  goOn();
  expect(done()).toBe(0);
  goOn();
  expect(done()).toBe(20);
});

it('stops when it is paused, also after a restart, and resumes from there', async () => {
  const expected = past(40);
  /** Waits at the block that was found in the middle. */
  own.chain.lie = (method, [block]) => {
    if (method === 'eth_getBlockByNumber' && Number(block) === 200) own.pause(true);
    return undefined;
  };
  own.start();
  await becomes({ earlier: expect.objectContaining({ isPaused: true }) as never });
  await own.becomes(expected.slice(0, 21));
  const asked = () => own.chain.asked.filter((method) => method === 'eth_getLogs').length;
  const before = asked();
  await own.heard();
  expect([asked(), own.hashes().length]).toEqual([before, 21]);
  const { earlier } = last() ?? {};
  expect(earlier).toMatchObject({ accounts: 1, of: 401, isPaused: true });

  own.reopen();
  own.start();
  await becomes({ isCurrent: true, earlier: earlier as never });
  await own.heard();
  expect([asked(), own.hashes().length]).toEqual([before, 21]);
  expect(own.pause(false)).toBe(true);
  expect(last()?.earlier?.isPaused).toBe(false);
  await own.becomes(expected);
  await becomes(WHOLE);
});

it('continues with new blocks while earlier ones wait', async () => {
  past(2);
  own.start();
  await own.isSearched();
  own.pause(true);
  const [hash] = [own.chain.hash(own.chain.add(pays(1n)))];
  await eventually(() => expect(own.hashes()[0]).toBe(hash));
  await becomes(WHOLE);
});

it('says at once that a chain is not read any more, and since when', async () => {
  past(1);
  own.start();
  await becomes(WHOLE);
  own.chain.lie = () => {
    throw new No(-32005, 'too many requests');
  };
  await becomes({
    readAt: expect.any(Number) as never,
    isCurrent: false,
    problem: expect.stringContaining('too many requests') as never,
  });
  own.chain.lie = () => undefined;
  await becomes(WHOLE);
});

it('is of no chain that has no node', () => {
  own.start(false);
  expect([own.pause(true), own.readings]).toEqual([false, []]);
  expect(own.addressId(OURS)).toBeUndefined();
});
