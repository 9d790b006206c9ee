import { expect, it } from 'vitest';
import { createLogDays } from '../../../../electron/engine/log/days.ts';
import { atOnce } from '../../../../electron/storage/sqlite/index.ts';

const day = (date: number) => new Date(2026, 10, date).getTime();
const noon = (date: number) => new Date(2026, 10, date, 12).getTime();

/** A log of entries by their numbers, whose readings are counted. Entries up to `unreadable` are in an archive that cannot be read. */
function logOf(entries: Map<number, number>, archive = { unreadable: 0 }) {
  let read = 0;
  const days = createLogDays({
    newest: () => Math.max(0, ...entries.keys()),
    readableLines(to, limit) {
      const lines = [...entries].flatMap(([sequence, at]) =>
        sequence <= to && sequence > archive.unreadable ? [{ sequence, at, profile: 'local', operation: 'stamp' }] : [],
      );
      const found = lines.toSorted((one, other) => other.sequence - one.sequence).slice(0, limit);
      read += found.length;
      return { found, isWhole: archive.unreadable === 0 };
    },
  });
  return { all: () => atOnce(days.all()), of: (sequences: number[]) => atOnce(days.of(sequences)), read: () => read };
}

it('the entries of a log are grouped by their days, newest first', () => {
  const log = logOf(new Map([1, 2, 3, 4, 5].map((entry) => [entry, noon(entry < 3 ? 20 : entry < 5 ? 21 : 23)])));
  expect(log.all()).toEqual([
    { group: day(23), rows: 1 },
    { group: day(21), rows: 2 },
    { group: day(20), rows: 2 },
  ]);
  expect(log.of([5, 3, 1])).toEqual([
    { group: day(23), rows: 1 },
    { group: day(21), rows: 1 },
    { group: day(20), rows: 1 },
  ]);
});

it('the time of an entry is read once', () => {
  const entries = new Map([1, 2, 3].map((entry) => [entry, noon(20)] as const));
  const log = logOf(entries);
  log.all();
  entries.set(4, noon(21));
  const before = log.read();
  expect(log.all()).toEqual([
    { group: day(21), rows: 1 },
    { group: day(20), rows: 3 },
  ]);
  // One chunk is read, and the older entries in it are passed over.
  expect(log.read() - before).toBe(4);
  expect(log.all()).toHaveLength(2);
});

it('a missing entry is listed on the day of its predecessor, and each number has its row', () => {
  const log = logOf(
    new Map([
      [2, noon(20)],
      [4, noon(21)],
    ]),
  );
  expect(log.all()).toEqual([
    { group: day(21), rows: 1 },
    { group: day(20), rows: 3 },
  ]);
});

it('the entries of an unreadable archive hide no other day, and have their own once it can be read', () => {
  const archive = { unreadable: 2 };
  const log = logOf(new Map([1, 2, 3].map((entry) => [entry, noon(19 + entry)])), archive);
  expect(log.all()).toEqual([{ group: day(22), rows: 3 }]);
  archive.unreadable = 0;
  expect(log.all().map(({ group }) => group)).toEqual([day(22), day(21), day(20)]);
});

it('after a clock was set back a day is listed twice, because the chain has one order', () => {
  const log = logOf(
    new Map([
      [1, noon(20)],
      [2, noon(21)],
      [3, noon(20)],
    ]),
  );
  expect(log.all().map(({ group }) => group)).toEqual([day(20), day(21), day(20)]);
});
