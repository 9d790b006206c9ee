import fc from 'fast-check';
import '../../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { type ColumnRow, createColumns } from '../../../../../electron/storage/cache/history/columns.ts';
import { endsSought } from '../../../../../electron/storage/cache/history/ends.ts';
import { createMemory } from '../../../../../electron/storage/cache/history/memory.ts';
import { createFinding, HEADING, type Sought } from '../../../../../electron/storage/cache/history/search.ts';

const NOON = Date.UTC(2026, 0, 15, 12) / 1000;
const SOUGHT: Sought = { parts: null, series: null, flags: [], hash: null };
const ODD: Sought = { ...SOUGHT, flags: [{ mask: 1, value: 1 }] };

/** A row of a minute of its own, in one of three series, with one to eight parts: one of seven, and any of fifty. */
function rowAt(id: number, minute: number): ColumnRow {
  const head = Math.imul(id, 0x9e3779b1) >>> 0;
  const parts = [2 + (id % 7), ...Array.from({ length: id % 8 }, (_, index) => 100 + ((id + index * 7) % 50))];
  return {
    id,
    series: id % 3,
    time: NOON + minute * 60,
    block: minute,
    flags: id % 4,
    head,
    tail: (head ^ 0x5a5a5a5a) >>> 0,
    parts,
  };
}

const many = Array.from({ length: 20_000 }, (_, id) => rowAt(id, 20_000 - id));

function columnsOf(rows: readonly ColumnRow[]) {
  const columns = createColumns();
  for (const row of rows) columns.put(row);
  return columns.sorted();
}

function whole(finding: ReturnType<typeof createFinding>): number[] {
  while (finding.step());
  return [...finding.lines(0, finding.length)];
}

describe('a search', () => {
  it('returns a correct first page before it has searched everything', () => {
    const finding = createFinding(columnsOf(many), null, [ODD]);
    finding.step();
    expect(finding.isWhole).toBe(false);
    const page = [...finding.lines(0, 200)];
    expect(page).toHaveLength(200);
    const days = page.filter((line) => line >= HEADING).map((line) => finding.day(line - HEADING));
    const last = [...finding.lines(0, finding.length)].findLast((line) => line >= HEADING) ?? 0;
    expect(finding.day(last - HEADING).transactions).toBeNull();
    expect(whole(finding).slice(0, 200)).toEqual(page);
    expect([finding.isWhole, finding.step(), finding.count]).toEqual([true, false, 10_000]);
    expect(page.filter((line) => line >= HEADING).map((line) => finding.day(line - HEADING))).toEqual(days);
    expect(finding.day(last - HEADING).transactions).toBeGreaterThan(0);
  });

  it('counts each day completely, for any number of days', () => {
    const each = many.map((row) => ({ ...row, time: NOON - row.id * 86_400 }));
    const finding = createFinding(columnsOf(each), null, []);
    const lines = whole(finding);
    expect([lines.length, finding.count]).toEqual([40_000, 20_000]);
    for (const line of lines)
      if (line >= HEADING) expect(finding.day(line - HEADING).transactions, `${line - HEADING}`).toBe(1);
  });

  it('finds the same rows as a linear search, for every combination of terms', () => {
    const part = fc
      .integer({ min: 2, max: 149 })
      .map((number): [Sought, (row: ColumnRow) => boolean] => [
        { ...SOUGHT, parts: Uint8Array.from({ length: number + 1 }, (_, at) => (at === number ? 1 : 0)) },
        ({ parts }) => parts.includes(number),
      ]);
    const series = fc
      .nat(3)
      .map((number): [Sought, (row: ColumnRow) => boolean] => [
        { ...SOUGHT, series: Uint8Array.from({ length: number + 1 }, (_, at) => (at === number ? 1 : 0)) },
        (row) => row.series === number,
      ]);
    const flags = fc
      .tuple(fc.nat(3), fc.nat(3))
      .map(([mask, value]): [Sought, (row: ColumnRow) => boolean] => [
        { ...SOUGHT, flags: [{ mask, value }] },
        (row) => (row.flags & mask) === value,
      ]);
    const hash = fc
      .stringMatching(/^[0-9a-f]{1,2}$/)
      .map((digits): [Sought, (row: ColumnRow) => boolean] => [
        { ...SOUGHT, hash: { ...endsSought(digits), isFit: () => false } },
        ({ head, tail }) =>
          head.toString(16).padStart(8, '0').startsWith(digits) || tail.toString(16).padStart(8, '0').endsWith(digits),
      ]);
    const rows = many.slice(0, 9_000);
    const columns = columnsOf(rows);
    fc.assert(
      fc.property(fc.array(fc.oneof(part, series, flags, hash), { maxLength: 4 }), (terms) => {
        const found = whole(
          createFinding(
            columns,
            null,
            terms.map(([sought]) => sought),
          ),
        );
        const expected = rows.filter((row) => terms.every(([, fits]) => fits(row))).map(({ id }) => id);
        expect(found.filter((line) => line < HEADING).map((slot) => columns.ids[slot])).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the columns', () => {
  it('stay in order for any sequence of additions, moves and removals', () => {
    const change = fc.record({ id: fc.nat(60), minute: fc.nat(40), goes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 8 }), (batches) => {
        const columns = createColumns();
        const kept = new Map<number, number>();
        for (const batch of batches) {
          for (const { id, minute, goes } of batch) {
            if (goes) columns.remove(id);
            else columns.put(rowAt(id, minute));
            if (goes) kept.delete(id);
            else kept.set(id, minute);
          }
          const { ids, times, order, length } = columns.sorted();
          const shown = [...order.subarray(0, length)].map((slot) => [ids[slot], times[slot]]);
          const minutes = shown.map(([, time = 0]) => (time - NOON) / 60);
          expect(minutes).toEqual([...kept.values()].toSorted((a, b) => b - a));
          expect(new Map(shown.map(([id = 0], at) => [id, minutes[at]]))).toEqual(kept);
        }
      }),
    );
  });
});

describe('a cached search', () => {
  const loaded = () => {
    const memory = createMemory(function* () {
      yield many;
    });
    for (const _step of memory.load());
    return memory;
  };
  const find = (memory: ReturnType<typeof loaded>, key: string) =>
    memory.find(
      key,
      () => null,
      () => [ODD],
    );

  it('continues until the data changes or three other searches ran', () => {
    const memory = loaded();
    const finding = find(memory, 'odd');
    expect([find(memory, 'odd') === finding, memory.isRemembered(finding)]).toEqual([true, true]);
    for (const other of ['1', '2', '3']) find(memory, other);
    expect(memory.isRemembered(finding)).toBe(false);
    const newer = find(memory, 'odd');
    memory.change([rowAt(30_001, 30_000)], []);
    expect(memory.isRemembered(newer)).toBe(false);
    expect(find(memory, 'odd').step()).toBe(true);
  });
});
