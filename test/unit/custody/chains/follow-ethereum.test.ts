import { describe, expect, it } from 'vitest';
import { followEthereum } from '../../../../electron/custody/chains/follow-ethereum.ts';
import { createChainNode } from '../../../../electron/custody/chains/node.ts';
import type { SentRow } from '../../../../electron/custody/store/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const SENDER = `0x${'ab'.repeat(20)}`;
const [OURS, OTHER] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`];
const FINAL = 1000;
const row: SentRow = {
  statusId: 's',
  organizationId: 'o',
  activityId: 'a',
  chain: 'eip155:1',
  sender: SENDER,
  nonce: 5,
  transactionHash: OURS,
  signedTransaction: Uint8Array.of(1),
  state: 'INCLUDED',
  error: null,
  mayBeKnown: 1,
  isSettled: 0,
  looks: 0,
  dueAt: 0,
  submittedAt: 0,
  follows: null,
  lastHeight: null,
};

interface Chain {
  /** The block in which the sender's count passes the nonce. The node returns no receipt of ours. */
  readonly passedIn: number;
  /** The transactions of that block. */
  readonly sent: readonly { readonly hash: string; readonly from: string; readonly nonce: string }[];
  /** Heights below have been forgotten. */
  readonly remembers?: number;
}

function follow({ passedIn, sent, remembers = 0 }: Chain) {
  const counted: number[] = [];
  const answers = (method: string, [first, second]: readonly unknown[]): unknown => {
    if (method === 'eth_chainId') return { result: '0x1' };
    if (method === 'eth_getTransactionReceipt') return { result: null };
    if (method === 'eth_getBlockByNumber') {
      const heights: Readonly<Record<string, number>> = { finalized: FINAL, latest: FINAL + 50 };
      const number = `0x${(heights[String(first)] ?? Number(first)).toString(16)}`;
      return { result: { number, hash: OTHER, transactions: Number(number) === passedIn ? sent : [] } };
    }
    const height = second === 'latest' ? FINAL + 50 : Number(second);
    counted.push(height);
    if (height < remembers) return { error: { code: -32000, message: 'missing trie node' } };
    return { result: height >= passedIn ? '0x6' : '0x5' };
  };
  const node = createChainNode({
    chain: 'eip155:1',
    endpoints: 1,
    steady: () => 0,
    onState: () => undefined,
    async callNode({ body }) {
      const asked = JSON.parse(utf8Decode(body ?? new Uint8Array())) as {
        id: number;
        method: string;
        params: unknown[];
      }[];
      const replies = asked.map(({ id, method, params }) => ({
        jsonrpc: '2.0',
        id,
        ...(answers(method, params) as object),
      }));
      return { status: 200, body: utf8Encode(JSON.stringify(replies)) };
    },
  });
  return {
    counted,
    became: followEthereum(row, node, {
      now: 0,
      isReplaced: () => false,
      includedRivals: () => [],
      keep: () => expect.unreachable('nothing is handed on'),
    }),
  };
}

describe('a transaction whose nonce is used and that has no receipt', () => {
  it.each([0, 1, 333, 998, 999, 1000])('has failed when another is in the block that used it: %i', async (passedIn) => {
    const sent = [
      { hash: OURS, from: `0x${'cd'.repeat(20)}`, nonce: '0x5' },
      { hash: OTHER, from: SENDER, nonce: '0x5' },
    ];
    const { became, counted } = follow({ passedIn, sent });
    expect(await became).toEqual({
      state: 'FAILED',
      isSettled: 1,
      error: `the transaction ${OTHER} with the same nonce replaced it`,
    });
    expect(counted.length).toBeLessThan(24);
  });

  it('has not when the block has it: the node hides the receipt', async () => {
    const { became } = follow({ passedIn: 900, sent: [{ hash: OURS, from: SENDER, nonce: '0x5' }] });
    await expect(became).rejects.toMatchObject({ kind: 'malformed', message: expect.stringContaining('no receipt') });
  });

  it('has not when no transaction of the block used it: the node counts wrongly', async () => {
    const { became } = follow({ passedIn: 900, sent: [{ hash: OTHER, from: SENDER, nonce: '0x4' }] });
    await expect(became).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining('no transaction there uses'),
    });
  });

  it('is not judged by a node that has forgotten back then', async () => {
    const { became } = follow({ passedIn: 100, sent: [], remembers: 900 });
    await expect(became).rejects.toMatchObject({ kind: 'unable' });
  });

  it('waits while the use of the nonce is not final', async () => {
    expect(await follow({ passedIn: FINAL + 1, sent: [] }).became).toEqual({ state: 'BROADCASTING', error: null });
  });
});
