import { describe, expect, it } from 'vitest';
import { allPages } from '../../../../electron/engine/queries/all-pages.ts';

const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => `row-${from + at}`);

describe('a list of the service', () => {
  it('is read from the last row of each page', async () => {
    const asked: object[] = [];
    const list = await allPages(
      async (options) => {
        asked.push(options);
        return asked.length === 1 ? rows(0, 100) : rows(100, 5);
      },
      (row) => row,
      {},
    );
    expect(list).toEqual({ rows: rows(0, 105), isWhole: true });
    expect(asked).toEqual([{ limit: '100' }, { limit: '100', after: 'row-99' }]);
  });

  it('has each row once when a new row moves the others', async () => {
    const pages = [rows(0, 100), rows(99, 50)];
    const list = await allPages(
      async () => pages.shift() ?? [],
      (row) => row,
      {},
    );
    expect(list.rows).toHaveLength(149);
  });

  it('is read to its maximum, and then is not whole', async () => {
    const pages = [rows(0, 100), rows(100, 100), rows(200, 100)];
    const read = async () => pages.shift() ?? [];
    const list = await allPages(read, String, { maximum: 200 });
    expect(list).toEqual({ rows: rows(0, 200), isWhole: false });
  });

  it('stops when the operator cancels', async () => {
    const signal = AbortSignal.abort();
    const read = async () => expect.unreachable();
    await expect(allPages(read, String, { signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
