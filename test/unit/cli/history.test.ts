import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistoryLine } from '../../../shared/model/index.ts';
import { cli, FakeEngine } from './support.ts';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const party = { address: ADDRESS, label: null, own: true };
const row = (id: number): HistoryLine => ({
  id,
  time: id,
  account: party,
  chain: 'eip155:1',
  direction: 'none',
  counterparty: null,
  amount: null,
  incoming: false,
  more: 0,
  state: 'finalized',
});

const READING = {
  chain: 'eip155:1',
  readAt: 5,
  isCurrent: true,
  problem: null,
  earlier: null,
  passedOver: 0,
  untraced: 0,
};

describe('history', () => {
  it('lists the requested number of transactions without day headings', async () => {
    const asked: unknown[] = [];
    const engine = new FakeEngine({
      history: {
        async list(slice) {
          asked.push(slice);
          return { rows: [{ group: 0, rows: 2 }, row(2), row(1)], total: 3, found: 2, refreshedAt: 7 };
        },
      },
    });
    const argv = ['history', 'list', '--address', ADDRESS, '--chain', 'eip155:1', '--search', 'usdc', '--limit', '1'];
    const { exitCode, stdout } = await cli(argv, { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { transactions: [row(2)], refreshedAt: 7 }]);
    expect(asked).toEqual([{ search: `account:${ADDRESS} chain:eip155:1 usdc`, offset: 0, limit: 2 }]);
  });

  it('is written to the given file in the given format', async () => {
    const asked: unknown[] = [];
    const engine = new FakeEngine({
      history: {
        async write(as, search, _counting, to) {
          asked.push([as, search, to]);
          return { path: to ?? 'named', transactions: 3 };
        },
      },
    });
    const argv = ['history', 'export', '--format', 'json', '--out', 'mine.json', '--chain', 'eip155:8453'];
    const named = await cli(argv, { engine });
    const path = join(process.cwd(), 'mine.json');
    expect([named.exitCode, JSON.parse(named.stdout)]).toEqual([0, { path, transactions: 3 }]);
    expect(JSON.parse((await cli(['history', 'export'], { engine })).stdout)).toMatchObject({ path: 'named' });
    expect(asked).toEqual([
      ['json', { search: 'chain:eip155:8453' }, path],
      ['csv', { search: '' }, undefined],
    ]);
  });

  it('is read for one account and chain, or for all', async () => {
    const asked: unknown[] = [];
    const engine = new FakeEngine({
      history: {
        async refresh(_counting, only) {
          asked.push(only);
          return { transactions: 4, chains: 1 };
        },
        async untilRead({ progress }) {
          for (const done of [0, 4, 5, 9, 10]) progress?.({ done, total: 100, text: `Ethereum: ${done}` });
          asked.push('read');
        },
        readings: () => [READING],
      },
    });
    const { stdout, stderr } = await cli(['history', 'sync', '--address', ADDRESS, '--chain', 'eip155:1'], { engine });
    expect(JSON.parse(stdout)).toEqual({ transactions: 4, chains: 1, reading: [READING] });
    expect(stderr).toBe('Ethereum: 5\nEthereum: 10\n');
    await cli(['history', 'sync'], { engine });
    expect(asked).toEqual(['read', { address: ADDRESS, chain: 'eip155:1' }, 'read', {}]);
  });

  it.each([
    ['an address that is none', ['list', '--address', '0x12'], '--address is not an Ethereum address'],
    ['one to write', ['export', '--address', 'account:x'], '--address is not an Ethereum address'],
    ['one to read', ['sync', '--address', `${ADDRESS}00`], '--address is not an Ethereum address'],
    ['a chain that cannot be asked', ['sync', '--chain', 'eip155:12345'], '--chain takes eip155:1 or'],
    ['no number', ['list', '--limit', '0'], '--limit is not a number in its range'],
    ['too many', ['list', '--limit', '1001'], '--limit is not a number in its range'],
    ['another format', ['export', '--format', 'xml'], '--format takes csv or json'],
  ])('refuses %s with exit code 2, and asks for nothing', async (_what, argv, words) => {
    const engine = new FakeEngine({});
    const { exitCode, stdout, stderr } = await cli(['history', ...argv], { engine });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(engine.options).toEqual([]);
  });
});
