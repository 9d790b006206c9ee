import { expect, it } from 'vitest';
import { untilRead } from '../../../../electron/engine/history/until-read.ts';
import { createReadings } from '../../../../electron/engine/service/readings.ts';
import { createChanges } from '../../../../electron/engine/tools/changes.ts';
import type { ChainReading } from '../../../../shared/model/index.ts';

const EARLIER = { accounts: 1, done: 1, of: 9, isPaused: false, problem: null };
const COMMON = { chain: 'eip155:1', problem: null, passedOver: 0, untraced: 0 };
const READING: ChainReading = { ...COMMON, readAt: 1, isCurrent: true, earlier: EARLIER };

function waiting(first: ChainReading) {
  const changes = createChanges(() => undefined);
  const readings = createReadings({ changes });
  const reported: string[] = [];
  const end = new AbortController();
  let isRead = false;
  readings.note(first);
  const read = untilRead(changes, readings.list, {
    signal: end.signal,
    progress: ({ done, total, text }) => reported.push(`${text} (${done}/${total})`),
  });
  read.then(
    () => {
      isRead = true;
    },
    () => undefined,
  );
  return {
    reported,
    read,
    end,
    /** Notes the change and reports whether the wait is over. */
    async isOverWith(change: Partial<ChainReading>) {
      readings.note({ ...READING, ...change });
      await new Promise((resolve) => setTimeout(resolve, 1));
      return isRead;
    },
  };
}

it('waits until a chain is read to its end and back to its beginning, and reports how far it is', async () => {
  const { reported, isOverWith } = waiting(READING);
  expect(await isOverWith({ earlier: { ...EARLIER, done: 5 } })).toBe(false);
  expect(await isOverWith({ earlier: null, isCurrent: false })).toBe(false);
  expect(await isOverWith({ earlier: null })).toBe(true);
  expect(reported).toEqual(['Ethereum: 1 of 9 blocks read, 11% (1/9)', 'Ethereum: 5 of 9 blocks read, 55% (5/9)']);
});

it.each([
  ['what is paused', { earlier: { ...EARLIER, isPaused: true } }],
  ['what the node has forgotten', { earlier: { ...EARLIER, problem: 'it has forgotten' } }],
  ['a node that does not answer', { isCurrent: false, problem: 'it did not answer' }],
])('does not wait for %s', async (_what, change) => {
  expect(await waiting(READING).isOverWith(change)).toBe(true);
  await waiting({ ...READING, ...change }).read;
});

it('is cancelled', async () => {
  const { read, end } = waiting(READING);
  end.abort();
  await expect(read).rejects.toMatchObject({ code: 'CANCELLED' });
});
