import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsInOrder } from '../../../../electron/engine/history/orders.ts';
import { FLAGS, type KeptTransaction } from '../../../../electron/storage/cache/index.ts';
import { atOnce } from '../../../../electron/storage/sqlite/index.ts';
import { addressAt } from '../../storage/cache/history/transactions.ts';
import { historySetting, times, token } from './setting.ts';
import { itemAt } from './stand-in.ts';

const own = historySetting();
const PAGE = { search: '', offset: 0, limit: 500 };
const native = (amount: string, direction: string, counterparty: string) => ({
  ...token('ETH'),
  amount,
  direction,
  counterparty,
  asset: { caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 },
});

/** Four transactions: hours 4 to 1 after the stand-in's first time. */
const fill = () =>
  own.fill([
    itemAt(4, { transfers: [native('2000000000000000000', 'IN', addressAt(2))] }),
    itemAt(3, { executionFailed: true, transfers: [] }),
    itemAt(2, { transfers: [native('10000000000000000000', 'IN', addressAt(3))] }),
    itemAt(1, { transfers: [native('3000000000000000000', 'OUT', addressAt(1))] }),
  ]);

const inOrder = async (by: string, descending: boolean, search = '') => {
  const { rows } = await own.bench.engine.history.list({ ...PAGE, search, order: { by, descending } });
  return times(rows.flatMap((row) => ('id' in row ? row : [])));
};

describe('a history in the order of a column', () => {
  it('has all transactions, without days, and equal ones newest first', async () => {
    await fill();
    expect(await own.bench.engine.history.list({ ...PAGE, order: { by: 'time', descending: false } })).toMatchObject({
      total: 4,
      found: 4,
      refreshedAt: 1_790_000_000_000,
    });
    expect(await inOrder('time', false)).toEqual([1, 2, 3, 4]);
    expect(await inOrder('time', true)).toEqual([4, 3, 2, 1]);
    expect(await inOrder('amount', false)).toEqual([1, 4, 2, 3]);
    expect(await inOrder('amount', true)).toEqual([2, 4, 1, 3]);
    expect(await inOrder('direction', false)).toEqual([4, 2, 1, 3]);
    expect(await inOrder('direction', true)).toEqual([3, 1, 4, 2]);
    expect(await inOrder('state', true)).toEqual([3, 4, 2, 1]);
    expect(await inOrder('chain', false)).toEqual([4, 3, 2, 1]);
    expect(await inOrder('constructor', true)).toEqual([4, 3, 2, 1]);
  });

  it('follows the labels of the address book, and a change of them', async () => {
    await fill();
    const label = (address: string, name: string) =>
      own.bench.engine.addresses.save({ address, chain: null, label: name, note: '', tags: [], allowed: false }, null);
    await label(addressAt(2), 'Zoe');
    expect((await inOrder('counterparty', false)).at(-1)).toBe(4);
    await label(addressAt(3), '~ last');
    await label(addressAt(1), 'Acme');
    expect((await inOrder('counterparty', true))[0]).toBe(4);
  });

  it('orders only the matches of the search, page by page', async () => {
    await fill();
    expect(await inOrder('amount', false, 'direction:in')).toEqual([4, 2]);
    const order = { by: 'amount', descending: true };
    const { rows, total } = await own.bench.engine.history.list({ search: '', offset: 1, limit: 2, order });
    expect([total, times(rows.flatMap((row) => ('id' in row ? row : [])))]).toEqual([4, [4, 1]]);
  });

  it('has newer transactions as soon as they are read', async () => {
    await fill();
    expect(await inOrder('time', false)).toHaveLength(4);
    own.service.items = [itemAt(5), ...own.service.items];
    await own.bench.engine.history.refresh();
    expect(await inOrder('time', false)).toEqual([1, 2, 3, 4, 5]);
  });

  it('by the contents of more rows than can be read is refused, and by any other column it is not', () => {
    const ids = Uint32Array.from({ length: 20_001 }, (_id, index) => index);
    const store = {
      *hits() {
        yield;
        return { ids, seriesAt: () => undefined, flagsAt: (index: number) => (index === 7 ? FLAGS.failed : 0) };
      },
      pieces: (): Generator<KeptTransaction[], void> => {
        throw new Error('No row is read.');
      },
    };
    const parties = { labelled: () => [], of: () => ({ address: '', label: null, own: false }) };
    const first = (by: string, descending: boolean) =>
      atOnce(idsInOrder(store, 'local', [], { order: { by, descending }, parties }))[0];
    expect(() => first('amount', false)).toThrow('More than 20,000 rows would have to be ordered');
    expect(() => first('counterparty', false)).toThrow('Type words of the rows you want');
    expect([first('time', false), first('state', true), first('chain', true)]).toEqual([20_000, 7, 0]);
  });
});

describe('a file of a history', () => {
  it('has the chosen transactions in the order of the window', async () => {
    await fill();
    const { rows } = await own.bench.engine.history.list({ ...PAGE, order: { by: 'amount', descending: true } });
    const ids = rows.flatMap((row) => ('id' in row ? String(row.id) : []));
    const amounts = async (chosen: { allBut: boolean; ids: string[] } | null) => {
      const order = { by: 'amount', descending: true };
      const { path, transactions } = await own.bench.engine.history.write('json', { search: '', order, chosen });
      const lines = JSON.parse(readFileSync(path, 'utf8')) as { amount: string }[];
      return [transactions, lines.map(({ amount }) => amount)];
    };
    expect(await amounts(null)).toEqual([4, ['10', '2', '3', '']]);
    expect(await amounts({ allBut: false, ids: [ids[2] ?? '', ids[0] ?? ''] })).toEqual([2, ['10', '3']]);
    expect(await amounts({ allBut: true, ids: [ids[0] ?? ''] })).toEqual([3, ['2', '3', '']]);
  });
});
