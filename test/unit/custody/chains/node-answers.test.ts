import { describe, expect, it } from 'vitest';
import { NodeFault } from '../../../../electron/custody/chains/index.ts';
import { blockHead, receipt, sendRaw } from '../../../../electron/custody/chains/questions.ts';
import { HASH, nodeOf, start } from './nodes.ts';

describe('what a node says that does not fit', () => {
  const answering = (result: unknown) =>
    start(nodeOf((method) => ({ result: method === 'eth_chainId' ? '0x1' : result }))).node;
  const block = { number: '0x2', hash: HASH };

  it.each<[string, () => Promise<unknown>, string]>([
    ['another block', () => answering(block).ask(blockHead(3)), 'returned block 2 instead of 3'],
    ['a block without a hash', () => answering({ number: '0x3', hash: '0x' }).ask(blockHead(3)), 'is not of 32 bytes'],
    ['a list for a block', () => answering([]).ask(blockHead(3)), 'is no object'],
    ['another hash', () => answering(HASH).ask(sendRaw('0x00', `0x${'00'.repeat(32)}`)), 'with another hash'],
    [
      'another receipt',
      () => answering({ transactionHash: HASH }).ask(receipt(`0x${'00'.repeat(32)}`)),
      'receipt of another transaction',
    ],
    [
      'a height that no number holds',
      () => answering({ number: `0x${'f'.repeat(16)}`, hash: HASH }).ask(blockHead('latest')),
      'is too large',
    ],
  ])('is refused: %s', async (_what, ask, says) => {
    await expect(ask()).rejects.toThrow(says);
    await expect(ask()).rejects.toBeInstanceOf(NodeFault);
  });

  it('is taken where it fits: a block that is not there, and one without a base fee', async () => {
    expect(await answering(null).ask(blockHead(3))).toBeNull();
    expect(await answering(block).ask(blockHead('latest'))).toEqual({ number: 2, hash: HASH, baseFeePerGas: null });
  });
});
