import { expect, it } from 'vitest';
import { createReadings } from '../../../../electron/engine/service/readings.ts';
import { createChanges } from '../../../../electron/engine/tools/changes.ts';
import type { ChainReading } from '../../../../shared/model/index.ts';

const reading = (chain: string, isCurrent: boolean, readAt: number | null): ChainReading => ({
  chain,
  isCurrent,
  readAt,
  problem: null,
  earlier: null,
  passedOver: 0,
  untraced: 0,
});

function made() {
  const changes = createChanges(() => undefined);
  const announced: number[] = [];
  const readings = createReadings({ changes });
  changes.on('readings', () => announced.push(readings.list().length));
  return { readings, announced };
}

it('the report is whole until the oldest reading of a chain', () => {
  const { readings, announced } = made();
  expect(readings.wholeUntil()).toBeUndefined();
  readings.note(reading('eip155:1', true, 5));
  expect(readings.wholeUntil()).toBeUndefined();
  readings.note(reading('eip155:8453', false, 9));
  readings.note(reading('eip155:1', false, 5));
  expect(readings.wholeUntil()).toBe(5);
  readings.note(reading('eip155:137', false, null));
  expect(readings.wholeUntil()).toBeNull();
  readings.forget();
  readings.forget();
  expect([readings.list(), readings.wholeUntil(), announced]).toEqual([[], undefined, [1, 2, 2, 3, 0]]);
});

it('words of a node are one line', () => {
  const { readings } = made();
  const problem = 'it says “a\n\u202eb”';
  const earlier = { accounts: 1, done: 0, of: 1, isPaused: false, problem };
  readings.note({ ...reading('eip155:1', false, null), problem, earlier });
  const [shown] = readings.list();
  expect(shown?.problem).toBe('it says “a b”');
  expect(shown?.earlier?.problem).toBe('it says “a b”');
});
