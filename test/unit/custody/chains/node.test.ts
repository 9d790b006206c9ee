import { describe, expect, it } from 'vitest';
import { createChainNode } from '../../../../electron/custody/chains/node.ts';
import { balance, transactionCount } from '../../../../electron/custody/chains/questions.ts';
import { CERTIFICATE_FAULTS } from '../../../../shared/errors/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { ADDRESS, type Answers, CHAIN, good, nodeOf, type Reply, start } from './nodes.ts';

const count = transactionCount(ADDRESS, 'latest');
const text = (body: string, status = 200) => ({ status, body: utf8Encode(body) });

describe('the nodes of a chain', () => {
  it('has a node say of which chain it is along with everything else, in one message', async () => {
    const { node, asked } = start(nodeOf(good));
    expect(await node.ask(count)).toBe(7n);
    expect(await node.ask(count)).toBe(7n);
    expect(asked).toEqual([0, 0]);
  });

  it('discards all replies of a node of another chain', async () => {
    const { node, faults } = start(nodeOf(() => ({ result: '0x5' })));
    await expect(node.ask(count)).rejects.toThrow('it is a node of eip155:5');
    expect(faults).toHaveLength(1);
  });

  it('asks the next one when one fails, and the failed one last until it has rested', async () => {
    let isDown = true;
    const first = nodeOf(good);
    const { node, asked, clock, faults, answering } = start(
      (body) => (isDown ? { failure: 'unreachable' } : first(body)),
      nodeOf(good),
    );
    await node.ask(count);
    await node.ask(count);
    isDown = false;
    clock.now = 1000;
    await node.ask(count);
    // The first is down, so the second is queried twice. Then the rest period of the first is over.
    expect(asked).toEqual([0, 1, 1, 0]);
    expect([faults, answering]).toEqual([[[0, 'it did not answer']], [1, 0]]);
  });

  it('reports each kind of failure of a node once', async () => {
    let reply: Reply = { failure: 'unreachable' };
    const { node, faults } = start(() => reply);
    for (const next of [reply, { failure: 'certificate_date' } as const, text('no'), text('nor this')]) {
      reply = next;
      await expect(node.ask(count)).rejects.toThrow();
    }
    expect(faults.map(([, message]) => message)).toEqual([
      'it did not answer',
      CERTIFICATE_FAULTS.certificate_date,
      'what it answered is no JSON-RPC',
    ]);
  });

  it('believes nothing any more once another chain is behind the address', async () => {
    let chain = '0x1';
    const { node, faults } = start(nodeOf((method) => ({ result: method === 'eth_chainId' ? chain : '0x7' })));
    await node.ask(count);
    for (const other of [5, 6]) {
      chain = `0x${other}`;
      await expect(node.ask(count)).rejects.toThrow(`eip155:${other}`);
    }
    expect(faults).toHaveLength(1);
  });

  it('tries the next node after one that refuses every request', async () => {
    const { node, faults } = start(
      nodeOf(() => ({ error: { code: -32000, message: 'quota exceeded' } })),
      nodeOf(good),
    );
    expect(await node.ask(count)).toBe(7n);
    expect(faults).toEqual([[0, expect.stringContaining('does not report its chain')]]);
  });

  it('does not ask another what one refused, and says when an earlier one may have taken it', async () => {
    const no = nodeOf((method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { error: { code: -32000, message: 'insufficient funds\u202e' } },
    );
    const alone = start(no, nodeOf(good));
    await expect(alone.node.ask(count)).rejects.toMatchObject({
      kind: 'refused',
      code: -32000,
      isCertain: true,
      message: expect.stringContaining('“insufficient funds ”'),
    });
    expect(alone.asked).toEqual([0]);
    const after = start(() => ({ failure: 'unreachable' }), no);
    await expect(after.node.ask(count)).rejects.toMatchObject({ kind: 'refused', isCertain: false });
  });

  it.each<[string, Reply, string]>([
    ['no JSON', text('<html>'), 'is no JSON-RPC'],
    ['bytes that are no text', { status: 200, body: Uint8Array.of(0xff, 0xfe) }, 'is no JSON-RPC'],
    ['nothing', text(''), 'is no JSON-RPC'],
    ['null', text('null'), 'is no JSON-RPC'],
    ['another’s answer', text('{"jsonrpc":"2.0","id":9,"result":"0x1"}'), 'is no JSON-RPC'],
    ['an answer and an error', text('{"jsonrpc":"2.0","id":0,"result":"0x1","error":{}}'), 'is no JSON-RPC'],
    ['an error of the server', text('busy', 503), 'HTTP 503'],
    ['the certificate of another', { failure: 'certificate_name' }, CERTIFICATE_FAULTS.certificate_name],
    [
      'no login, in a refusal',
      text('{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"key expired"}}', 401),
      '“key expired”',
    ],
    ['a limit by status', text('slow down', 429), 'HTTP 429'],
    ['a limit by code', text('{"jsonrpc":"2.0","id":0,"error":{"code":-32005,"message":"x"}}'), '“x” (-32005)'],
  ])('goes on to the next after %s', async (_what, reply, says) => {
    const { node, faults } = start(
      nodeOf(good, () => reply),
      nodeOf(good),
    );
    expect(await node.ask(count)).toBe(7n);
    expect(faults).toEqual([[0, expect.stringContaining(says)]]);
  });

  it.each<[string, Reply, number]>([
    ['says how long', { ...text('', 429), retryAfter: 90_000 }, 90_000],
    ['is out of service for so long', { ...text('', 503), retryAfter: 5000 }, 5000],
    ['does not say how long', text('slow down', 429), 1000],
    ['says so in words', text('{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"rate limit hit"}}'), 1000],
    ['says so by a code', text('{"jsonrpc":"2.0","id":0,"error":{"code":-32005,"message":"x"}}'), 1000],
  ])('leaves one alone that asks to be asked less often and %s', async (_what, reply, wait) => {
    let isLimited = true;
    const { node, asked, clock, faults, answering } = start(nodeOf(good, () => (isLimited ? reply : undefined)));
    await expect(node.ask(count)).rejects.toThrow('cannot be used');
    isLimited = false;
    clock.now = wait - 1;
    await expect(node.ask(count)).rejects.toMatchObject({
      kind: 'rateLimited',
      message: `the node of ${CHAIN} cannot be used: it is rate-limited and wants fewer requests, so it is left alone for 1 second more`,
    });
    expect(asked).toEqual([0]);
    clock.now = wait;
    expect(await node.ask(count)).toBe(7n);
    expect([faults.length, answering]).toEqual([1, [0]]);
  });

  it('asks the others meanwhile, and says which of them was never asked', async () => {
    const { node, asked } = start(() => ({ ...text('', 429), retryAfter: 90_000 }), nodeOf(good));
    await node.ask(count);
    await node.ask(count);
    expect(asked).toEqual([0, 1, 1]);
    const no = nodeOf((method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { error: { code: -32000, message: 'no' } },
    );
    const limited = start(() => ({ ...text('', 429), retryAfter: 90_000 }), no);
    await expect(limited.node.ask(count)).rejects.toMatchObject({ kind: 'refused', isCertain: false });
    await expect(limited.node.ask(count)).rejects.toMatchObject({ kind: 'refused', isCertain: true });
  });

  it('takes one that asks to be asked for less at once for as good as before', async () => {
    const much = nodeOf((method) =>
      method === 'eth_chainId' ? { result: '0x1' } : { error: { code: -32005, message: 'more than 10000 results' } },
    );
    const { node, faults } = start(much);
    await expect(node.ask(count)).rejects.toMatchObject({ kind: 'limited' });
    await expect(node.ask(count)).rejects.toMatchObject({ kind: 'limited' });
    expect(faults).toEqual([]);
  });

  const unable: Answers = (method) =>
    method === 'eth_chainId' ? { result: '0x1' } : { error: { code: -32601, message: 'x' } };
  it.each([
    ['no such method', nodeOf(unable)],
    ['an answer that is too long', nodeOf(good, () => ({ failure: 'answer_too_long' }))],
  ])('goes on to the next after %s, and asks the first one as before for everything else', async (_what, first) => {
    let isAble = false;
    const { node, asked, faults } = start((body) => (isAble ? nodeOf(good) : first)(body), nodeOf(good));
    expect(await node.ask(count)).toBe(7n);
    isAble = true;
    await node.ask(count);
    expect([asked, faults]).toEqual([[0, 1, 0], []]);
  });

  it.each<[string, unknown, string]>([
    ['a number that is none', { result: 7 }, 'is no number'],
    ['a number without digits', { result: '0x' }, 'is no number'],
    ['a number of more than 256 bits', { result: `0x1${'0'.repeat(64)}` }, 'is no number'],
    ['an object', { result: {} }, 'is no number'],
    ['a count that no account comes to', { result: '0x20000000000000' }, 'is too large'],
  ])('refuses %s', async (_what, answer, says) => {
    const { node } = start(nodeOf((method) => (method === 'eth_chainId' ? { result: '0x1' } : answer)));
    await expect(node.ask(count)).rejects.toThrow(says);
  });

  it('takes a batch in any order, and neither half of one nor one twice', async () => {
    const two = [count, balance(ADDRESS, 'latest')] as const;
    const turned = start(nodeOf(good, (json) => text(JSON.stringify((json as unknown[]).toReversed()))));
    expect(await turned.node.askAll(two)).toEqual([7n, 7n]);
    const half = start(nodeOf(good, (json) => text(JSON.stringify((json as unknown[]).slice(1)))));
    await expect(half.node.askAll(two)).rejects.toThrow('only a part');
    const twice = start(nodeOf(good, (json) => text(JSON.stringify([...(json as unknown[]), (json as unknown[])[0]]))));
    await expect(twice.node.askAll(two)).rejects.toThrow('twice');
    const refused = start(
      nodeOf(good, () => text('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}')),
    );
    await expect(refused.node.askAll(two)).rejects.toThrow('no batches');
  });

  it('asks one by one a node that takes no batches, and remembers that', async () => {
    const two = [count, balance(ADDRESS, 'latest')] as const;
    let takes = false;
    const { node, asked, faults } = start(
      nodeOf(good, (json) =>
        Array.isArray(json) && !takes
          ? text('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}')
          : undefined,
      ),
    );
    expect(await node.askAll(two)).toEqual([7n, 7n]);
    takes = true;
    expect(await node.askAll(two)).toEqual([7n, 7n]);
    // One batch that is refused. Then, twice, the node's identity and each of the two calls.
    expect([asked.length, faults]).toEqual([1 + 3 + 3, []]);
  });

  it('asks something else of each node that does not know a method, until it may be another node', async () => {
    const each = (method: string) => ({ method, params: [] });
    const question = {
      ...each('all'),
      instead: Array.from({ length: 60 }, () => each('one')),
      read: (result: unknown) => (Array.isArray(result) ? result.length : 0),
    };
    let isDown = false;
    const methods: string[] = [];
    const poor = nodeOf((method) => {
      methods.push(method);
      return method === 'all' ? { error: { code: -32601, message: 'x' } } : good(method, []);
    });
    const { node } = start((body) => (isDown ? { failure: 'unreachable' } : poor(body)));
    expect(await node.ask(question)).toBe(60);
    expect(await node.ask(question)).toBe(60);
    const times = () => methods.filter((method) => method === 'all').length;
    expect(times()).toBe(1);
    isDown = true;
    await expect(node.ask(question)).rejects.toThrow('did not answer');
    isDown = false;
    expect(await node.ask(question)).toBe(60);
    expect(times()).toBe(2);
  });

  it('reads no more in place of one answer than of one', async () => {
    const long = `0x${'00'.repeat(2 * 1024 * 1024)}`;
    const instead = Array.from({ length: 125 }, () => ({ method: 'one', params: [] }));
    const { node } = start(
      nodeOf(
        (method) => {
          if (method === 'all') return { error: { code: -32601, message: 'x' } };
          return method === 'one' ? { result: '0x' } : good(method, []);
        },
        (json) =>
          Array.isArray(json)
            ? text(JSON.stringify([...json.slice(0, -1), { ...(json.at(-1) as object), result: long }]))
            : undefined,
      ),
    );
    await expect(node.ask({ method: 'all', params: [], instead, read: () => 0 })).rejects.toMatchObject({
      kind: 'tooLong',
    });
  });

  it('lets only so many messages be under way', async () => {
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const node = createChainNode({
      chain: CHAIN,
      endpoints: 1,
      async callNode({ body }) {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((end) => ends.push(end));
        running -= 1;
        return nodeOf(good)(body ?? new Uint8Array());
      },
      steady: () => 0,
      onState: () => undefined,
    });
    const all = Promise.all(Array.from({ length: 20 }, () => node.ask(count)));
    let isDone = false;
    void all.then(() => (isDone = true));
    while (!isDone) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    expect(most).toBe(8);
  });
});
