import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { type Cache, openCache } from '../../../../electron/storage/cache/index.ts';
import type { CachedWallet } from '../../../../electron/storage/cache/writer.ts';
import type { AccountRow } from '../../../../shared/model/index.ts';
import { afterCrash, codeOf, freshPaths, temporaryFolder } from '../support.ts';
import { accountRow, replaceAccounts } from './rows.ts';

const fresh = freshPaths(temporaryFolder());
const ALL = { search: '', offset: 0, limit: 500 };

function open(path = fresh('cache.db')): Cache & { path: string } {
  return { path, ...openCache(path) };
}

function wallet(index: number): CachedWallet {
  return {
    walletId: `wallet-${index}`,
    walletName: `Treasury ${index}`,
    exported: index === 1,
    imported: false,
    createdAt: { seconds: '1745383555', nanos: '500000000' },
  };
}

const rows = (count: number): AccountRow[] => Array.from({ length: count }, (_, index) => accountRow(index));

function addresses(cache: Cache, search: string, offset = 0, limit = 500): string[] {
  return cache.reader.accounts('local', { search, offset, limit }).rows.map((row) => row.address);
}

describe('cached accounts', () => {
  it('are none before the first refresh', () => {
    const cache = open();
    expect(cache.reader.accounts('local', ALL)).toEqual({ rows: [], total: 0, refreshedAt: null });
    expect(cache.reader.wallets('local')).toEqual({ rows: [], refreshedAt: null });
    expect(cache.reader.spellings('local', 'x')).toEqual([]);
    expect(cache.recovered).toBeNull();
    cache.close();
  });

  it('are returned unchanged, in order, page by page, across a restart', () => {
    const first = open();
    replaceAccounts(first, 'local', [wallet(0), wallet(1)], rows(7), 5_000);
    first.close();
    const cache = open(first.path);
    expect(cache.reader.accounts('local', ALL)).toEqual({ rows: rows(7), total: 7, refreshedAt: 5_000 });
    expect(cache.reader.accounts('local', { search: '', offset: 5, limit: 5 }).rows).toEqual(rows(7).slice(5));
    expect(cache.reader.accounts('local', { search: '', offset: 9, limit: 5 }).rows).toEqual([]);
    expect(cache.reader.spellings('local', rows(7)[3]!.address)).toEqual([accountRow(3)]);
    expect(cache.reader.addresses('local', 5, 9).map(({ address }) => address)).toEqual(
      rows(7)
        .slice(5)
        .map(({ address }) => address),
    );
    cache.close();
  });

  it('are found by address in any letter case, the exact spelling first', () => {
    const cache = open();
    const spelled = (index: number, address: string) => ({ ...accountRow(index), address });
    const all = [spelled(0, '0xABCD'), spelled(1, '0xabcd'), spelled(2, '0xabce'), spelled(3, 'x0xabcd')];
    replaceAccounts(cache, 'local', [wallet(0)], all, 1);
    expect(cache.reader.spellings('local', '0xabcd').map(({ address }) => address)).toEqual(['0xabcd', '0xABCD']);
    expect(cache.reader.spellings('local', '0xAbCd').map(({ address }) => address)).toEqual(['0xABCD', '0xabcd']);
    cache.close();
  });

  it('count the accounts of each wallet', () => {
    const cache = open();
    replaceAccounts(cache, 'local', [wallet(0), wallet(1), wallet(9)], rows(7), 5_000);
    expect(cache.reader.wallets('local')).toEqual({
      refreshedAt: 5_000,
      rows: [
        {
          walletId: 'wallet-0',
          walletName: 'Treasury 0',
          accounts: 3,
          exported: false,
          imported: false,
          createdAt: 1_745_383_555_500,
        },
        expect.objectContaining({ walletId: 'wallet-1', accounts: 2, exported: true }),
        expect.objectContaining({ walletId: 'wallet-9', accounts: 0 }),
      ],
    });
    cache.close();
  });

  it('of one profile never appear in another, and are removed with it', () => {
    const cache = open();
    replaceAccounts(cache, 'local', [wallet(0)], rows(3), 1);
    replaceAccounts(cache, 'remote', [wallet(1)], [accountRow(9)], 2);
    expect(addresses(cache, 'treasury')).toHaveLength(3);
    cache.writer.removeProfile('local');
    expect(cache.reader.accounts('local', ALL).total).toBe(0);
    expect(cache.reader.spellings('local', accountRow(1).address)).toEqual([]);
    expect(cache.reader.accounts('remote', ALL)).toEqual({ rows: [accountRow(9)], total: 1, refreshedAt: 2 });
    cache.close();
  });

  it('of an unfinished refresh are not visible', () => {
    const cache = open();
    replaceAccounts(cache, 'local', [wallet(0)], rows(2), 1);
    const refresh = cache.writer.beginAccounts('local');
    refresh.add(rows(5));
    refresh.add([accountRow(5)]);
    expect(cache.reader.accounts('local', ALL)).toMatchObject({ total: 2, refreshedAt: 1 });
    expect(addresses(cache, 'treasury')).toHaveLength(2);
    refresh.commit([], 9);
    expect(cache.reader.accounts('local', ALL)).toEqual({ rows: rows(6), total: 6, refreshedAt: 9 });
    expect(addresses(cache, 'treasury')).toHaveLength(6);
    cache.close();
  });

  it('of an overtaken refresh are dropped', () => {
    const cache = open();
    const slow = cache.writer.beginAccounts('local');
    slow.add(rows(3));
    const fast = cache.writer.beginAccounts('local');
    fast.add([accountRow(7)]);
    fast.commit([], 2);
    expect(codeOf(() => slow.add(rows(1)))).toBe('CANCELLED');
    expect(codeOf(() => slow.commit([], 3))).toBe('CANCELLED');
    expect(cache.reader.accounts('local', ALL)).toEqual({ rows: [accountRow(7)], total: 1, refreshedAt: 2 });
    cache.close();
  });

  it('of a refresh that crashed are invisible and removed', () => {
    const first = open();
    first.writer.beginAccounts('local').add(rows(4));
    const cache = open(afterCrash(first.path, fresh('cache.db')));
    first.close();
    expect(cache.reader.accounts('local', ALL).total).toBe(0);
    replaceAccounts(cache, 'local', [], rows(1), 1);
    expect(cache.reader.accounts('local', ALL).rows).toEqual(rows(1));
    cache.close();
  });
});

describe('the search of accounts', () => {
  const named = [
    accountRow(1, {
      name: 'Cold storage',
      walletName: 'Reserve',
      path: "m/44'/501'/0'",
      address: 'So1anaAddress',
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
      curve: 'CURVE_ED25519',
      publicKey: null,
    }),
    accountRow(2, { name: null, walletName: 'Größe ÄÖ', path: "m/44'/60'/0'", address: '0xAbCdEf' }),
    accountRow(3, { name: '100%_sure', walletName: 'Reserve', path: 'm/0', address: 'bc1q"quoted', publicKey: null }),
  ];
  const cache = open();
  replaceAccounts(cache, 'local', [], named, 1);

  it.for([
    ['COLD', ['So1anaAddress']],
    ['0xabcdef', ['0xAbCdEf']],
    ["44'/", ['So1anaAddress', '0xAbCdEf']],
    ['größe äö', ['0xAbCdEf']],
    ['reserve cold', ['So1anaAddress']],
    ['%', ['bc1q"quoted']],
    ['_', ['bc1q"quoted']],
    ['"quoted', ['bc1q"quoted']],
    ['reserve nothing', []],
    ['storage\nreserve', ['So1anaAddress']],
    ['storagereserve', []],
    ['solana', ['So1anaAddress']],
    ['ethereum secp256k1', ['0xAbCdEf', 'bc1q"quoted']],
    ['exported', ['0xAbCdEf']],
    ['account-3', ['bc1q"quoted']],
    ['0202020202', ['0xAbCdEf']],
    ['   ', ['So1anaAddress', '0xAbCdEf', 'bc1q"quoted']],
  ] as const)('finds %j', ([search, found]) => expect(addresses(cache, search)).toEqual(found));

  it('gives the same rows on any page as a linear search', () => {
    const letters = fc.string({ unit: fc.constantFrom('ж', 'Ü', '漢', '%', '#', ' '), maxLength: 4 });
    const other = open();
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.option(letters), walletName: letters, address: letters, path: letters }), {
          maxLength: 20,
        }),
        letters,
        fc.nat(8),
        fc.integer({ min: 1, max: 8 }),
        (fields, search, offset, limit) => {
          const list = fields.map((field, index) => accountRow(index, field));
          replaceAccounts(other, 'local', [], list, 1);
          const words = search.toLowerCase().split(' ').filter(Boolean);
          const expected = list.filter(({ name, walletName, address, path }) =>
            words.every((word) =>
              [name ?? '', walletName, address, path].some((part) => part.toLowerCase().includes(word)),
            ),
          );
          const page = other.reader.accounts('local', { search, offset, limit });
          expect(page.total).toBe(expected.length);
          expect(page.rows).toEqual(expected.slice(offset, offset + limit));
        },
      ),
      { numRuns: 150 },
    );
    other.close();
  });

  it('never shows cached hits of an earlier refresh', () => {
    const other = open();
    replaceAccounts(other, 'local', [], rows(3), 1);
    expect(addresses(other, 'treasury')).toHaveLength(3);
    replaceAccounts(other, 'local', [], rows(2), 2);
    expect(addresses(other, 'treasury')).toHaveLength(2);
    other.close();
  });
});
