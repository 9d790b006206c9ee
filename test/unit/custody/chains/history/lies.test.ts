import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tools/eventually.ts';
import { changed, type Lie, No } from './made-chain.ts';
import { CHAIN, historySetting, moves, pays, SECOND } from './setting.ts';

const own = historySetting();

describe('a node that lies', () => {
  type Members = Readonly<Record<string, unknown>>;
  const first = (name: string, member: object) =>
    changed(name, ([one, ...others]: Members[]) =>
      one === undefined ? undefined : [{ ...one, ...member }, ...others],
    );
  const log = (member: object) =>
    changed('eth_getBlockReceipts', (receipts: (Members & { logs: Members[] })[]) =>
      receipts.map((one) => ({ ...one, logs: one.logs.map((two) => ({ ...two, ...member })) })),
    );
  const oneByOne =
    (member: object | null): Lie =>
    (method, _params, result) => {
      if (method === 'eth_getBlockReceipts') throw new No(-32601, 'Method not found');
      if (method === 'eth_getTransactionReceipt') return member === null ? null : { ...(result as Members), ...member };
    };
  const block = (change: (head: Members & { transactions: Members[] }) => object) =>
    changed('eth_getBlockByNumber', (head: (Members & { transactions: Members[] }) | null, [, isFull]) =>
      head !== null && isFull === true && head.transactions.length > 0 ? { ...head, ...change(head) } : undefined,
    );
  const OTHER = `0x${'0f'.repeat(32)}`;

  const lies: Readonly<Record<string, Lie>> = {
    'a log of another block': log({ blockHash: OTHER }),
    'a log of another transaction': log({ transactionHash: OTHER }),
    'a log that was taken back': log({ removed: true }),
    'a log with five topics': log({ topics: Array.from({ length: 5 }, () => OTHER) }),
    'receipts of another block': first('eth_getBlockReceipts', { blockHash: OTHER }),
    'a receipt of another transaction': first('eth_getBlockReceipts', { transactionHash: OTHER }),
    'a receipt of another sender': first('eth_getBlockReceipts', { from: SECOND }),
    'half of the receipts': changed('eth_getBlockReceipts', (receipts: unknown[]) => receipts.slice(1)),
    'no receipts': changed('eth_getBlockReceipts', () => null),
    'receipts in another order': changed('eth_getBlockReceipts', (receipts: unknown[]) => receipts.toReversed()),
    'a receipt of another block, one by one': oneByOne({ blockHash: OTHER }),
    'a receipt of another transaction, one by one': oneByOne({ transactionHash: OTHER }),
    'no receipt, one by one': oneByOne(null),
    'half of the traces': changed('debug_traceBlockByHash', (traces: unknown[]) => traces.slice(0, 1)),
    'the trace of another transaction': first('debug_traceBlockByHash', { txHash: OTHER }),
    'another block': block(() => ({ number: '0x5' })),
    'a block from another parent': block(() => ({ parentHash: OTHER })),
    'transactions of another block': block(({ transactions: [one, ...others] }) => ({
      transactions: [{ ...one, blockHash: OTHER }, ...others],
    })),
    'transactions in another order': block(({ transactions }) => ({ transactions: transactions.toReversed() })),
    'transactions at other places': (_method, _params, result) =>
      JSON.parse((JSON.stringify(result) ?? 'null').replaceAll('"transactionIndex":"0x1"', '"transactionIndex":"0x7"')),
    'a block that has no transactions': block(() => ({ transactions: null })),
    'a block of the year 20000': block(() => ({ timestamp: '0x84b8b2e4000' })),
    'a value that is none': block(({ transactions: [one, ...others] }) => ({
      transactions: [{ ...one, value: '-5' }, ...others],
    })),
    'no value': block(({ transactions: [one, ...others] }) => ({
      transactions: [{ ...one, value: undefined, type: '0x4' }, ...others],
    })),
    'a chain that is final elsewhere': changed('eth_getBlockByNumber', (head: Members | null, [tag]) =>
      tag === 'finalized' ? { ...head, number: '0x1', hash: OTHER } : undefined,
    ),
  };
  it.each(Object.entries(lies))('has nothing stored and is reported: %s', async (_, lie) => {
    own.start();
    own.chain.add(pays(1n), moves(2));
    await own.becomes([own.chain.hash(1, 1), own.chain.hash(1)]);
    const before = own.hashes();
    own.chain.lie = lie;
    own.chain.add(pays(3n), moves(4));
    await own.isReported();
    await own.heard();
    const isAboutFinal = lie === lies['a chain that is final elsewhere'];
    expect(own.hashes()).toEqual(isAboutFinal ? [own.chain.hash(2, 1), own.chain.hash(2), ...before] : before);
    expect(own.store.history.find(CHAIN)?.final).toBe(0);
    own.chain.lie = () => undefined;
    await own.becomes([own.chain.hash(2, 1), own.chain.hash(2), ...before]);
  });

  const FAR = { number: '0x11e1a300', hash: OTHER };
  const far = (...tags: readonly string[]) =>
    changed('eth_getBlockByNumber', (head: Members | null, [tag]) =>
      tags.includes(String(tag)) ? { ...(head ?? own.chain.headOf(1)), ...FAR } : undefined,
    );
  const isReportedAs = (words: string) =>
    eventually(() => expect(own.reports.map(([, said]) => said).join()).toContain(words), 5);

  it.each([
    ['a final block above its newest', far('finalized'), 'its newest block as 1'],
    // All replies agree on the lie, so nothing is visible before the next block.
    ['final and newest blocks far above', far('finalized', 'latest', '0x11e1a300'), null],
  ])('does not have a chain read elsewhere for good: %s', async (_, lie, words) => {
    own.start();
    own.chain.add(pays(1n));
    await own.becomes([own.chain.hash(1)]);
    await own.isSearched();
    own.chain.lie = lie;
    if (words === null) await eventually(() => expect(own.store.history.find(CHAIN)?.head).toBe(300_000_000));
    else await isReportedAs(words);
    await own.heard();
    expect(own.store.history.find(CHAIN)?.final).toBe(0);
    own.chain.lie = () => undefined;
    own.chain.add(pays(2n));
    await own.becomes([own.chain.hash(2), own.chain.hash(1)]);
    expect(own.store.history.find(CHAIN)).toEqual({ head: 2, final: 0 });
    await own.isSearched();
  });

  it('is reported when its newest block is below what was final', async () => {
    own.start();
    own.chain.add(pays(1n));
    own.chain.pass(3);
    own.chain.finalize(3);
    await eventually(() => expect(own.store.history.find(CHAIN)).toEqual({ head: 4, final: 3 }));
    own.chain.lie = changed('eth_getBlockByNumber', (_head, [tag]) =>
      tag === 'latest' || tag === 'finalized' ? own.chain.headOf(2) : undefined,
    );
    await isReportedAs('reports 2 as its newest block, but block 3 was reported as final');
    expect(own.hashes()).toEqual([own.chain.hash(1)]);
  });

  it('cannot have the same transaction at two places', async () => {
    own.start();
    own.chain.add(pays(1n));
    await own.becomes([own.chain.hash(1)]);
    const again = own.chain.hash(1);
    own.chain.lie = (method, _params, result) => {
      const changedReply = JSON.stringify(result)?.replaceAll(own.chain.hash(2), again);
      return own.chain.height < 2 || result === undefined || method === 'eth_chainId'
        ? undefined
        : JSON.parse(changedReply);
    };
    own.chain.add(pays(1n));
    await eventually(() => expect(own.reports.at(-1)?.[1]).toContain('twice'), 5);
    expect(own.hashes()).toEqual([again]);
  });

  const oldLies: Readonly<Record<string, Lie>> = {
    'logs outside of what was asked': changed('eth_getLogs', (logs: Members[]) =>
      logs.map((one) => ({ ...one, blockNumber: '0xffff' })),
    ),
    'logs of a block that is not there': changed('eth_getLogs', (logs: Members[]) =>
      logs.map((one) => ({ ...one, blockHash: OTHER })),
    ),
    'logs of a transaction that is not there': changed('eth_getLogs', (logs: Members[]) =>
      logs.map((one) => ({ ...one, transactionHash: OTHER })),
    ),
    'receipts without the logs': changed('eth_getBlockReceipts', (receipts: Members[]) =>
      receipts.map((one) => ({ ...one, logs: [] })),
    ),
    'receipts with a log of somebody else': changed(
      'eth_getBlockReceipts',
      (receipts: (Members & { logs: Members[] })[]) =>
        receipts.map((one) => ({ ...one, logs: one.logs.map((two) => ({ ...two, topics: [] })) })),
    ),
    'something else than logs': changed('eth_getLogs', () => ({})),
  };
  it.each(Object.entries(oldLies))('does not end the search: %s', async (_, lie) => {
    own.chain.add(moves(1));
    own.chain.pass(5);
    own.chain.finalize(5);
    own.chain.lie = lie;
    own.start();
    await own.isReported();
    await own.heard();
    expect(own.hashes()).toEqual([]);
    own.chain.lie = () => undefined;
    await own.becomes([own.chain.hash(1)]);
  });

  it('cannot have a block that was followed to found as another', async () => {
    own.start();
    own.chain.add(pays(1n, SECOND));
    own.chain.pass(2);
    await own.isSearched();
    await eventually(() => expect(own.store.history.find(CHAIN)?.head).toBe(3));
    const hash = own.chain.hash(1);
    const block = own.chain.headOf(1)?.hash ?? '';
    own.chain.lie = (method, params, result) => {
      const changedReply = params[0] === OTHER ? own.chain.truth(method, [block, ...params.slice(1)]) : result;
      return JSON.parse(JSON.stringify(changedReply).replaceAll(block, OTHER));
    };
    own.watch(SECOND);
    await eventually(() => expect(own.reports.at(-1)?.[1]).toContain('another block 1'), 5);
    expect(own.hashes(SECOND)).toEqual([]);
    own.chain.lie = () => undefined;
    await own.becomes([hash], SECOND);
  });
});
