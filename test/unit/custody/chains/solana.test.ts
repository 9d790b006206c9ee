import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { createChainNode } from '../../../../electron/custody/chains/node.ts';
import { followSolana } from '../../../../electron/custody/chains/solana/follow.ts';
import { latestBlockhash, tokenUnits } from '../../../../electron/custody/chains/solana/questions.ts';
import type { SentProgress, SentRow } from '../../../../electron/custody/store/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const OWNER = base58.encode(new Uint8Array(32).fill(3));
const MINT = base58.encode(new Uint8Array(32).fill(4));
const SIGNATURE = base58.encode(new Uint8Array(64).fill(5));
const LAST = 1000;

const ROW: SentRow = {
  statusId: 's',
  organizationId: 'o',
  activityId: 'a',
  chain: DEVNET,
  sender: OWNER,
  nonce: 0,
  transactionHash: SIGNATURE,
  signedTransaction: Uint8Array.of(1),
  state: 'BROADCASTING',
  error: null,
  mayBeKnown: 0,
  isSettled: 0,
  looks: 0,
  dueAt: 0,
  submittedAt: 0,
  follows: null,
  lastHeight: LAST,
};

/** A node that answers by the method. It returns an Error as a JSON-RPC error with the same message. */
function nodeOf(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const node = createChainNode({
    chain: DEVNET,
    endpoints: 1,
    callNode({ body }) {
      const message = JSON.parse(utf8Decode(body ?? new Uint8Array())) as
        | { id: number; method: string }
        | { id: number; method: string }[];
      const replies = [message].flat().map(({ id, method }) => {
        asked.push(method);
        const result: unknown = Object.entries({ getGenesisHash: GENESIS, ...answers }).find(
          ([name]) => name === method,
        )?.[1];
        return result instanceof Error
          ? { jsonrpc: '2.0', id, error: { code: -32002, message: result.message } }
          : { jsonrpc: '2.0', id, result };
      });
      return { status: 200, body: utf8Encode(JSON.stringify(Array.isArray(message) ? replies : replies[0])) };
    },
    steady: () => 0,
    onState: () => undefined,
  });
  return { node, asked };
}

/** Follows a transaction at a final height, with its status and the node's reply to the send. Returns the outcome. */
async function look(height: number, status: object | null, sent: unknown = SIGNATURE, row: Partial<SentRow> = {}) {
  const kept: Partial<SentProgress>[] = [];
  const { node, asked } = nodeOf({
    getBlockHeight: height,
    getSignatureStatuses: { context: {}, value: [status] },
    sendTransaction: sent,
  });
  const became = await followSolana({ ...ROW, ...row }, node, {
    now: 0,
    isReplaced: () => false,
    includedRivals: () => [],
    keep: (change) => void kept.push(change),
  });
  return { became, kept, isSent: asked.includes('sendTransaction') };
}

describe('a transaction on Solana', () => {
  it('is kept as one that a node may have before it is handed on', async () => {
    expect(await look(900, null)).toMatchObject({
      kept: [{ mayBeKnown: 1 }],
      became: { state: 'BROADCASTING', mayBeKnown: 1 },
      isSent: true,
    });
  });

  it.each<[string, object, object]>([
    ['seen', { confirmationStatus: 'processed', err: null }, { state: 'BROADCASTING' }],
    ['in a block', { confirmationStatus: 'confirmed', err: null }, { state: 'INCLUDED', isSettled: 0 }],
    ['final', { confirmationStatus: 'finalized', err: null }, { state: 'INCLUDED', isSettled: 1 }],
    [
      'failed, not yet for good',
      { confirmationStatus: 'confirmed', err: { InstructionError: [0, 'x'] } },
      { state: 'FAILED', isSettled: 0, error: expect.stringContaining('{"InstructionError":[0,"x"]}') },
    ],
    ['failed', { confirmationStatus: 'finalized', err: 'x' }, { state: 'FAILED', isSettled: 1 }],
  ])('is what the network says of it, and not handed on: %s', async (_what, status, expected) => {
    expect(await look(LAST + 1, status)).toMatchObject({ became: expected, isSent: false });
  });

  it('has failed only when no block can have it any more', async () => {
    expect(await look(LAST, null)).toMatchObject({ became: { state: 'BROADCASTING' }, isSent: true });
    expect(await look(LAST + 1, null)).toMatchObject({ became: { state: 'FAILED', isSettled: 1 }, isSent: false });
    const durable = await look(LAST + 1, null, SIGNATURE, { lastHeight: null });
    expect(durable).toMatchObject({ became: { state: 'BROADCASTING' }, isSent: true });
  });

  it('has failed where the node refuses what none can have, and not where one may or does', async () => {
    const no = new Error('Transaction simulation failed: Blockhash not found');
    expect((await look(900, null, no)).became).toMatchObject({ state: 'FAILED', isSettled: 1 });
    expect((await look(900, null, no, { mayBeKnown: 1 })).became).not.toHaveProperty('state');
    const there = new Error('Transaction simulation failed: This transaction has already been processed');
    await expect(look(900, null, there)).rejects.toThrow('already been processed');
  });

  it('is named by its signature, or the reply is discarded', async () => {
    await expect(look(900, null, base58.encode(new Uint8Array(64).fill(6)))).rejects.toThrow('with another');
    await expect(look(900, null, 'O')).rejects.toThrow('does not have 64 bytes');
  });
});

describe('what a node of Solana says', () => {
  it('is not believed where its first block is that of another network', async () => {
    const { node } = nodeOf({ getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' });
    await expect(node.ask(latestBlockhash)).rejects.toThrow(
      'it is a node of Solana (solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp)',
    );
  });

  const account = (info: object) => ({ account: { data: { parsed: { info } } } });
  const units = (...accounts: object[]) =>
    nodeOf({ getTokenAccountsByOwner: { context: {}, value: accounts } }).node.ask(tokenUnits(OWNER, MINT));
  const own = { mint: MINT, owner: OWNER, tokenAmount: { amount: '18446744073709551615' } };

  it('of tokens is the sum of all accounts, which have to be of the token and of the owner', async () => {
    expect(await units(account(own), account({ ...own, tokenAmount: { amount: '5' } }))).toBe(2n ** 64n + 4n);
    expect(await units()).toBe(0n);
    await expect(units(account({ ...own, mint: OWNER }))).rejects.toThrow('of another token');
    await expect(units(account({ ...own, owner: MINT }))).rejects.toThrow('of another token or owner');
    await expect(units(account({ ...own, tokenAmount: { amount: '-5' } }))).rejects.toThrow('is not a number');
  });
});
