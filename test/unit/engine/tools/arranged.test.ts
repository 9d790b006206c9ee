import { describe, expect, it } from 'vitest';
import { createArranged } from '../../../../electron/engine/tools/arranged.ts';
import type { RowRules } from '../../../../shared/model/index.ts';

interface Row {
  readonly name: string;
}
const RULES: RowRules<Row> = {
  orders: { name: ({ name }) => name },
  filters: { starts: ({ name }, value) => name.startsWith(value) },
};
const profile = { name: 'local' } as never;

/** A list of rows `n0`, `n1` and so on, which counts how often it is read. */
function listOf(count: number) {
  const reads: string[] = [];
  const all = Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
  const arranged = createArranged<Row>({
    rules: RULES,
    read(_profile, { search, offset, limit }) {
      reads.push(search);
      return { rows: all.slice(offset, offset + limit), total: count, refreshedAt: 7 };
    },
  });
  const page = (search: string, offset: number, descending: boolean | null = null) =>
    arranged.page(profile, {
      search,
      offset,
      limit: 2,
      ...(descending === null ? {} : { order: { by: 'name', descending } }),
    });
  return { reads, page, clear: arranged.clear };
}
const names = ({ rows }: { readonly rows: readonly Row[] }) => rows.map(({ name }) => name);

describe('a list in an order', () => {
  it('reads one page for a plain search in its own order', async () => {
    const { reads, page } = listOf(5_000);
    expect(names(await page('pay', 4_000))).toEqual(['n4000', 'n4001']);
    expect(reads).toEqual(['pay']);
  });

  it('reads all rows once for an order, and each further page from memory until the rows change', async () => {
    const { reads, page, clear } = listOf(1_200);
    expect(names(await page('', 0, true))).toEqual(['n1199', 'n1198']);
    const once = reads.length;
    expect(names(await page('', 1_198, true))).toEqual(['n1', 'n0']);
    expect(reads).toHaveLength(once);
    clear();
    await page('', 0, true);
    expect(reads).toHaveLength(2 * once);
  });

  it('passes only the words to the search, and counts the rows that pass the filters', async () => {
    const { reads, page } = listOf(1_200);
    const found = await page('starts:n119 pay', 0);
    expect(found).toEqual({ rows: [{ name: 'n119' }, { name: 'n1190' }], total: 11, refreshedAt: 7 });
    expect(new Set(reads)).toEqual(new Set(['pay']));
  });

  it('refuses to hold more than 20,000 rows, and reads them again at the next try', async () => {
    const { reads, page } = listOf(20_001);
    await expect(page('', 0, false)).rejects.toThrow('More than 20,000 rows would have to be ordered or filtered.');
    await expect(page('', 0, false)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(reads).toHaveLength(2);
  });
});
