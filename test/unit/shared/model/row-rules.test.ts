import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_RULES,
  ACTIVITIES_WITH_VOTES,
  ACTIVITY_RULES,
  type AccountRow,
  ADDRESS_RULES,
  foundWaiting,
  inOrder,
  readSearch,
  type WaitingRow,
} from '../../../../shared/model/index.ts';

const account = (name: string | null, more: Partial<AccountRow> = {}) =>
  ({
    name,
    walletName: 'Cold storage',
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    caip2Prefix: 'eip155',
    ...more,
  }) as AccountRow;

const names = (rows: readonly AccountRow[]) => rows.map(({ name }) => name);

describe('the order of rows', () => {
  const rows = [account('Account 10'), account(null), account('account 2'), account('Älpha')];

  it('is as people read, with rows without a value last in both directions', () => {
    const by = (descending: boolean) => names(inOrder(ACCOUNT_RULES, rows, { by: 'name', descending }));
    expect(by(false)).toEqual(['account 2', 'Account 10', 'Älpha', null]);
    expect(by(true)).toEqual(['Älpha', 'Account 10', 'account 2', null]);
  });

  it('stays for equal rows, for no order, and for a column that no rule knows', () => {
    const own = names(rows);
    expect(names(inOrder(ACCOUNT_RULES, rows, { by: 'wallet', descending: true }))).toEqual(own);
    expect(names(inOrder(ACCOUNT_RULES, rows, null))).toEqual(own);
    for (const by of ['size', 'constructor', '__proto__'])
      expect(names(inOrder(ACCOUNT_RULES, rows, { by, descending: false }))).toEqual(own);
  });
});

describe('the filters of a search', () => {
  const found = (search: string, row: AccountRow) => readSearch(ACCOUNT_RULES, search).passes(row);

  it.each([
    ['chain:ethereum ', {}, true],
    ['chain:solana ', {}, false],
    ['wallet:cold-storage ', {}, true],
    ['wallet:hot ', {}, false],
    ['is:imported ', { imported: true }, true],
    ['is:imported ', { imported: false }, false],
    ['is:exported ', { exported: true }, true],
    // Another account of its wallet was exported.
    ['is:exported ', { exported: true, keyExported: false }, false],
    ['is:anything ', { exported: true, imported: true }, false],
    ['chain:ethereum wallet:hot ', {}, false],
  ])('“%s” on %o: %s', (search, more, passes) => {
    expect(found(search, account('Main', more))).toBe(passes);
  });

  it('leave the other words as text', () => {
    expect(readSearch(ACCOUNT_RULES, 'chain:solana pay')).toMatchObject({ text: 'pay', isPlain: false });
    expect(readSearch(ACCOUNT_RULES, 'sender:bob pay')).toMatchObject({ text: 'sender:bob pay', isPlain: true });
  });

  it('find activities by status, person and other party', () => {
    const row = {
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      canVote: true,
      askedBy: { userId: 'u-1', name: 'Lena Fischer' },
      words: { what: 'Send 1 ETH', party: { address: '0xAB', label: 'Coinbase Prime' }, addresses: [] },
    } as never;
    const passes = (search: string) => readSearch(ACTIVITY_RULES, search).passes(row);
    for (const search of ['status:consensus ', 'status:your-vote ', 'by:lena ', 'by:u-1 ', 'with:prime ', 'with:0xab '])
      expect(passes(search), search).toBe(true);
    for (const search of ['status:failed ', 'by:ben ', 'by:you ', 'with:kraken ', 'type:create '])
      expect(passes(search), search).toBe(false);
  });

  it('find all activities that wait for votes, also those without the operator’s turn', () => {
    const { passes } = readSearch(ACTIVITY_RULES, ACTIVITIES_WITH_VOTES);
    const row = (status: string, own: object) => ({ status: `ACTIVITY_STATUS_${status}`, type: '', ...own }) as never;
    for (const own of [{ canVote: true }, { canVote: false }, { canVote: true, wantsVote: false }])
      expect(passes(row('CONSENSUS_NEEDED', own))).toBe(true);
    for (const status of ['PENDING', 'COMPLETED', 'FAILED', 'REJECTED'])
      expect(passes(row(status, { canVote: false }))).toBe(false);
  });

  it('find entries of the address book by tag, chain and permission', () => {
    const row = { chain: 'eip155:8453', tags: ['Cold storage'], allowed: true } as never;
    const passes = (search: string) => readSearch(ADDRESS_RULES, search).passes(row);
    for (const search of ['tag:cold-s ', 'chain:base ', 'is:allowed ']) expect(passes(search), search).toBe(true);
    for (const search of ['tag:hot ', 'chain:solana ', 'is:denied ']) expect(passes(search), search).toBe(false);
  });
});

describe('the own user', () => {
  const own = {
    headline: 'Send 1 ETH',
    activityId: 'a',
    askedBy: { userId: 'u-1', name: 'Lena Fischer', isOwn: true },
  };
  const other = { ...own, activityId: 'b', askedBy: { userId: 'u-2', name: 'Ben' } };
  const rows = [own, other] as unknown as WaitingRow[];

  it('is found by the word that the lists show', () => {
    for (const search of ['by:you ', 'by:You ', 'you', 'lena'])
      expect(foundWaiting(rows, search, null), search).toEqual([own]);
    const { passes } = readSearch(ACTIVITY_RULES, 'by:you ');
    expect([own, other].map((row) => passes(row as never))).toEqual([true, false]);
  });
});

describe('waiting requests', () => {
  const waiting = (headline: string, level: 'danger' | null, expiresAt: number | null) =>
    ({ headline, activityId: headline, askedBy: null, warning: level && { level, text: '' }, expiresAt }) as WaitingRow;
  const rows = [
    waiting('Send 2 ETH', null, 20),
    waiting('Send 10 ETH', 'danger', 10),
    waiting('Create wallet', null, null),
  ];
  const found = (search: string, by: string | null = null) =>
    foundWaiting(rows, search, by === null ? null : { by, descending: false }).map(({ headline }) => headline);

  it('are found by words and filters, in an order', () => {
    expect(found('')).toHaveLength(3);
    expect(found('eth send')).toEqual(['Send 2 ETH', 'Send 10 ETH']);
    expect(found('is:danger ')).toEqual(['Send 10 ETH']);
    expect(found('', 'expires')).toEqual(['Send 10 ETH', 'Send 2 ETH', 'Create wallet']);
    expect(found('', 'headline')).toEqual(['Create wallet', 'Send 2 ETH', 'Send 10 ETH']);
  });
});
