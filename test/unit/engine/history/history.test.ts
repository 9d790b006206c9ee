import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryRow } from '../../../../shared/model/index.ts';
import { addressAt, blocks, hex } from '../../storage/cache/history/transactions.ts';
import { type Bench, createReadyBench } from '../harness.ts';
import { createStandIn, itemAt, type StandIn, type WireItem } from './stand-in.ts';

const ALL = { search: '', offset: 0, limit: 500 };
let bench: Bench & { address: string };
let service: StandIn;

beforeEach(async () => {
  service = createStandIn();
  bench = await createReadyBench({ transport: service.transport });
});
afterEach(() => bench.end());

async function rows(search = ''): Promise<HistoryRow[]> {
  const { rows: lines } = await bench.engine.history.list({ ...ALL, search });
  return lines.filter((line): line is HistoryRow => 'id' in line);
}
const fill = async (items: readonly WireItem[]) => {
  service.items = [...items];
  return bench.engine.history.refresh();
};
const times = (found: readonly HistoryRow[]) => found.map(({ time }) => (time - Date.UTC(2026, 0, 15, 12)) / 3_600_000);
const token = (symbol: string, changes: WireItem = {}) => ({
  direction: 'OUT',
  asset: { caip19: `eip155:1/erc20:${addressAt(44)}`, symbol, name: symbol, decimals: 2 },
  amount: '12345',
  counterparty: addressAt(7),
  ...changes,
});

describe('the history', () => {
  it('is read from every chain that has an endpoint, page by page, and told with its age', async () => {
    const told: string[] = [];
    service.items = blocks(4, 0).map((block) => itemAt(block));
    const done = await bench.engine.history.refresh({ progress: ({ text }) => told.push(text) });
    expect(done).toEqual({ transactions: 5, chains: 1 });
    expect(told).toEqual(['Reading Ethereum: 2', 'Reading Ethereum: 4', 'Reading Ethereum: 5']);
    const { refreshedAt, found } = await bench.engine.history.list(ALL);
    expect([refreshedAt, found]).toEqual([1_790_000_000_000, 5]);
    expect(times(await rows())).toEqual([4, 3, 2, 1, 0]);
    expect((await rows())[0]).toMatchObject({
      account: { address: bench.address, label: 'Treasury', own: true },
      amount: { text: '1.500000000000000001', unit: 'ETH', known: true },
      counterparty: { label: null, own: false },
      direction: 'in',
      state: 'finalized',
    });
  });

  it('without any endpoint is empty, and no error', async () => {
    service.change = () => ({});
    service.items = [];
    const inner = service.transport;
    await bench.end();
    bench = await createReadyBench({
      transport: (request) =>
        inner(
          request.url.endsWith('history')
            ? { ...request, body: Uint8Array.from(Buffer.from('{"caip2":"eip155:8453"}')) }
            : request,
        ),
    });
    await expect(bench.engine.history.refresh()).resolves.toEqual({ transactions: 0, chains: 0 });
  });

  it('stays, with its age, when the chain can no longer be asked, and that is told', async () => {
    await fill([itemAt(1)]);
    service.before = () => {
      throw new Error('the node is gone');
    };
    bench.advance(60_000);
    await expect(bench.engine.history.refresh()).rejects.toThrow();
    expect(await bench.engine.history.list(ALL)).toMatchObject({ found: 1, refreshedAt: 1_790_000_000_000 });
  });

  it('is cancelled between two pages, and gone on with', async () => {
    const controller = new AbortController();
    service.items = blocks(9, 0).map((block) => itemAt(block));
    service.before = (pages) => pages === 3 && controller.abort();
    await expect(bench.engine.history.refresh({ signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await rows()).length).toBeLessThanOrEqual(6);
    service.before = () => undefined;
    const asked = service.asked.length;
    await bench.engine.history.refresh();
    expect(times(await rows())).toEqual(blocks(9, 0));
    expect(service.asked.slice(asked)).toContain(itemAt(4).transactionHash);
  });

  it('begins at the top where the service no longer knows the place', async () => {
    const controller = new AbortController();
    service.items = blocks(9, 0).map((block) => itemAt(block));
    service.before = (pages) => pages === 3 && controller.abort();
    await bench.engine.history.refresh({ signal: controller.signal }).catch(() => undefined);
    service.before = () => undefined;
    service.items = service.items.filter((item) => item.transactionHash !== itemAt(4).transactionHash);
    await bench.engine.history.refresh();
    expect(times(await rows())).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('gives the first page of a long one before it is counted, and tells when it is', async () => {
    await bench.end();
    service = createStandIn(100);
    bench = await createReadyBench({ transport: service.transport });
    await fill(blocks(5_999, 0).map((block) => itemAt(block)));
    await bench.engine.history.list({ ...ALL, search: 'eth' });
    let moment = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      moment += 50;
      return moment;
    });
    try {
      let told = 0;
      bench.engine.on('history', () => {
        told += 1;
      });
      const early = await bench.engine.history.list({ ...ALL, search: 'ethereum', limit: 100 });
      expect([early.rows.length, early.found]).toEqual([100, null]);
      expect(early.total).toBeLessThan(6_000);
      await vi.waitFor(() => expect(told).toBe(1));
      const late = await bench.engine.history.list({ ...ALL, search: 'ethereum', limit: 100 });
      expect([late.rows.slice(1), late.found]).toEqual([early.rows.slice(1), 6_000]);
    } finally {
      clock.mockRestore();
    }
  });

  it('links a transaction to the activity that it is of, in either dialect', async () => {
    await bench.engine.activities.refresh();
    const [activity] = bench.engine.activities.list(ALL).rows;
    const sent = { sponsored: true, activityFingerprint: activity?.fingerprint, submittedAt: '2026-01-15T12:00:00Z' };
    await fill([itemAt(2, { service: sent }), itemAt(1, { turnkey: { ...sent, activityFingerprint: 'sha256:no' } })]);
    const [one, other] = await rows();
    expect((await bench.engine.history.get(one?.id ?? 0)).sent).toEqual({
      sponsored: true,
      fingerprint: activity?.fingerprint,
      submittedAt: Date.UTC(2026, 0, 15, 12),
      activityId: activity?.activityId,
    });
    expect((await bench.engine.history.get(other?.id ?? 0)).sent).toMatchObject({
      fingerprint: null,
      activityId: null,
    });
    await expect(bench.engine.history.get(99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says what a transaction did in a sentence', async () => {
    const native = itemAt(0).transfers as WireItem[];
    await fill([
      itemAt(6, { executionFailed: true }),
      itemAt(5, { transfers: [token('X'), ...native] }),
      itemAt(4, { transfers: [token('X'), token('Y')] }),
      itemAt(3, { transfers: [], from: bench.address }),
      itemAt(2, { transfers: [], from: bench.address, to: undefined }),
      itemAt(1, { transfers: [{ direction: 'IN', amount: '7', counterparty: addressAt(1) }] }),
    ]);
    const headlines = await Promise.all(
      (await rows()).map(async ({ id }) => (await bench.engine.history.get(id)).headline),
    );
    expect(headlines.map((line) => line.replace(/0x[0-9a-fA-F]{40}/g, '0x…'))).toEqual([
      'Failed on Ethereum: nothing moved but the fee',
      'Sent 123.45 “X” to 0x… and received 1.500000000000000001 ETH from 0x… on Ethereum',
      'Sent 123.45 “X” to 0x…, and 1 more on Ethereum',
      'Called 0x… on Ethereum; nothing moved',
      'Made a contract on Ethereum',
      'Received 7 units of an asset without a name from 0x… on Ethereum',
    ]);
  });

  it('names counterparties by the address book, and finds them by it', async () => {
    await bench.engine.addresses.save(
      { address: addressAt(1), chain: null, label: 'Acme payroll', note: '', tags: ['supplier'], allowed: false },
      null,
    );
    await fill([itemAt(2, { transfers: [token('X')] }), itemAt(1)]);
    expect(times(await rows('acme'))).toEqual([2, 1]);
    expect(times(await rows('supplier direction:in'))).toEqual([1]);
    expect((await rows('acme'))[1]?.counterparty).toMatchObject({ label: 'Acme payroll', own: false });
    for (const [search, expected] of [
      ['chain:ethereum', [2, 1]],
      ['chain:eip155:1', [2, 1]],
      ['chain:base', []],
      ['account:treasury', [2, 1]],
      [`account:${bench.address.slice(0, 10)}`, [2, 1]],
      ['account:nobody', []],
      ['direction:out', [2]],
      ['direction:nowhere', []],
      ['state:finalized', [2, 1]],
      ['state:failed', []],
      ['0x', [2, 1]],
      ['“x', []],
      [`0x${hex(2, 64)}`, [1]],
    ] as const)
      expect([search, times(await rows(search))]).toEqual([search, expected]);
  });

  it('is written as CSV and JSON, a line for each transfer, with labels, exact amounts, and nothing a spreadsheet would run', async () => {
    await bench.engine.addresses.save(
      { address: addressAt(7), chain: null, label: '=cmd()', note: '', tags: [], allowed: false },
      null,
    );
    await fill([
      itemAt(2, { transfers: [token('=HYPERLINK("x")'), token('Y')] }),
      itemAt(1, { transfers: [], executionFailed: true }),
    ]);
    const { path, transactions } = await bench.engine.history.write('csv', '');
    expect([transactions, statSync(path).mode & 0o777]).toEqual([2, 0o600]);
    expect(basename(path)).toBe('history-local-2026-09-21.csv');
    const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
    expect(head).toBe(
      'time,chain,chain_name,account,account_label,hash,block,state,direction,counterparty,counterparty_label,amount,unit,asset,fee,fee_unit,fee_paid_by',
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('2026-01-15T14:00:00Z,eip155:1,Ethereum,');
    expect(lines[0]).toContain('123.45,"“=HYPERLINK(""x"")”"');
    expect(lines[0]).toContain(",'=cmd(),");
    expect(lines[1]?.split(',').slice(-3, -1)).toEqual(['', '']);
    expect(lines[2]).toContain(',failed,none,');
    const json = await bench.engine.history.write('json', 'state:failed');
    expect(basename(json.path)).toBe('history-local-2026-09-21.json');
    expect(JSON.parse(readFileSync(json.path, 'utf8'))).toEqual([
      expect.objectContaining({ state: 'failed', fee: '0.000021', fee_unit: 'ETH', account_label: 'Treasury' }),
    ]);
    const controller = new AbortController();
    controller.abort();
    const before = readFileSync(path);
    await fill(blocks(4_000, 3).map((block) => itemAt(block)));
    await expect(bench.engine.history.write('csv', '', { signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a part of the history', () => {
  it('is read alone, which makes the whole no younger', async () => {
    service.items = [itemAt(1)];
    const only = { address: bench.address.toLowerCase(), chain: 'eip155:1' };
    expect(await bench.engine.history.refresh({}, only)).toEqual({ transactions: 1, chains: 1 });
    expect(await bench.engine.history.list(ALL)).toMatchObject({ found: 1, refreshedAt: null });
    await expect(bench.engine.history.refresh({}, { address: addressAt(3) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    // That there is no node of the one chain that was asked for is told.
    await expect(bench.engine.history.refresh({}, { chain: 'eip155:8453' })).rejects.toThrow('no endpoint');
  });

  it('is written where it is said, otherwise to a file that is called as the account is', async () => {
    await fill([itemAt(1)]);
    const to = join(bench.engine.paths.root, 'mine.csv');
    expect((await bench.engine.history.write('csv', '', {}, to)).path).toBe(to);
    for (const [search, name] of [
      ['account:treasury state:finalized', 'history-treasury-2026-09-21.csv'],
      [`account:${bench.address} usdc`, 'history-treasury-2026-09-21.csv'],
      ['account:nobody', 'history-local-2026-09-21.csv'],
    ] as const)
      expect([search, basename((await bench.engine.history.write('csv', search)).path)]).toEqual([search, name]);
    await bench.engine.addresses.save(
      { address: bench.address, chain: null, label: '../../Acme: payroll/“1”', note: '', tags: [], allowed: false },
      null,
    );
    const { path } = await bench.engine.history.write('csv', `account:${bench.address}`);
    expect(path).toBe(join(bench.engine.paths.root, 'history-acme-payroll-1-2026-09-21.csv'));
  });
});

describe('a service that answers wrongly', () => {
  const asset = (changes: WireItem) => ({
    caip19: `eip155:1/erc20:${addressAt(4)}`,
    symbol: 'X',
    name: 'X',
    decimals: 2,
    ...changes,
  });
  it.for<[string, WireItem]>([
    ['transactionHash', { transactionHash: '0x12' }],
    ['transactionHash', { transactionHash: `${'x'.repeat(66)}` }],
    ['block.number', { block: { number: '-1', hash: `0x${hex(1, 64)}`, timestamp: '2026-01-15T12:00:00Z' } }],
    ['block.number', { block: { number: '9'.repeat(20), hash: `0x${hex(1, 64)}`, timestamp: '2026-01-15T12:00:00Z' } }],
    ['block.hash', { block: { number: '1', hash: 'nothing', timestamp: '2026-01-15T12:00:00Z' } }],
    ['block.timestamp', { block: { number: '1', hash: `0x${hex(1, 64)}`, timestamp: 'yesterday' } }],
    ['block.timestamp', { block: { number: '1', hash: `0x${hex(1, 64)}`, timestamp: '9999-01-15T12:00:00Z' } }],
    ['from', { from: '=1+1' }],
    ['to', { to: '0x1' }],
    ['fee.amount', { fee: { amount: '1e3', caip19: 'eip155:1/slip44:60' } }],
    ['fee.caip19', { fee: { amount: '1', caip19: 'eip155:8453/slip44:60' } }],
    ['transfers.direction', { transfers: [token('X', { direction: 'UP' })] }],
    ['transfers.amount', { transfers: [token('X', { amount: '0.1' })] }],
    ['transfers.amount', { transfers: [token('X', { amount: '1'.repeat(80) })] }],
    ['transfers.counterparty', { transfers: [token('X', { counterparty: 'me' })] }],
    ['transfers.asset.decimals', { transfers: [token('X', { asset: asset({ decimals: 1e9 }) })] }],
    ['transfers.asset.caip19', { transfers: [token('X', { asset: asset({ caip19: 'eip155:8453/erc20:0x1' }) })] }],
    ['transfers.asset.caip19', { transfers: [token('X', { asset: asset({ caip19: 'eip155:1/erc20:0x1 0x2' }) })] }],
  ])('about %s keeps nothing of the page, and what was there stays', async ([member, changes]) => {
    await fill([itemAt(1)]);
    service.items = [itemAt(3, changes), itemAt(2), itemAt(1)];
    await expect(bench.engine.history.refresh()).rejects.toThrow(`whose ${member} is not what it has to be`);
    expect(times(await rows())).toEqual([1]);
  });

  it.for<[string, (page: { transactions: WireItem[]; pageInfo: WireItem }) => unknown, string]>([
    [
      'goes round in a circle',
      (page) => ({ ...page, pageInfo: { hasNextPage: true, endCursor: itemAt(3).transactionHash } }),
      'circle',
    ],
    [
      'goes on with nothing',
      (page) => ({ ...page, transactions: [], pageInfo: { hasNextPage: true, endCursor: 'x' } }),
      'circle',
    ],
    ['goes on nowhere', (page) => ({ ...page, pageInfo: { hasNextPage: true } }), 'not where'],
    [
      'goes on by a page of endless name',
      (page) => ({ ...page, pageInfo: { hasNextPage: true, endCursor: 'x'.repeat(2000) } }),
      '1,024',
    ],
    ['tells one twice', ({ transactions: [one], ...page }) => ({ ...page, transactions: [one, one] }), 'twice'],
    ['is not in order', ({ transactions, ...page }) => ({ ...page, transactions: transactions.toReversed() }), 'order'],
  ])('and %s is not believed', async ([, change, words]) => {
    service.change = change;
    service.items = blocks(4, 0).map((block) => itemAt(block));
    await expect(bench.engine.history.refresh()).rejects.toThrow(words);
    expect((await rows()).length).toBeLessThanOrEqual(4);
    service.change = (page) => page;
    await bench.engine.history.refresh();
    expect(times(await rows())).toEqual([4, 3, 2, 1, 0]);
  });

  it('shows no text of it that hides or turns, and no token by the name of a coin', async () => {
    const hostile = asset({ symbol: 'ETH\u202e\u0000\n', name: 'x\u200bY', decimals: 18 });
    await fill([
      itemAt(1, {
        origin: 'A\u202eB',
        transfers: [token('', { asset: hostile })],
        more: { unknown: 1 },
        status: 'SOON',
      }),
    ]);
    const [row] = await rows();
    expect(row).toMatchObject({
      amount: { unit: '“ETH”', known: false, text: '0.000000000000012345' },
      state: 'confirmed',
    });
    expect((await bench.engine.history.get(row?.id ?? 0)).origin).toBe('A B');
  });

  it('calls the coin and known tokens what they are, whatever it says', async () => {
    const lie = { caip19: 'eip155:1/slip44:60', symbol: 'USDC', name: 'x', decimals: 2 };
    const usdc = {
      caip19: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      symbol: 'ETH',
      name: 'x',
      decimals: 0,
    };
    await fill([
      itemAt(2, { transfers: [token('', { asset: lie, amount: '1' })] }),
      itemAt(1, { transfers: [token('', { asset: usdc })] }),
    ]);
    expect((await rows()).map(({ amount }) => amount)).toEqual([
      { text: '0.000000000000000001', unit: 'ETH', known: true },
      { text: '0.012345', unit: 'USDC', known: true },
    ]);
    // It is found as it is shown.
    expect([times(await rows('usdc')), times(await rows('usdc direction:out'))]).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });
});
