import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActivityLine, dayOfMoment } from '../../../../shared/model/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const ALL = { search: '', offset: 0, limit: 100 };

let bench: Bench;
beforeEach(async () => {
  bench = await createReadyBench();
  await bench.engine.activities.refresh();
});
afterEach(() => bench.end());

const namesOf = (lines: readonly ActivityLine[]) =>
  lines.map((line) => ('group' in line ? `${line.rows} of ${line.group}` : line.activityId));

describe('the lines of the activities', () => {
  it('are the rows of the list below the heading of their day, found by words and by filters alike', async () => {
    const { activities } = bench.engine;
    const { rows } = activities.list(ALL);
    const today = dayOfMoment(rows[0]?.createdAt ?? null);
    expect(rows.length).toBeGreaterThan(0);
    const wanted = [`${rows.length} of ${today}`, ...rows.map(({ activityId }) => activityId)];
    for (const search of ['', 'activity_type', 'status:completed ']) {
      const lines = await activities.lines({ ...ALL, search });
      expect(namesOf(lines.rows), search).toEqual(wanted);
      expect([lines.total, lines.found], search).toEqual([rows.length + 1, rows.length]);
    }
    const second = await activities.lines({ ...ALL, search: 'status:completed ', offset: 1, limit: 1 });
    expect(namesOf(second.rows)).toEqual([rows[0]?.activityId]);
  });

  it('have no headings in the order of a column', async () => {
    const { activities } = bench.engine;
    const { total } = activities.list(ALL);
    const lines = await activities.lines({ ...ALL, order: { by: 'what', descending: false } });
    expect(lines.rows.every((line) => !('group' in line))).toBe(true);
    expect([lines.total, lines.found]).toEqual([total, total]);
  });
});
