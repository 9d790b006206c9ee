import { existsSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import '../../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import {
  FLAGS,
  type HistoryStore,
  openHistoryFile,
  type Term,
  type Transaction,
} from '../../../../../electron/storage/cache/history/index.ts';
import { afterCrash, freshPaths, temporaryFolder } from '../../support.ts';
import { addressAt, blocks, fill, found, hashAt, load, TREASURY, transactionAt, USDC } from './transactions.ts';

const fresh = freshPaths(temporaryFolder());

function open(path = fresh('history.db')) {
  const said: string[] = [];
  const file = openHistoryFile(path, (words) => said.push(words));
  return { path, said, file, store: file.store() };
}

const transactions = (from: number, to: number) => blocks(from, to).map((block) => transactionAt(block));

describe('a kept history', () => {
  it('is empty at first, and creates its file on first use', () => {
    const path = fresh('history.db');
    const file = openHistoryFile(path, () => undefined);
    file.removeProfile('local');
    expect(existsSync(path)).toBe(false);
    expect(file.store().lines('local', [], 0, 10)).toEqual({ lines: [], total: 0, found: 0, refreshedAt: null });
    file.close();
  });

  it('is returned unchanged across a restart, newest first, with a heading for each day', () => {
    const first = open();
    fill(first.store, transactions(9, 0));
    first.store.setRefreshed('local', 5_000);
    first.file.close();
    const { store, file } = open(first.path);
    const early = store.lines('local', [], 0, 4);
    load(store);
    const all = store.lines('local', [], 0, 100);
    expect(early.lines.slice(1)).toEqual(all.lines.slice(1, 4));
    expect(all).toMatchObject({ found: 10, refreshedAt: 5_000 });
    const kept = all.lines.flatMap((line) => ('transaction' in line ? [line.transaction] : []));
    expect(kept.map(({ id, address, chain, ...transaction }) => transaction)).toEqual(transactions(9, 0));
    expect(kept[0]).toMatchObject({ ...TREASURY, id: 1 });
    const days = all.lines.flatMap((line) => ('day' in line ? [line.transactions] : []));
    expect(days.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(10);
    expect(days.length).toBe(new Set(kept.map(({ time }) => new Date(time * 1000).toDateString())).size);
    expect(all.total).toBe(10 + days.length);
    expect(store.lines('local', [], 3, 4).lines).toEqual(all.lines.slice(3, 7));
    expect(store.lines('local', [], 99, 4).lines).toEqual([]);
    file.close();
  });

  it('returns a transaction only to its own profile, and is removed with it', () => {
    const { store, file } = open();
    fill(store, transactions(2, 0));
    fill(store, transactions(5, 3), 'other');
    load(store);
    expect(store.get('local', 1)).toMatchObject(transactionAt(2));
    expect(store.get('other', 1)).toBeNull();
    expect(found(store)).toEqual([2, 1, 0]);
    store.removeProfile('local');
    expect([store.get('local', 1), store.isLoaded()]).toEqual([null, false]);
    load(store);
    expect(found(store)).toEqual([]);
    expect(store.lines('other', [], 0, 9).found).toBe(3);
    file.close();
  });

  it('is visible to another process, including searches', () => {
    const one = open();
    const two = open(one.path);
    load(two.store);
    fill(one.store, transactions(3, 1));
    expect(two.store.isLoaded()).toBe(false);
    expect(found(load(two.store), { text: 'usdc' })).toEqual([3, 2, 1]);
    one.file.close();
    two.file.close();
  });

  it('is recreated when it is damaged, with a message', () => {
    const path = fresh('history.db');
    writeFileSync(path, 'not a database, and long enough to be taken for one by its first bytes'.repeat(100));
    const { said, store, file } = open(path);
    expect(said).toEqual([expect.stringContaining(`moved to ${path}.damaged and replaced`)]);
    fill(store, transactions(1, 0));
    file.close();
  });

  it('of several addresses and chains has one order, whichever was read first', () => {
    const { store, file } = open();
    fill(store, [transactionAt(8), transactionAt(2)]);
    load(store);
    fill(store, [transactionAt(9), transactionAt(5), transactionAt(1)], 'local', { ...TREASURY, chain: 'eip155:8453' });
    expect(found(store)).toEqual([9, 8, 5, 2, 1]);
    file.close();
  });
});

describe('the search of a history', () => {
  const { store } = open();
  fill(store, [
    transactionAt(30, { failed: true }),
    transactionAt(20, { transfers: [{ incoming: false, asset: USDC, amount: '5', counterparty: addressAt(500) }] }),
    transactionAt(10, { transfers: [] }),
    transactionAt(0, { finalized: false, to: null }),
  ]);
  load(store);
  it.for<[string, Term, number[]]>([
    ['the beginning of a hash', { text: hashAt(20).slice(0, 7) }, [20]],
    ['it without its prefix', { text: hashAt(20).slice(2, 9) }, [20]],
    ['a whole hash', { text: hashAt(30) }, [30]],
    ['one that is longer than what memory knows, and another', { text: `${hashAt(30).slice(0, 12)}1` }, []],
    ['the end of a hash', { text: '0000000000000a' }, [10]],
    ['the beginning of an address', { text: addressAt(500).slice(0, 8) }, [20]],
    ['a whole address', { text: addressAt(500) }, [20]],
    ['its end', { text: addressAt(500).slice(-6) }, [20]],
    ['addresses of a label', { addresses: [addressAt(500), addressAt(123)] }, [20]],
    ['part of a symbol or a name', { text: 'sd coi' }, [30, 20, 0]],
    ['nothing that is there', { text: 'zz' }, []],
    ['failed ones', { flags: [{ mask: FLAGS.failed, value: FLAGS.failed }] }, [30]],
    ['those that are not final', { flags: [{ mask: FLAGS.finalized, value: 0 }] }, [0]],
    ['those that moved nothing', { flags: [{ mask: FLAGS.incoming | FLAGS.outgoing, value: 0 }] }, [10]],
    ['a chain', { series: ({ chain }) => chain === 'eip155:1' }, [30, 20, 10, 0]],
    ['another chain', { series: ({ chain }) => chain === 'eip155:8453' }, []],
    ['either of what one term names', { text: hashAt(10), addresses: [addressAt(500)] }, [20, 10]],
  ])('finds %s', ([, term, expected]) => expect(found(store, term)).toEqual(expected));

  it('requires every term', () => {
    expect(found(store, { text: 'usdc' }, { flags: [{ mask: FLAGS.failed, value: 0 }] })).toEqual([20, 0]);
  });

  it('finds the same rows as a linear search, for any order of writes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat(400), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
        fc.stringMatching(/^[0-9a-f]{2,3}$/),
        (batches, digits) => {
          const other = open();
          load(other.store);
          const all = new Set<number>();
          for (const [index, batch] of batches.entries()) {
            const sorted = batch.toSorted((a, b) => b - a).filter((block) => !all.has(block));
            fill(
              other.store,
              sorted.map((block) => transactionAt(block)),
              'local',
              { ...TREASURY, chain: `eip155:${index}` },
            );
            for (const block of sorted) all.add(block);
            const expected = [...all]
              .toSorted((a, b) => b - a)
              .filter((block) => {
                const { hash, from, to, transfers } = transactionAt(block);
                return [hash, from, to ?? '', ...transfers.map(({ counterparty }) => counterparty)].some(
                  (text) => text.toLowerCase().startsWith(digits, 2) || text.toLowerCase().endsWith(digits),
                );
              });
            expect(found(other.store, { text: digits })).toEqual(expected);
            expect(found(other.store)).toEqual([...all].toSorted((a, b) => b - a));
          }
          other.file.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

/**
 * Reads pages of a chain as the engine would, of at most two transactions, and ends before the `most`-th. Returns the
 * number of new ones.
 */
function readAll(
  store: HistoryStore,
  chain: readonly Transaction[],
  { most = Number.POSITIVE_INFINITY, now = 1_000 } = {},
): number {
  const { series, scans } = store.begin('local', TREASURY, now);
  let read = 0;
  let pages = 0;
  for (const scan of scans) {
    let at = scan.cursor === null ? 0 : chain.findIndex(({ hash }) => hash === scan.cursor) + 1;
    for (;;) {
      if (pages === most) return read;
      pages += 1;
      const page = chain.slice(at, at + 2);
      at += 2;
      read += page.length;
      const tail = page.at(-1)?.hash ?? null;
      const { isDone } = store.add(series, scan.number, page, at < chain.length ? tail : null, tail);
      if (isDone) break;
    }
  }
  return read;
}

describe('reading a history', () => {
  it('resumes after a crash at any page while new transactions arrive, without a gap or a duplicate', () => {
    for (let most = 0; most < 7; most += 1) {
      let { path, store, file } = open();
      let height = 8;
      for (let round = 0; round < 6; round += 1) {
        readAll(store, transactions(height, 0), { most: most % 3 === 0 && round > 2 ? 9 : most });
        const crashed = afterCrash(path, fresh('history.db'));
        file.close();
        ({ path, store, file } = open(crashed));
        height += round % 3;
      }
      readAll(store, transactions(height, 0));
      expect(found(load(store))).toEqual(blocks(height, 0));
      file.close();
    }
  });

  it('ends where everything is stored and final', () => {
    const { store, file } = open();
    readAll(store, transactions(300, 0));
    expect(readAll(store, transactions(301, 0))).toBe(2);
    expect(readAll(store, transactions(301, 0))).toBe(2);
    file.close();
  });

  it('finds transactions that the service added later: older ones at once, others after a day', () => {
    const { store, file } = open();
    const expected = blocks(400, 100).filter((block) => block !== 200);
    const chain = (...more: readonly (readonly number[])[]) =>
      [...expected, ...more.flat()].toSorted((a, b) => b - a).map((block) => transactionAt(block));
    readAll(store, chain());
    readAll(store, chain(blocks(99, 50)));
    readAll(store, chain(blocks(99, 50), [200], blocks(49, 0)));
    load(store);
    const whole = blocks(400, 0);
    expect(found(store)).toEqual(whole.filter((block) => block !== 200));
    readAll(store, chain(blocks(99, 50), [200], blocks(49, 0)), { now: 1_000 + 24 * 3_600_000 });
    expect(found(store)).toEqual(whole);
    file.close();
  });

  it('reads transactions again until they are final', () => {
    const { store, file } = open();
    const chain = (height: number, final: number) =>
      blocks(height, 0).map((block) => transactionAt(block, { finalized: block <= final }));
    readAll(store, chain(409, 403));
    expect(readAll(store, chain(410, 408))).toBe(8);
    load(store);
    expect(found(store, { flags: [{ mask: FLAGS.finalized, value: 0 }] })).toEqual([410, 409]);
    file.close();
  });

  it('applies a reorganization, and keeps final transactions', () => {
    const { store, file } = open();
    const chain = (kept: readonly number[], final: number) =>
      kept.map((block) => transactionAt(block, { finalized: block <= final }));
    readAll(store, chain([9, 8, 7, 6, 5, 4, 3], 5));
    load(store);
    const moved = { ...transactionAt(11, { finalized: false }), hash: hashAt(8) };
    readAll(store, [moved, ...chain([9, 6, 5, 4, 3], 5)]);
    expect(found(store)).toEqual([11, 9, 6, 5, 4, 3]);
    readAll(store, []);
    expect(found(store)).toEqual([5, 4, 3]);
    expect(store.lines('local', [], 0, 1).found).toBe(3);
    file.close();
  });
});
