import { expect, it } from 'vitest';
import { eventually } from '../../../../tools/eventually.ts';
import { No } from './made-chain.ts';
import { historySetting, moves, OURS, pays, SECOND, STRANGER, TOKEN } from './setting.ts';

const own = historySetting();
const INNER = { from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] };
const becomes = (passedOver: number, untraced: number) =>
  eventually(() => expect(own.readings.at(-1)).toMatchObject({ isCurrent: true, passedOver, untraced }), 2);
const cannotTrace = (method: string) => {
  if (method.startsWith('debug_')) throw new No(-32601, 'the method does not exist');
  return undefined;
};
/** Exceeds the longest accepted reply. */
const TOO_LONG = `0x${'00'.repeat(9 * 1024 * 1024)}`;

it('counts blocks that could not be traced, once, and keeps that over a restart', async () => {
  own.watch(SECOND);
  own.chain.add(moves(1), moves(2, SECOND));
  own.chain.pass(3);
  own.chain.finalize(4);
  own.chain.lie = cannotTrace;
  own.start();
  // Found for each of two addresses.
  await own.becomes([own.chain.hash(1)]);
  await own.becomes([own.chain.hash(1, 1)], SECOND);
  await own.isSearched();
  await becomes(0, 1);
  own.chain.add(pays(1n));
  own.chain.pass(1);
  own.chain.add(pays(2n, STRANGER));
  await becomes(0, 3);

  own.reopen();
  own.readings.length = 0;
  own.start();
  expect(own.readings[0]).toMatchObject({ untraced: 3 });
  own.chain.lie = () => undefined;
  const hash = own.chain.hash(own.chain.add(INNER));
  await eventually(() => expect(own.hashes()[0]).toBe(hash));
  await becomes(0, 3);
});

it('counts a block of which one transaction could not be traced', async () => {
  own.start();
  await own.isSearched();
  const slow = own.chain.hash(own.chain.add(INNER, INNER), 1);
  own.chain.lie = (method, [asked], result) => {
    if (method === 'debug_traceTransaction' && asked === slow) throw new No(-32000, 'execution timeout');
    if (method !== 'debug_traceBlockByHash') return undefined;
    return (result as { txHash: string }[]).map((trace) =>
      trace.txHash === slow ? { txHash: slow, error: 'execution timeout' } : trace,
    );
  };
  await becomes(0, 1);
  expect(own.hashes()).toEqual([own.chain.hash(1)]);
});

it('counts a block that is longer than is read, and none that is gone again', async () => {
  own.start();
  await own.isSearched();
  own.chain.add(pays(1n));
  own.chain.lie = (method, [tag, isFull], result) => {
    const isLong = method === 'eth_getBlockByNumber' && tag === '0x1' && isFull === true;
    return isLong ? { ...(result as object), extraData: TOO_LONG } : undefined;
  };
  await becomes(1, 0);
  expect(own.hashes()).toEqual([]);
  own.chain.lie = cannotTrace;
  own.chain.add(pays(2n));
  await becomes(1, 1);
  own.chain.fork(0);
  own.chain.lie = () => undefined;
  own.chain.pass(4);
  await becomes(0, 0);
});
