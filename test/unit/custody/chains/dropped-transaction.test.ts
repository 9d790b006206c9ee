import { describe, expect, it } from 'vitest';
import { hasTransaction, knownTo, refusalOf } from '../../../../electron/custody/chains/dropped-transaction.ts';
import type { SentRow, Store } from '../../../../electron/custody/store/index.ts';
import { ADDRESS, HASH, nodeOf, start } from './nodes.ts';

const nodeWith = (transaction: object | null) =>
  start(nodeOf((method) => ({ result: method === 'eth_chainId' ? '0x1' : transaction }))).node;

describe('a transaction', () => {
  it('is known to a node that returns it, and to no other', async () => {
    expect(await nodeWith({ hash: HASH }).ask(hasTransaction(HASH))).toBe(true);
    expect(await nodeWith(null).ask(hasTransaction(HASH))).toBe(false);
    await expect(nodeWith({ hash: `0x${'00'.repeat(32)}` }).ask(hasTransaction(HASH))).rejects.toThrow(
      'it returned another transaction',
    );
  });
});

describe('the block of a transaction', () => {
  const block = (number: number) => ({ number: `0x${number.toString(16)}`, hash: HASH, timestamp: '0x1' });
  const nodeAt = (receipt: object | null, final: number) =>
    start(
      nodeOf((method, params) => {
        if (method === 'eth_chainId') return { result: '0x1' };
        if (method === 'eth_getTransactionReceipt') return { result: receipt };
        if (method === 'eth_getTransactionByHash') return { result: { hash: HASH } };
        return { result: block(params[0] === 'finalized' ? final : 9) };
      }),
    ).node;
  const receipt = (status: string) => ({ transactionHash: HASH, blockNumber: '0x7', blockHash: HASH, status });

  it.each([
    [receipt('0x1'), 7, { block: '7', isFinal: true, failed: false }],
    [receipt('0x0'), 6, { block: '7', isFinal: false, failed: true }],
    [null, 6, null],
  ])('is that of its receipt', async (receipt, final, included) => {
    expect(await knownTo(nodeAt(receipt, final), HASH)).toEqual({ isKnown: true, included });
  });
});

describe('the refusal of a transaction', () => {
  const row = (submittedAt: number, error: string | null, transactionHash = HASH) =>
    ({ submittedAt, error, transactionHash }) as SentRow;
  const refusal = (open: readonly SentRow[], failed: readonly SentRow[]) => {
    const sentTransactions = {
      open: () => open,
      failed: ({ sender }: { sender: string }) => (sender === ADDRESS.toLowerCase() ? failed : []),
    };
    const sent = { chain: 'eip155:1' as const, address: ADDRESS.toUpperCase().replace('0X', '0x'), hash: HASH };
    return refusalOf({ sentTransactions } as unknown as Store, sent);
  };

  it('is that of its newest broadcast', () => {
    expect(refusal([], [])).toBeNull();
    expect(refusal([], [row(1, 'insufficient funds')])).toBe('insufficient funds');
    expect(refusal([row(2, null)], [row(1, 'insufficient funds')])).toBeNull();
    expect(refusal([row(1, 'underpriced'), row(3, 'of another', `0x${'00'.repeat(32)}`)], [])).toBe('underpriced');
  });
});
