import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tools/eventually.ts';
import { addressAt, blocks, hex } from '../../storage/cache/history/transactions.ts';
import { historySetting, times, token } from './setting.ts';
import { createStandIn, itemAt, type WireItem } from './stand-in.ts';

const ALL = { search: '', offset: 0, limit: 500 };
const own = historySetting();

describe('the history', () => {
  it('is read from every chain that has an endpoint, page by page, and shown with its age', async () => {
    const reported: string[] = [];
    own.service.items = blocks(4, 0).map((block) => itemAt(block));
    const done = await own.bench.engine.history.refresh({ progress: ({ text }) => reported.push(text) });
    expect(done).toEqual({ transactions: 5, chains: 1 });
    expect(reported).toEqual(['Reading Ethereum: 2', 'Reading Ethereum: 4', 'Reading Ethereum: 5']);
    const { refreshedAt, found } = await own.bench.engine.history.list(ALL);
    expect([refreshedAt, found]).toEqual([1_790_000_000_000, 5]);
    expect(times(await own.rows())).toEqual([4, 3, 2, 1, 0]);
    expect((await own.rows())[0]).toMatchObject({
      account: { address: own.bench.address, label: 'Treasury', own: true },
      amount: { text: '1.500000000000000001', unit: 'ETH', known: true },
      counterparty: { label: null, own: false },
      direction: 'in',
      state: 'finalized',
    });
  });

  it('without any endpoint is empty, and no error', async () => {
    own.service.change = () => ({});
    own.service.items = [];
    const inner = own.service.transport;
    await own.beginAnew(own.service, (request) =>
      inner(
        request.url.endsWith('history')
          ? { ...request, body: Uint8Array.from(Buffer.from('{"caip2":"eip155:8453"}')) }
          : request,
      ),
    );
    await expect(own.bench.engine.history.refresh()).resolves.toEqual({ transactions: 0, chains: 0 });
  });

  it('stays with its age when the chain can no longer be asked, which is reported', async () => {
    await own.fill([itemAt(1)]);
    own.service.before = () => {
      throw new Error('the node is gone');
    };
    own.bench.advance(60_000);
    await expect(own.bench.engine.history.refresh()).rejects.toThrow();
    expect(await own.bench.engine.history.list(ALL)).toMatchObject({ found: 1, refreshedAt: 1_790_000_000_000 });
  });

  it('is cancelled between two pages, and gone on with', async () => {
    const controller = new AbortController();
    own.service.items = blocks(9, 0).map((block) => itemAt(block));
    own.service.before = (pages) => pages === 3 && controller.abort();
    await expect(own.bench.engine.history.refresh({ signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await own.rows()).length).toBeLessThanOrEqual(6);
    own.service.before = () => undefined;
    const asked = own.service.asked.length;
    await own.bench.engine.history.refresh();
    expect(times(await own.rows())).toEqual(blocks(9, 0));
    expect(own.service.asked.slice(asked)).toContain(itemAt(4).transactionHash);
  });

  it('begins at the top where the service no longer knows the place', async () => {
    const controller = new AbortController();
    own.service.items = blocks(9, 0).map((block) => itemAt(block));
    own.service.before = (pages) => pages === 3 && controller.abort();
    await own.bench.engine.history.refresh({ signal: controller.signal }).catch(() => undefined);
    own.service.before = () => undefined;
    own.service.items = own.service.items.filter((item) => item.transactionHash !== itemAt(4).transactionHash);
    await own.bench.engine.history.refresh();
    expect(times(await own.rows())).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('gives the first page of a long one before its count, and the count later', async () => {
    await own.beginAnew(createStandIn(100));
    await own.fill(blocks(5_999, 0).map((block) => itemAt(block)));
    await own.bench.engine.history.list({ ...ALL, search: 'eth' });
    let moment = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      moment += 50;
      return moment;
    });
    try {
      let announced = 0;
      own.bench.engine.on('history', () => {
        announced += 1;
      });
      const early = await own.bench.engine.history.list({ ...ALL, search: 'ethereum', limit: 100 });
      expect([early.rows.length, early.found]).toEqual([100, null]);
      expect(early.total).toBeLessThan(6_000);
      await eventually(() => expect(announced).toBe(1));
      const late = await own.bench.engine.history.list({ ...ALL, search: 'ethereum', limit: 100 });
      expect([late.rows.slice(1), late.found]).toEqual([early.rows.slice(1), 6_000]);
    } finally {
      clock.mockRestore();
    }
  });

  it('links a transaction to the activity that it is of, in either dialect', async () => {
    await own.bench.engine.activities.refresh();
    const [activity] = own.bench.engine.activities.list(ALL).rows;
    const sent = { sponsored: true, activityFingerprint: activity?.fingerprint, submittedAt: '2026-01-15T12:00:00Z' };
    await own.fill([
      itemAt(2, { service: sent }),
      itemAt(1, { turnkey: { ...sent, activityFingerprint: 'sha256:no' } }),
    ]);
    const [one, other] = await own.rows();
    expect((await own.bench.engine.history.get(one?.id ?? 0)).sent).toEqual({
      sponsored: true,
      fingerprint: activity?.fingerprint,
      submittedAt: Date.UTC(2026, 0, 15, 12),
      activityId: activity?.activityId,
    });
    expect((await own.bench.engine.history.get(other?.id ?? 0)).sent).toMatchObject({
      fingerprint: null,
      activityId: null,
    });
    await expect(own.bench.engine.history.get(99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says what a transaction did in a sentence', async () => {
    const native = itemAt(0).transfers as WireItem[];
    await own.fill([
      itemAt(6, { executionFailed: true }),
      itemAt(5, { transfers: [token('X'), ...native] }),
      itemAt(4, { transfers: [token('X'), token('Y')] }),
      itemAt(3, { transfers: [], from: own.bench.address }),
      itemAt(2, { transfers: [], from: own.bench.address, to: undefined }),
      itemAt(1, { transfers: [{ direction: 'IN', amount: '7', counterparty: addressAt(1) }] }),
    ]);
    const headlines = await Promise.all(
      (await own.rows()).map(async ({ id }) => (await own.bench.engine.history.get(id)).headline),
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
    await own.bench.engine.addresses.save(
      { address: addressAt(1), chain: null, label: 'Acme payroll', note: '', tags: ['supplier'], allowed: false },
      null,
    );
    await own.fill([itemAt(2, { transfers: [token('X')] }), itemAt(1)]);
    expect(times(await own.rows('acme'))).toEqual([2, 1]);
    expect(times(await own.rows('supplier direction:in'))).toEqual([1]);
    expect((await own.rows('acme'))[1]?.counterparty).toMatchObject({ label: 'Acme payroll', own: false });
    for (const [search, expected] of [
      ['chain:ethereum', [2, 1]],
      ['chain:eip155:1', [2, 1]],
      ['chain:base', []],
      ['account:treasury', [2, 1]],
      [`account:${own.bench.address.slice(0, 10)}`, [2, 1]],
      ['account:nobody', []],
      ['direction:out', [2]],
      ['direction:nowhere', []],
      ['state:finalized', [2, 1]],
      ['state:failed', []],
      ['0x', [2, 1]],
      ['“x', []],
      [`0x${hex(2, 64)}`, [1]],
    ] as const)
      expect([search, times(await own.rows(search))]).toEqual([search, expected]);
  });

  it('is written as CSV and JSON, a line for each transfer, with labels, exact amounts, and nothing a spreadsheet would run', async () => {
    await own.bench.engine.addresses.save(
      { address: addressAt(7), chain: null, label: '=cmd()', note: '', tags: [], allowed: false },
      null,
    );
    await own.fill([
      itemAt(2, { transfers: [token('=HYPERLINK("x")'), token('Y')] }),
      itemAt(1, { transfers: [], executionFailed: true }),
    ]);
    const { path, transactions } = await own.bench.engine.history.write('csv', { search: '' });
    expect([transactions, statSync(path).mode & 0o777]).toEqual([2, 0o600]);
    expect(basename(path)).toBe('history-local-2026-09-21.csv');
    const [head, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
    expect(head).toBe(
      'time,chain,chain_name,account,account_label,hash,block,state,direction,counterparty,counterparty_label,amount,unit,asset,fee,fee_unit,fee_paid_by,wire_state',
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('2026-01-15T14:00:00Z,eip155:1,Ethereum,');
    expect(lines[0]).toContain('123.45,"“=HYPERLINK(""x"")”"');
    expect(lines[0]).toContain(",'=cmd(),");
    expect(lines[1]?.split(',').slice(-4, -2)).toEqual(['', '']);
    expect(lines[2]).toMatch(/,Failed,none,.*,failed$/);
    const json = await own.bench.engine.history.write('json', { search: 'state:failed' });
    expect(basename(json.path)).toBe('history-local-2026-09-21.json');
    expect(JSON.parse(readFileSync(json.path, 'utf8'))).toEqual([
      expect.objectContaining({
        state: 'Failed',
        wire_state: 'failed',
        fee: '0.000021',
        fee_unit: 'ETH',
        account_label: 'Treasury',
      }),
    ]);
    const controller = new AbortController();
    controller.abort();
    const before = readFileSync(path);
    await own.fill(blocks(4_000, 3).map((block) => itemAt(block)));
    await expect(
      own.bench.engine.history.write('csv', { search: '' }, { signal: controller.signal }),
    ).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a part of the history', () => {
  it('is read alone, which makes the whole no younger', async () => {
    own.service.items = [itemAt(1)];
    const only = { address: own.bench.address.toLowerCase(), chain: 'eip155:1' };
    expect(await own.bench.engine.history.refresh({}, only)).toEqual({ transactions: 1, chains: 1 });
    expect(await own.bench.engine.history.list(ALL)).toMatchObject({ found: 1, refreshedAt: null });
    await expect(own.bench.engine.history.refresh({}, { address: addressAt(3) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    // The refusal names the missing node of the requested chain.
    await expect(own.bench.engine.history.refresh({}, { chain: 'eip155:8453' })).rejects.toThrow('no endpoint');
  });

  it('is no younger than the last answer of the service’s nodes', async () => {
    const { engine, processes } = own.bench;
    const refreshedAt = async () => {
      await engine.history.refresh();
      return (await engine.history.list(ALL)).refreshedAt;
    };
    const common = { chain: 'eip155:1', problem: 'it did not answer', earlier: null, passedOver: 0, untraced: 0 };
    const reading = { ...common, readAt: null, isCurrent: false };
    processes.noteReading(reading);
    expect(engine.history.readings()).toEqual([reading]);
    expect(await refreshedAt()).toBeNull();
    processes.noteReading({ ...reading, readAt: 1_789_000_000_000 });
    expect(await refreshedAt()).toBe(1_789_000_000_000);
    processes.noteReading({ ...reading, isCurrent: true });
    expect(await refreshedAt()).toBe(1_790_000_000_000);
  });

  it('of a chain that has no node here cannot be paused', async () => {
    await expect(own.bench.engine.history.pause('eip155:1', true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(own.bench.processes.calls.at(-1)).toBe('custody.pauseHistory');
  });

  it('is written where it is said, otherwise to a file that is called as the account is', async () => {
    await own.fill([itemAt(1)]);
    const to = join(own.bench.engine.paths.root, 'mine.csv');
    expect((await own.bench.engine.history.write('csv', { search: '' }, {}, to)).path).toBe(to);
    for (const [search, name] of [
      ['account:treasury state:finalized', 'history-treasury-2026-09-21.csv'],
      [`account:${own.bench.address} usdc`, 'history-treasury-2026-09-21.csv'],
      ['account:nobody', 'history-local-2026-09-21.csv'],
    ] as const)
      expect([search, basename((await own.bench.engine.history.write('csv', { search })).path)]).toEqual([
        search,
        name,
      ]);
    await own.bench.engine.addresses.save(
      { address: own.bench.address, chain: null, label: '../../Acme: payroll/“1”', note: '', tags: [], allowed: false },
      null,
    );
    const { path } = await own.bench.engine.history.write('csv', { search: `account:${own.bench.address}` });
    expect(path).toBe(join(own.bench.engine.paths.root, 'history-acme-payroll-1-2026-09-21.csv'));
  });
});
