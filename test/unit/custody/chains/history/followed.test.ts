import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tools/eventually.ts';
import { type Lie, makeChain, No } from './made-chain.ts';
import { CHAIN, historySetting, moves, OURS, pays, SECOND, STRANGER, TOKEN } from './setting.ts';

const own = historySetting();

describe('the history of a chain, followed', () => {
  it('has each transaction of each new block that concerns an address', async () => {
    own.start();
    own.chain.add(pays(5n), pays(6n, SECOND), moves(7));
    own.chain.add({ from: OURS, to: null, value: 2n });
    own.chain.add({ from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] });
    own.chain.add({ from: OURS, to: STRANGER, value: 4n, hasFailed: true });
    await own.becomes([
      own.chain.hash(4),
      own.chain.hash(3),
      own.chain.hash(2),
      own.chain.hash(1, 2),
      own.chain.hash(1, 0),
    ]);
    expect(own.found().map(({ transfers, hasFailed }) => [hasFailed, ...transfers])).toEqual([
      [1],
      [0, { direction: 'IN', asset: null, amount: '9', counterparty: TOKEN }],
      [0, { direction: 'OUT', asset: null, amount: '2', counterparty: `0x${'cc'.repeat(20)}` }],
      [0, { direction: 'IN', asset: `erc20:${TOKEN}`, amount: '7', counterparty: STRANGER }],
      [0, { direction: 'IN', asset: null, amount: '5', counterparty: STRANGER }],
    ]);
    expect(own.sumOf(OURS)).toBe(own.chain.state(OURS).balance);
    expect(own.reports).toEqual([]);
  });

  it('forgets what a reorganization took out, and reads what came in its place', async () => {
    own.chain.add(pays(1n));
    own.start();
    await own.becomes([own.chain.hash(1)]);
    own.chain.add(pays(2n));
    own.chain.add(pays(3n));
    await own.becomes([own.chain.hash(3), own.chain.hash(2), own.chain.hash(1)]);
    own.chain.fork(1);
    own.chain.pass(1);
    own.chain.add(pays(4n));
    own.chain.pass(2);
    await own.becomes([own.chain.hash(3), own.chain.hash(1)]);
    expect(own.sumOf(OURS)).toBe(5n);
    // Further back than one comparison reaches, to a shorter chain.
    own.chain.pass(40);
    own.chain.add(pays(5n));
    await own.becomes([own.chain.hash(46), own.chain.hash(3), own.chain.hash(1)]);
    own.chain.fork(2);
    own.chain.add(pays(6n));
    await own.becomes([own.chain.hash(3), own.chain.hash(1)]);
    expect(own.sumOf(OURS)).toBe(7n);
  });

  it.each([
    ['without such a method', -32601, 'Method not found'],
    ['of a provider with codes of its own', -32600, 'Unsupported method: eth_getBlockReceipts'],
  ])('asks a node %s for the receipts of each transaction, and the other method once', async (_what, code, says) => {
    own.chain.lie = (method) => {
      if (method === 'eth_getBlockReceipts') throw new No(code, says);
    };
    own.start();
    // More than go in one message.
    own.chain.add(...Array.from({ length: 60 }, (_, index) => pays(BigInt(index))));
    own.chain.add(pays(7n), moves(7), { from: OURS, to: STRANGER, value: 4n, hasFailed: true });
    await eventually(() => expect(own.found()).toHaveLength(63), 5);
    expect(own.sumOf(OURS)).toBe(own.chain.state(OURS).balance);
    const times = (name: string) => own.chain.asked.filter((method) => method === name).length;
    expect([times('eth_getBlockReceipts'), times('eth_getTransactionReceipt')]).toEqual([1, 63]);
    expect(own.reports).toEqual([]);
  });

  it('reports the known members of an unknown type of transaction', async () => {
    const FEES = `0x20c0${'0'.repeat(36)}`;
    own.chain.lie = (method, [, isFull], result) => {
      if (method === 'eth_getBlockByNumber' && isFull === true) {
        const { transactions, ...head } = result as { transactions: Record<string, unknown>[] };
        const several = transactions.map(({ to, value, ...one }) => ({ ...one, type: '0x76', calls: [{ to, value }] }));
        return { ...head, transactions: several };
      }
      if (method !== 'eth_getBlockReceipts') return undefined;
      const [one, two] = result as Record<string, unknown>[];
      const { status: _status, effectiveGasPrice: _price, ...bare } = two ?? {};
      return [{ ...one, feeToken: FEES, effectiveGasPrice: '0x4a817c800' }, bare];
    };
    own.start();
    own.chain.add({ ...moves(7), from: OURS }, { from: OURS, to: null });
    await own.becomes([own.chain.hash(1, 1), own.chain.hash(1)]);
    // 21,000 gas at 2 * 10^10, of which 10^12 are the smallest unit of the token.
    expect(own.found()).toMatchObject([
      { recipient: null, fee: '0', feeAsset: null, hasFailed: 0 },
      { recipient: TOKEN, fee: '420', feeAsset: `erc20:${FEES}`, transfers: [{ amount: '7' }] },
    ]);
    expect(own.reports).toEqual([]);
  });

  it('continues when a token never reports its name', async () => {
    own.chain.hangs = 'eth_call';
    own.start();
    own.chain.add(moves(1));
    own.chain.add(moves(2));
    await own.becomes([own.chain.hash(2), own.chain.hash(1)]);
    expect(own.reports).toEqual([]);
  });

  it.each(['execution aborted (timeout = 5s)', 'execution timeout'])(
    'has nothing against a node where a token takes it too long: %s',
    async (says) => {
      own.chain.lie = (method) => {
        if (method === 'eth_call') throw new No(-32000, says);
      };
      own.start();
      own.chain.add(moves(1));
      await own.becomes([own.chain.hash(1)]);
      await eventually(() => expect(own.store.history.contracts.find(CHAIN, TOKEN)?.tries).toBe(0));
      expect(own.notes).toEqual([null]);
    },
  );

  it('waits for a node that is behind, and for one that was', async () => {
    own.start();
    own.chain.add(pays(1n));
    own.chain.add(pays(2n));
    await own.becomes([own.chain.hash(2), own.chain.hash(1)]);
    const all = own.hashes();
    own.chain.lie = whereLatestIs(1);
    await own.heard();
    expect(own.hashes()).toEqual(all);
    expect(own.reports).toEqual([]);
  });

  it('never takes back what was final', async () => {
    own.start();
    own.chain.add(pays(1n));
    own.chain.pass(3);
    own.chain.finalize(3);
    await own.becomes([own.chain.hash(1)]);
    await eventually(() => expect(own.store.history.find(CHAIN)).toEqual({ head: 4, final: 3 }));
    const all = own.hashes();
    own.chain.fork(0);
    own.chain.add(pays(9n));
    own.chain.pass(5);
    await own.heard();
    expect(own.hashes()).toEqual(all);
    const saidFinal = expect.stringContaining('had reported as final');
    expect(own.reports).toEqual([[`the history of ${CHAIN}`, saidFinal]]);
    expect(own.notes).toEqual([null, saidFinal]);
  });

  it('shows what does not fit at the endpoint and says it in words, once, until it fits again', async () => {
    own.start();
    own.chain.add(pays(1n));
    await own.becomes([own.chain.hash(1)]);
    own.chain.lie = changedParent;
    own.chain.add(pays(2n));
    await own.isReported();
    await own.heard();
    const words = `a node of ${CHAIN} reported a block that does not follow from its block 1`;
    expect(own.notes).toEqual([null, words]);
    expect(own.logged).toEqual([expect.stringContaining(words)]);
    own.chain.lie = () => undefined;
    await own.becomes([own.chain.hash(2), own.chain.hash(1)]);
    await eventually(() => expect(own.notes).toEqual([null, words, null]));
  });

  describe('begun anew under its name', () => {
    const old = async () => {
      own.start();
      own.chain.add(pays(1n), moves(3));
      own.chain.pass(5);
      own.chain.finalize(5);
      await own.becomes([own.chain.hash(1, 1), own.chain.hash(1)]);
      await eventually(() => expect(own.store.history.find(CHAIN)?.final).toBe(5));
      await eventually(() =>
        expect(own.store.history.origins.find(CHAIN)).toEqual({ genesis: own.chain.headOf(0)?.hash, isAnother: 0 }),
      );
      await own.isSearched();
      own.stop();
      return own.hashes();
    };
    const isAnother = () => own.store.history.origins.find(CHAIN)?.isAnother === 1;

    it.each([
      ['shorter than it was', 2],
      ['as long', 6],
      ['longer', 90],
    ])('is said, and neither followed nor searched: %s', async (_what, length) => {
      const before = await old();
      own.chain = makeChain(1, 'another');
      own.chain.add(pays(9n), pays(8n, SECOND));
      own.chain.pass(length - 1);
      own.chain.finalize(length - 1);
      // An account of which the past is still to be searched.
      own.watch(SECOND);
      own.store.transaction(() => own.store.history.watch(CHAIN, { head: 6, final: 5 }));
      own.start();
      await own.isReported();
      await own.heard();
      expect(own.hashes()).toEqual(before);
      expect(own.hashes(SECOND)).toEqual([]);
      expect(own.reports).toEqual([
        [`the history of ${CHAIN}`, expect.stringContaining('restarted under the same name')],
      ]);
      expect(isAnother()).toBe(true);
    });

    it('is forgotten when its nodes were taken away, and then read from its beginning', async () => {
      const first = own.chain;
      const before = await old();
      // Taken away from a chain that is the same, nothing is.
      own.start(false);
      own.stop();
      expect(own.hashes()).toEqual(before);
      own.chain = makeChain(1, 'another');
      own.chain.add(pays(9n));
      own.start();
      await eventually(() => expect(isAnother()).toBe(true));
      own.stop();
      own.start(false);
      own.stop();
      expect([own.hashes(), own.store.history.find(CHAIN)]).toEqual([[], undefined]);
      own.start();
      await own.becomes([own.chain.hash(1)]);
      expect(own.hashes()).not.toContain(first.hash(1));
    });

    it('continues when the node returns the same as before', async () => {
      const first = own.chain;
      const before = await old();
      own.chain = makeChain(1, 'another');
      own.start();
      await eventually(() => expect(isAnother()).toBe(true));
      own.stop();
      own.chain = first;
      own.chain.add(pays(2n));
      own.start();
      await own.becomes([own.chain.hash(7), ...before]);
      expect(isAnother()).toBe(false);
    });
  });

  it('leaps over what nobody read, and searches it', async () => {
    own.start();
    own.chain.add(pays(1n));
    await own.becomes([own.chain.hash(1)]);
    own.stop();
    own.chain.pass(5000);
    own.chain.add(pays(2n), moves(3));
    own.chain.pass(6000);
    own.chain.finalize(11_000);
    own.start();
    await own.becomes([own.chain.hash(5002, 1), own.chain.hash(5002), own.chain.hash(1)]);
    const blocks = own.chain.asked.filter((method) => method === 'eth_getBlockReceipts');
    expect(blocks.length).toBeLessThan(6);
    const stands = (expected: object) => eventually(() => expect(own.store.history.find(CHAIN)).toEqual(expected));
    // Nothing was read yet from the block that was leapt to.
    await stands({ head: 11_002, final: 0 });
    own.chain.finalize(11_001);
    await stands({ head: 11_002, final: 11_001 });
  });
});

/** A newest block of another chain. */
const changedParent: Lie = (method, [, isFull], result) =>
  method === 'eth_getBlockByNumber' && isFull === true
    ? { ...(result as object), parentHash: `0x${'0f'.repeat(32)}` }
    : undefined;

/** The node reports this as its newest block. */
function whereLatestIs(number: number): Lie {
  return (method, [tag]) =>
    method === 'eth_getBlockByNumber' && tag === 'latest' ? own.chain.headOf(number) : undefined;
}
