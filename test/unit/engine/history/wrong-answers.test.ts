import { describe, expect, it } from 'vitest';
import { addressAt, blocks, hex } from '../../storage/cache/history/transactions.ts';
import { historySetting, times, token } from './setting.ts';
import { itemAt, type WireItem } from './stand-in.ts';

const own = historySetting();

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
    await own.fill([itemAt(1)]);
    own.service.items = [itemAt(3, changes), itemAt(2), itemAt(1)];
    await expect(own.bench.engine.history.refresh()).rejects.toThrow(`whose ${member} is invalid`);
    expect(times(await own.rows())).toEqual([1]);
  });

  it.for<[string, (page: { transactions: WireItem[]; pageInfo: WireItem }) => unknown, string]>([
    [
      'goes round in a circle',
      (page) => ({ ...page, pageInfo: { hasNextPage: true, endCursor: itemAt(3).transactionHash } }),
      'repeats',
    ],
    [
      'goes on with nothing',
      (page) => ({ ...page, transactions: [], pageInfo: { hasNextPage: true, endCursor: 'x' } }),
      'repeats',
    ],
    ['goes on nowhere', (page) => ({ ...page, pageInfo: { hasNextPage: true } }), 'does not name it'],
    [
      'goes on by a page of endless name',
      (page) => ({ ...page, pageInfo: { hasNextPage: true, endCursor: 'x'.repeat(2000) } }),
      '1,024',
    ],
    ['tells one twice', ({ transactions: [one], ...page }) => ({ ...page, transactions: [one, one] }), 'twice'],
    ['is not in order', ({ transactions, ...page }) => ({ ...page, transactions: transactions.toReversed() }), 'order'],
  ])('and %s is not believed', async ([, change, words]) => {
    own.service.change = change;
    own.service.items = blocks(4, 0).map((block) => itemAt(block));
    await expect(own.bench.engine.history.refresh()).rejects.toThrow(words);
    expect((await own.rows()).length).toBeLessThanOrEqual(4);
    own.service.change = (page) => page;
    await own.bench.engine.history.refresh();
    expect(times(await own.rows())).toEqual([4, 3, 2, 1, 0]);
  });

  it('shows no text of it that hides or turns, and no token by the name of a coin', async () => {
    const hostile = asset({ symbol: 'ETH\u202e\u0000\n', name: 'x\u200bY', decimals: 18 });
    await own.fill([
      itemAt(1, {
        origin: 'A\u202eB',
        transfers: [token('', { asset: hostile })],
        more: { unknown: 1 },
        status: 'SOON',
      }),
    ]);
    const [row] = await own.rows();
    expect(row).toMatchObject({
      amount: { unit: '“ETH”', known: false, text: '0.000000000000012345' },
      state: 'confirmed',
    });
    expect((await own.bench.engine.history.get(row?.id ?? 0)).origin).toBe('A B');
  });

  it('names the coin and known tokens itself, whatever the node reports', async () => {
    const lie = { caip19: 'eip155:1/slip44:60', symbol: 'USDC', name: 'x', decimals: 2 };
    const usdc = {
      caip19: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      symbol: 'ETH',
      name: 'x',
      decimals: 0,
    };
    await own.fill([
      itemAt(2, { transfers: [token('', { asset: lie, amount: '1' })] }),
      itemAt(1, { transfers: [token('', { asset: usdc })] }),
    ]);
    expect((await own.rows()).map(({ amount }) => amount)).toEqual([
      { text: '0.000000000000000001', unit: 'ETH', known: true },
      { text: '0.012345', unit: 'USDC', known: true },
    ]);
    // It is found as it is shown.
    expect([times(await own.rows('usdc')), times(await own.rows('usdc direction:out'))]).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });
});
