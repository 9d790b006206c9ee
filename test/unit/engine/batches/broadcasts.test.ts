import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSignedIdentity } from '../../../../electron/crypto/index.ts';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import type { BatchDetail } from '../../../../shared/model/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';
import { OTHER, THREE, TO, TYPED, tableOf, YES } from './tables.ts';

const SEND = '/public/v1/submit/eth_send_raw_transaction';
const HASH = `0x${'5c'.repeat(32)}`;

/** A node of chain 1 without blocks of ours. */
async function startNode() {
  const answers: Readonly<Record<string, (params: readonly string[]) => unknown>> = {
    eth_chainId: () => '0x1',
    eth_blockNumber: () => '0x1',
    eth_getTransactionCount: () => '0x7',
    eth_getBalance: () => '0xde0b6b3a7640000000',
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
    eth_getBlockByNumber: () => ({ number: '0x1', hash: HASH, parentHash: HASH, timestamp: '0x1', transactions: [] }),
    eth_sendRawTransaction: ([signed = '']) => readSignedIdentity(signed).transactionHash,
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: string[] };
      const one = ({ id, method, params }: typeof asked) => {
        const answer = answers[method];
        return answer === undefined
          ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'method not found' } }
          : { jsonrpc: '2.0', id, result: answer(params) };
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    },
  };
}

let bench: Bench & { address: string };
let node: Awaited<ReturnType<typeof startNode>>;
let asked: QuestionOf<'batch'>[];
let says: (question: QuestionOf<'batch'>) => Answer;

const consent = async (question: Question) => {
  if (question.kind !== 'batch') return operatorSays(question);
  asked.push(question);
  return says(question);
};

beforeEach(async () => {
  [asked, says] = [[], () => YES];
  node = await startNode();
  bench = await createReadyBench({ consent });
  await bench.engine.endpoints.add({ chain: 'eip155:1', url: node.url });
});
afterEach(async () => {
  await bench.end();
  await node.end();
});

const signed = () =>
  bench.engine.batches.submit({
    name: 'payroll',
    table: tableOf(THREE),
    fees: null,
    lines: [2, 3, 4],
    terms: { chain: 'eip155:1', from: bench.address, typed: TYPED },
  });
const broadcastsOf = ({ lines }: BatchDetail) => lines.map(({ broadcast }) => broadcast);
/** The different broadcasts that left this machine. A repeated one has the same bytes, which the service takes once. */
const sent = (...others: readonly Bench[]) =>
  new Set(
    [bench, ...others].flatMap(({ transport }) =>
      transport.sent.flatMap(({ path, body }) => (path === SEND ? [body] : [])),
    ),
  ).size;

describe('the broadcast of a signed batch', () => {
  it('is asked once, and sends each line in order', async () => {
    const before = await signed();
    expect(broadcastsOf(before)).toEqual(['left', 'left', 'left']);
    const progress: string[] = [];
    const detail = await bench.engine.batches.broadcast(before.id, {
      progress: ({ done, text }) => void progress.push(`${text} ${done}`),
    });
    expect(broadcastsOf(detail)).toEqual(['sent', 'sent', 'sent']);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.lines.map(({ line, meaning }) => [line, meaning.operation])).toEqual([
      [2, 'eth_send_raw_transaction'],
      [3, 'eth_send_raw_transaction'],
      [4, 'eth_send_raw_transaction'],
    ]);
    expect(progress.filter((text) => text.startsWith('Broadcasting'))).toEqual([
      ...['Broadcasting 0', 'Broadcasting 1', 'Broadcasting 2'],
    ]);
    expect(sent()).toBe(3);
  });

  it('sends nothing twice when it is run again', async () => {
    const { id } = await signed();
    await bench.engine.batches.broadcast(id);
    const { length } = bench.transport.sent.filter(({ path }) => path === SEND);
    expect(length).toBe(3);
    expect(broadcastsOf(await bench.engine.batches.broadcast(id))).toEqual(['sent', 'sent', 'sent']);
    expect(asked).toHaveLength(2);
    expect(bench.transport.sent.filter(({ path }) => path === SEND)).toHaveLength(length);
  });

  it('leaves out a line that was broadcast from its activity', async () => {
    const before = await signed();
    const { requestId } = await bench.engine.results.prepareBroadcast(before.lines[0]?.activityId ?? '');
    await bench.engine.requests.submit(requestId);
    expect(broadcastsOf(bench.engine.batches.get(before.id))).toEqual(['sent', 'left', 'left']);
    await bench.engine.batches.broadcast(before.id);
    expect(asked[1]?.lines.map(({ line }) => line)).toEqual([3, 4]);
    expect(sent()).toBe(3);
  });

  it('sends nothing when the operator refuses', async () => {
    const { id } = await signed();
    says = () => ({ confirmed: false });
    await expect(bench.engine.batches.broadcast(id)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(broadcastsOf(bench.engine.batches.get(id))).toEqual(['left', 'left', 'left']);
    expect(sent()).toBe(0);
  });

  it('stops after the current line, and resumes with the others', async () => {
    const { id } = await signed();
    const running = new AbortController();
    const detail = await bench.engine.batches.broadcast(id, {
      signal: running.signal,
      progress: ({ text, done }) => {
        if (text === 'Broadcasting' && done === 1) running.abort();
      },
    });
    expect(broadcastsOf(detail)).toEqual(['sent', 'sent', 'left']);
    await bench.engine.batches.broadcast(id);
    expect(asked[2]?.lines.map(({ line }) => line)).toEqual([4]);
    expect(sent()).toBe(3);
  });

  it('that was killed while a line was on its way goes on after a restart, and sends no line as two activities', async () => {
    const { id } = await signed();
    says = () => {
      bench.transport.fail(SEND, 'before the answer');
      return YES;
    };
    await expect(bench.engine.batches.broadcast(id)).rejects.toMatchObject({
      outcome: 'unknown',
      message: expect.stringMatching(/^Line 2 ended the broadcast\. .* Later lines were not broadcast\.$/),
    });
    says = () => YES;
    const again = await bench.reopen();
    try {
      expect(broadcastsOf(again.engine.batches.get(id))).toEqual(['open', 'left', 'left']);
      expect(broadcastsOf(await again.engine.batches.broadcast(id))).toEqual(['sent', 'sent', 'sent']);
      expect(asked[2]?.lines.map(({ line }) => line)).toEqual([3, 4]);
      expect(sent(again)).toBe(3);
    } finally {
      await again.end();
    }
  });
});

describe('a long broadcast', () => {
  const STATE: Record<'coinUnits' | 'price' | 'nonce', string> & { readonly tokenUnits?: string } = {
    coinUnits: '250000000000000000000',
    price: '12000000000',
    nonce: '7',
  };
  let state: typeof STATE;

  /** Has the local service report `state` of the account, as if a node answered. */
  const withState = () => {
    state = STATE;
    const own = bench.engine.service.own();
    const call = own?.call;
    if (own === null || call === undefined) throw new Error('the local service does not run');
    const none = { tokenUnits: null, unspent: null, isBlockhashNew: null };
    Object.assign(own, {
      call: async (name: string, input: never) =>
        name === 'readSpending' ? { state: { ...none, ...state }, problem: null } : call(name as never, input),
    });
  };
  /** Runs `change` while the first of three lines is broadcast. */
  const during = (change: () => void) => ({
    progress: ({ done, text }: { done: number; text: string }) => {
      if (text === 'Broadcasting' && done === 0 && asked.length === 2) change();
    },
  });

  it('stops when the nonce of a line is used elsewhere, and asks about the lines that are left', async () => {
    const { id } = await signed();
    withState();
    const detail = await bench.engine.batches.broadcast(
      id,
      during(() => {
        state = { ...STATE, nonce: '9' };
        bench.advance(31_000);
      }),
    );
    expect(asked[2]).toMatchObject({
      sent: 1,
      changed: [expect.stringMatching(/^Line 3: Nonce 8 was used meanwhile\./)],
    });
    expect(asked[2]?.lines.map(({ line }) => line)).toEqual([3, 4]);
    expect(broadcastsOf(detail)).toEqual(['sent', 'sent', 'sent']);
  });

  it('asks no third time when the lines that it sent lower the balance before the second answer', async () => {
    const { id } = await signed();
    withState();
    const risen = during(() => {
      state = { ...STATE, price: '900000000000' };
      bench.advance(31_000);
      says = () => {
        state = { ...state, nonce: '8', coinUnits: '249000000000000000000' };
        return YES;
      };
    });
    expect(broadcastsOf(await bench.engine.batches.broadcast(id, risen))).toEqual(['sent', 'sent', 'sent']);
    expect(asked).toHaveLength(3);
  });

  describe('that was stopped after two of three lines', () => {
    const stopped = async () => {
      const { id } = await signed();
      withState();
      const running = new AbortController();
      await bench.engine.batches.broadcast(id, {
        signal: running.signal,
        progress: ({ text, done }) => {
          if (text === 'Broadcasting' && done === 1) running.abort();
        },
      });
      return id;
    };
    /** Has the account lose 1 ETH while the operator answers. */
    const losing = (nonce: string) => () => {
      state = { ...state, nonce, coinUnits: '249000000000000000000' };
      return YES;
    };

    it('asks once about the rest while its sent lines lower the balance', async () => {
      const id = await stopped();
      says = losing('9');
      expect(broadcastsOf(await bench.engine.batches.broadcast(id))).toEqual(['sent', 'sent', 'sent']);
      expect(asked.slice(2)).toMatchObject([{ sent: 2, changed: [] }]);
    });

    it('asks again when the balance falls after a block had its sent lines', async () => {
      const id = await stopped();
      state = { ...STATE, nonce: '9' };
      says = losing('9');
      await bench.engine.batches.broadcast(id);
      expect(asked.slice(2)).toMatchObject([
        { sent: 2, changed: [] },
        { sent: 2, changed: ['The balance is now 249 ETH. It was 250 ETH.'] },
      ]);
    });
  });

  it('asks again when a token falls that only a later line pays, after a block had the sent lines', async () => {
    const table = tableOf(`to,amount,asset\n${TO},1,ETH\n${OTHER},2,ETH\n${TO},3,USDC\n`);
    const { id } = await bench.engine.batches.submit({
      name: 'payroll',
      table,
      fees: null,
      lines: [2, 3, 4],
      terms: { chain: 'eip155:1', from: bench.address, typed: { ...TYPED, gasLimit: '90000' } },
    });
    withState();
    const running = new AbortController();
    await bench.engine.batches.broadcast(id, { signal: running.signal, ...during(() => running.abort()) });
    state = { ...STATE, nonce: '8', tokenUnits: '50000000' };
    says = () => {
      state = { ...state, tokenUnits: '40000000' };
      return YES;
    };
    expect(broadcastsOf(await bench.engine.batches.broadcast(id))).toEqual(['sent', 'sent', 'sent']);
    expect(asked.slice(2)).toMatchObject([
      { sent: 1, changed: [] },
      { sent: 1, changed: ['Line 4: The balance is now 40 USDC. It was 50 USDC.'] },
    ]);
  });

  it('is paused by a no to that question', async () => {
    const { id } = await signed();
    withState();
    const detail = await bench.engine.batches.broadcast(
      id,
      during(() => {
        state = { ...STATE, nonce: '10' };
        says = () => ({ confirmed: false });
        bench.advance(31_000);
      }),
    );
    expect(broadcastsOf(detail)).toEqual(['sent', 'left', 'left']);
    expect(sent()).toBe(1);
  });

  it('does not take its own payments for a change, while the balance covers the rest', async () => {
    const { id } = await signed();
    withState();
    const paid = during(() => {
      state = { ...STATE, nonce: '8', coinUnits: '249000000000000000000' };
      bench.advance(31_000);
    });
    await bench.engine.batches.broadcast(id, paid);
    expect(asked).toHaveLength(2);
  });

  it('stops when the balance does not cover the rest any more', async () => {
    const { id } = await signed();
    withState();
    const robbed = during(() => {
      state = { ...STATE, nonce: '8', coinUnits: '4000000000000000000' };
      bench.advance(31_000);
    });
    await bench.engine.batches.broadcast(id, robbed);
    expect(asked[2]?.changed).toEqual([
      expect.stringMatching(/^The account has 4 ETH, and these lines need up to 5\./),
    ]);
  });
});
