import { describe, expect, it } from 'vitest';
import { changed, FEE } from './made-chain.ts';
import { historySetting, OURS, STRANGER, TOKEN } from './setting.ts';

const own = historySetting();
const NOBODY = `0x${'0'.repeat(40)}`;

describe('the history of a network that differs from Ethereum', () => {
  it('has what a chain above another makes for the sender, even of what failed', async () => {
    own.start();
    const rich = { from: OURS, to: OURS, value: 20n };
    own.chain.add({ ...rich, mint: 20n });
    own.chain.add({ ...rich, mint: 30n, hasFailed: true });
    await own.becomes([own.chain.hash(2), own.chain.hash(1)]);
    expect(own.found().map(({ transfers }) => transfers.map(({ direction, amount }) => [direction, amount]))).toEqual([
      [['IN', '30']],
      [
        ['IN', '20'],
        ['OUT', '20'],
        ['IN', '20'],
      ],
    ]);
    expect(own.sumOf(OURS)).toBe(own.chain.state(OURS).balance);
  });

  it.each([
    ['0x64', 'value'],
    ['0x68', 'depositValue'],
  ])('has what Arbitrum makes for the sender in a transaction of type %s', async (type, member) => {
    own.chain.add({ from: OURS, to: OURS, value: 20n, mint: 20n });
    own.chain.lie = changed('eth_getBlockByNumber', (block: { transactions: { mint: string }[] }) => ({
      ...block,
      transactions: block.transactions.map(({ mint, ...others }) => ({ ...others, type, [member]: mint })),
    }));
    own.start();
    await own.becomes([own.chain.hash(1)]);
    expect(own.sumOf(OURS)).toBe(own.chain.state(OURS).balance);
  });

  it('continues over a block whose last transaction Polygon makes by itself, without a trace', async () => {
    const inner = { from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] };
    own.chain.lie = changed('debug_traceBlockByHash', (traces: unknown[]) => traces.slice(0, 1));
    own.start();
    own.chain.add(inner, { from: NOBODY, to: NOBODY });
    await own.becomes([own.chain.hash(1)]);
    expect(own.sumOf(OURS)).toBe(9n);
    expect(own.reports).toEqual([]);
  });

  it('takes the price of gas from the block where the receipt has none', async () => {
    own.chain.lie = changed('eth_getBlockReceipts', (receipts: { effectiveGasPrice: string }[]) =>
      receipts.map(({ effectiveGasPrice: _, ...others }) => others),
    );
    own.start();
    own.chain.add({ from: OURS, to: STRANGER, value: 0n });
    await own.becomes([own.chain.hash(1)]);
    expect(own.found().map(({ fee }) => fee)).toEqual([String(FEE)]);
  });
});
