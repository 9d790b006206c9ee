import { describe, expect, it } from 'vitest';
import { isNonceTaken, takerOf } from '../../../../electron/custody/chains/taken-nonce.ts';
import { ADDRESS, HASH, nodeOf, start } from './nodes.ts';

const TRANSACTION = { address: ADDRESS, hash: HASH, nonce: '7' };
const RECEIPT = { transactionHash: HASH, blockNumber: '0x9', blockHash: HASH, status: '0x1' };

/** A node whose blocks have used `count` nonces of the account. */
function nodeWith(count: string, receipt: object | null) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: '0x1',
    eth_getTransactionCount: count,
    eth_getTransactionReceipt: receipt,
  };
  return start(nodeOf((method) => ({ result: answers[method] }))).node;
}

describe('a nonce', () => {
  it('is taken by another transaction in a block', async () => {
    expect(await isNonceTaken(TRANSACTION, nodeWith('0x8', null))).toBe(true);
  });

  it('is not taken by the transaction itself, nor before a block counts it', async () => {
    expect(await isNonceTaken(TRANSACTION, nodeWith('0x8', RECEIPT))).toBe(false);
    expect(await isNonceTaken(TRANSACTION, nodeWith('0x7', null))).toBe(false);
  });

  it('of another key of Tempo is counted apart', async () => {
    const sent = (hash: string, nonceKey: string) => ({ hash, from: ADDRESS, nonce: '0x7', nonceKey });
    const block = { number: '0x1', transactions: [sent(`0x${'11'.repeat(32)}`, '0x5'), sent(HASH, '0x0')] };
    const answers: Readonly<Record<string, unknown>> = { eth_chainId: '0x1', eth_getBlockByNumber: block };
    const { node } = start(
      nodeOf((method, [, height]) => ({
        result: method === 'eth_getTransactionCount' ? (height === '0x0' ? '0x0' : '0x8') : answers[method],
      })),
    );
    expect(await takerOf(ADDRESS, 7n, 1, node)).toBe(HASH);
  });

  it('is not known where the node gives no answer', async () => {
    await expect(isNonceTaken(TRANSACTION, nodeWith('many', null))).rejects.toThrow();
  });
});
