import { expect, it } from 'vitest';
import { createArchiver } from '../../../electron/custody/archiver.ts';
import { AppError } from '../../../shared/errors/index.ts';
import { eventually } from '../../tools/eventually.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** An archiver of a store that only records calls, on a clock that is moved by hand. */
function started(
  run: (signal: AbortSignal, noteDamage: (error: AppError) => void) => Promise<readonly string[]>,
  faults: readonly AppError[] = [],
  removeDrafts = () => {},
) {
  const due: { wait: number; work: () => void; isCancelled: boolean }[] = [];
  const reports: unknown[] = [];
  const runs: number[] = [];
  const archiver = createArchiver({
    store: {
      archives: { checked: async () => {}, faults: () => faults } as never,
      archiving: {
        removeDrafts,
        run: async ({ now, signal, noteDamage }) => {
          runs.push(now);
          return run(signal as AbortSignal, noteDamage);
        },
      },
    },
    now: () => 7,
    report: (during, error) => {
      reports.push([during, error]);
      return 'reference';
    },
    later(wait, work) {
      const entry = { wait, work, isCancelled: false };
      due.push(entry);
      return () => {
        entry.isCancelled = true;
      };
    },
  });
  return { archiver, due, reports, runs };
}

it('looks a minute after the start, then once a day, also after a failure', async () => {
  const full = new AppError('DISK_FULL', 'The disk is full. Nothing was archived. Free some space.');
  const { archiver, due, reports, runs } = started(() => Promise.reject(full));
  expect(due.map(({ wait }) => wait)).toEqual([MINUTE]);
  due[0]?.work();
  await eventually(() => expect(due.map(({ wait }) => wait)).toEqual([MINUTE, DAY]));
  due[1]?.work();
  await eventually(() => expect(due).toHaveLength(3));
  expect(runs).toEqual([7, 7]);
  expect(reports).toEqual([
    ['archives', full],
    ['archives', full],
  ]);
  await archiver.close();
});

it('reports the archives that cannot be used', async () => {
  const fault = new AppError('DATABASE_CORRUPT', 'It is missing.');
  const { archiver, reports } = started(async () => [], [fault]);
  await archiver.close();
  expect(reports).toEqual([['archives', fault]]);
});

it('reports drafts that cannot be removed, and damaged activities, and continues', async () => {
  const [refused, damaged] = [new Error('EACCES'), new AppError('DATABASE_CHANGED', 'It was changed.')];
  const { archiver, due, reports } = started(
    async (_signal, noteDamage) => {
      noteDamage(damaged);
      return [];
    },
    [],
    () => {
      throw refused;
    },
  );
  expect(reports).toEqual([['archives', refused]]);
  due[0]?.work();
  await eventually(() => expect(due).toHaveLength(2));
  expect(reports).toEqual([
    ['archives', refused],
    ['archives', damaged],
  ]);
  await archiver.close();
});

it('ends the work that runs, reports no cancellation, and looks no more', async () => {
  const { archiver, due, reports } = started(
    (signal) =>
      new Promise((_, fail) => {
        signal.addEventListener('abort', () => fail(new AppError('CANCELLED', 'Cancelled.')));
      }),
  );
  due[0]?.work();
  await archiver.close();
  expect(due).toHaveLength(1);
  expect(due[0]?.isCancelled).toBe(true);
  expect(reports).toEqual([]);
});
