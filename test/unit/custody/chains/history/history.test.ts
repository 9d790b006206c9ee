import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHistory } from '../../../../../electron/custody/chains/history/index.ts';
import { createChains } from '../../../../../electron/custody/chains/index.ts';
import { createStore, openStore, type Store } from '../../../../../electron/custody/store/index.ts';
import { FEE, type Lie, type Made, type MadeChain, makeChain, No } from './made-chain.ts';

const CHAIN = 'eip155:1';
const OURS = `0x${'a1'.repeat(20)}`;
const SECOND = `0x${'a2'.repeat(20)}`;
const STRANGER = `0x${'5e'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const topicOf = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`;

const RICH = 10n ** 18n;
const pays = (value: bigint, to = OURS): Made => ({ from: STRANGER, to, value });
const moves = (amount: number, to = OURS): Made => ({
  from: STRANGER,
  to: TOKEN,
  logs: [
    {
      contract: TOKEN,
      topics: [TRANSFER, topicOf(STRANGER), topicOf(to)],
      data: `0x${amount.toString(16).padStart(64, '0')}`,
    },
  ],
});

let directory: string;
let store: Store;
let chain: MadeChain;
let history: { close(): void } | undefined;
let reports: [string, string][];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-history-'));
  createStore(directory, ({ organizations, wallets }) => {
    organizations.insert({
      organizationId: 'o',
      parentOrganizationId: null,
      organizationName: 'o',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      createdAt: 1,
      updatedAt: 1,
    });
    wallets.insert({
      walletId: 'w',
      organizationId: 'o',
      walletName: 'w',
      exported: 0,
      imported: 0,
      createdAt: 1,
      updatedAt: 1,
      sealedMnemonic: Uint8Array.of(1),
      sealedSeed: Uint8Array.of(1),
    });
  });
  store = openStore(directory);
  chain = makeChain();
  reports = [];
  watch(OURS);
});
afterEach(() => {
  stop();
  store.close();
  rmSync(directory, { recursive: true });
});

/** Makes an account of the address. */
function watch(address: string): void {
  store.wallets.insertAccount({
    walletAccountId: address,
    organizationId: 'o',
    walletId: 'w',
    name: null,
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: address,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    address,
    normalizedAddress: address,
    publicKey: '02',
    createdAt: 1,
    updatedAt: 1,
    sealedPrivateKey: Uint8Array.of(1),
  });
}

function start(): void {
  const report = (during: string, error: unknown) => String(reports.push([during, (error as Error).message]));
  const chains = createChains({
    chains: [{ chain: CHAIN, endpoints: 1 }],
    callNode: async (call) => chain.callNode(call),
    now: () => 0,
    report,
  });
  // However long it is to wait: no test does.
  const later = (_milliseconds: number, work: () => void) => {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  };
  history = createHistory({ store, chains, report, later });
}
function stop(): void {
  history?.close();
  history = undefined;
}

const found = (address = OURS) => {
  const addressId = store.history.addressId(CHAIN, address);
  return addressId === undefined ? [] : store.history.list(addressId, 'o', { limit: '100' }).entries;
};
const hashes = (address = OURS) => found(address).map(({ transactionHash }) => transactionHash);
const becomes = (expected: readonly string[], address = OURS) =>
  vi.waitFor(() => expect(hashes(address)).toEqual(expected), { timeout: 5000, interval: 5 });
/** After the node was asked so often that whatever it says was heard. */
async function heard(): Promise<void> {
  const before = chain.asked.length;
  await vi.waitFor(() => expect(chain.asked.length).toBeGreaterThan(before + 60), { timeout: 5000, interval: 5 });
}
const searched = () => ['logs', 'state'].every((kind) => store.history.nextSearch(CHAIN, kind as 'logs') === undefined);
const isSearched = () => vi.waitFor(() => expect(searched()).toBe(true), { timeout: 5000, interval: 5 });
/** What the history says an address has, in the coin. */
const sumOf = (address: string) =>
  found(address).reduce((total, { sender, fee, transfers }) => {
    const coins = transfers.filter(({ asset }) => asset === null);
    const moved = coins.reduce(
      (at, { direction, amount }) => at + (direction === 'IN' ? 1n : -1n) * BigInt(amount),
      0n,
    );
    return total + moved - (sender === address ? BigInt(fee) : 0n);
  }, 0n);

describe('the history of a chain, followed', () => {
  it('has each transaction of each new block that concerns an address', async () => {
    start();
    chain.add(pays(5n), pays(6n, SECOND), moves(7));
    chain.add({ from: OURS, to: null, value: 2n });
    chain.add({ from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] });
    chain.add({ from: OURS, to: STRANGER, value: 4n, hasFailed: true });
    await becomes([chain.hash(4), chain.hash(3), chain.hash(2), chain.hash(1, 2), chain.hash(1, 0)]);
    expect(found().map(({ transfers, hasFailed }) => [hasFailed, ...transfers])).toEqual([
      [1],
      [0, { direction: 'IN', asset: null, amount: '9', counterparty: TOKEN }],
      [0, { direction: 'OUT', asset: null, amount: '2', counterparty: `0x${'cc'.repeat(20)}` }],
      [0, { direction: 'IN', asset: `erc20:${TOKEN}`, amount: '7', counterparty: STRANGER }],
      [0, { direction: 'IN', asset: null, amount: '5', counterparty: STRANGER }],
    ]);
    expect(sumOf(OURS)).toBe(chain.state(OURS).balance);
    expect(reports).toEqual([]);
  });

  it('forgets what a reorganization took out, and reads what came in its place', async () => {
    chain.add(pays(1n));
    start();
    await becomes([chain.hash(1)]);
    chain.add(pays(2n));
    chain.add(pays(3n));
    await becomes([chain.hash(3), chain.hash(2), chain.hash(1)]);
    chain.fork(1);
    chain.pass(1);
    chain.add(pays(4n));
    chain.pass(2);
    await becomes([chain.hash(3), chain.hash(1)]);
    expect(sumOf(OURS)).toBe(5n);
    // Further back than is compared at a time, to a chain that is shorter.
    chain.pass(40);
    chain.add(pays(5n));
    await becomes([chain.hash(46), chain.hash(3), chain.hash(1)]);
    chain.fork(2);
    chain.add(pays(6n));
    await becomes([chain.hash(3), chain.hash(1)]);
    expect(sumOf(OURS)).toBe(7n);
  });

  it('waits for a node that is behind, and for one that was', async () => {
    start();
    chain.add(pays(1n));
    chain.add(pays(2n));
    await becomes([chain.hash(2), chain.hash(1)]);
    const all = hashes();
    chain.lie = whereLatestIs(1);
    await heard();
    expect(hashes()).toEqual(all);
    expect(reports).toEqual([]);
  });

  it('never takes back what was final', async () => {
    start();
    chain.add(pays(1n));
    chain.pass(3);
    chain.finalize(3);
    await becomes([chain.hash(1)]);
    await vi.waitFor(() => expect(store.history.find(CHAIN)).toEqual({ head: 4, final: 3 }));
    const all = hashes();
    chain.fork(0);
    chain.add(pays(9n));
    chain.pass(5);
    await heard();
    expect(hashes()).toEqual(all);
    expect(reports).toEqual([[`the history of ${CHAIN}`, expect.stringContaining('said were final')]]);
  });

  it('leaps over what nobody read, and searches it', async () => {
    start();
    chain.add(pays(1n));
    await becomes([chain.hash(1)]);
    stop();
    chain.pass(300);
    chain.add(pays(2n), moves(3));
    chain.pass(400);
    chain.finalize(700);
    start();
    await becomes([chain.hash(302, 1), chain.hash(302), chain.hash(1)]);
    const blocks = chain.asked.filter((method) => method === 'eth_getBlockReceipts');
    expect(blocks.length).toBeLessThan(6);
    expect(store.history.find(CHAIN)).toEqual({ head: 702, final: 700 });
  });
});

describe('what was before an address was watched', () => {
  it('is found, whatever the order it happened in', async () => {
    chain.pass(3);
    chain.add(pays(RICH));
    chain.pass(70);
    chain.add(moves(1), moves(2, SECOND));
    chain.add({ from: OURS, to: STRANGER, value: 1n, hasFailed: true }, pays(8n));
    chain.add({ from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] });
    chain.pass(30);
    chain.finalize(100);
    start();
    await becomes([chain.hash(77), chain.hash(76, 1), chain.hash(76), chain.hash(75), chain.hash(4)]);
    await isSearched();
    expect(sumOf(OURS)).toBe(chain.state(OURS).balance);
    expect(sumOf(OURS)).toBe(RICH + 17n - FEE);
  });

  it('is found for accounts that come later', async () => {
    chain.add(pays(5n, SECOND));
    chain.pass(9);
    start();
    await isSearched();
    watch(SECOND);
    chain.add(pays(6n, SECOND));
    await becomes([chain.hash(11), chain.hash(1)], SECOND);
    expect(hashes()).toEqual([]);
  });

  it('is searched on from where it was cut off', async () => {
    const expected: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      chain.pass(2);
      expected.unshift(chain.hash(chain.add(pays(1n))));
      expected.unshift(chain.hash(chain.add(moves(1))));
    }
    chain.finalize(chain.height);
    let asked = 0;
    for (let round = 0; !searched() || store.history.find(CHAIN) === undefined; round += 1) {
      expect(round).toBeLessThan(60);
      start();
      // The end comes at any answer.
      const end = asked + 11 + round;
      await vi.waitFor(
        () =>
          expect(
            searched() && store.history.find(CHAIN) !== undefined ? end : chain.asked.length,
          ).toBeGreaterThanOrEqual(end),
        {
          timeout: 5000,
          interval: 1,
        },
      );
      asked = chain.asked.length;
      stop();
      store.close();
      store = openStore(directory);
    }
    expect(hashes()).toEqual(expected);
    expect(new Set(expected).size).toBe(24);
  });

  it('is asked for in ranges that the node allows', async () => {
    chain.pass(5);
    chain.add(moves(1));
    chain.pass(2500);
    chain.add(moves(2));
    chain.finalize(chain.height);
    const ranges: number[] = [];
    chain.lie = (method, [filter]) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      const range = Number(toBlock) - Number(fromBlock) + 1;
      ranges.push(range);
      if (range > 100) throw new No(-32602, 'eth_getLogs is limited to a 100 block range');
      return undefined;
    };
    start();
    await becomes([chain.hash(2507), chain.hash(6)]);
    await isSearched();
    expect(Math.max(...ranges)).toBe(1024);
    expect(ranges.filter((range) => range > 100).length).toBeLessThan(30);
    expect(ranges.length).toBeLessThan(200);
  });

  it('is said not to be found where the node has forgotten it, and tokens are found all the same', async () => {
    chain.add(pays(1n));
    chain.add(moves(1));
    chain.pass(200);
    chain.add(pays(2n));
    chain.finalize(chain.height);
    chain.lie = (method, [, block]) => {
      if (method === 'eth_getBalance' && Number(block) < 100) throw new No(-32000, 'missing trie node abc');
      return undefined;
    };
    start();
    await becomes([chain.hash(203), chain.hash(2)]);
    await vi.waitFor(() => expect(reports.map(([, message]) => message).join()).toContain('missing trie node'));
    expect(store.history.nextSearch(CHAIN, 'state')).toMatchObject({ lowest: 0, highest: 202 });
    chain.lie = () => undefined;
    await becomes([chain.hash(203), chain.hash(2), chain.hash(1)]);
  });

  it('is told without what contracts moved where nothing traces', async () => {
    chain.add({ from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] }, pays(3n));
    chain.finalize(1);
    chain.lie = (method) => {
      if (method === 'debug_traceBlockByHash') throw new No(-32601, 'the method does not exist');
      return undefined;
    };
    start();
    await becomes([chain.hash(1, 1)]);
    expect(reports).toContainEqual([expect.any(String), expect.stringContaining('what contracts move')]);
  });
});

describe('a node that lies', () => {
  /** Answers changed by their method. */
  const changed =
    (name: string, change: (result: never, params: readonly unknown[]) => unknown): Lie =>
    (method, params, result) =>
      method === name ? change(result as never, params) : undefined;
  type Told = Readonly<Record<string, unknown>>;
  const first = (name: string, member: object) =>
    changed(name, ([one, ...others]: Told[]) => (one === undefined ? undefined : [{ ...one, ...member }, ...others]));
  const log = (member: object) =>
    changed('eth_getBlockReceipts', (receipts: (Told & { logs: Told[] })[]) =>
      receipts.map((one) => ({ ...one, logs: one.logs.map((two) => ({ ...two, ...member })) })),
    );
  const block = (change: (head: Told & { transactions: Told[] }) => object) =>
    changed('eth_getBlockByNumber', (head: (Told & { transactions: Told[] }) | null, [, isFull]) =>
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
    'half of the traces': changed('debug_traceBlockByHash', (traces: unknown[]) => traces.slice(1)),
    'the trace of another transaction': first('debug_traceBlockByHash', { txHash: OTHER }),
    'another block': block(() => ({ number: '0x5' })),
    'a block from another parent': block(() => ({ parentHash: OTHER })),
    'transactions of another block': block(({ transactions: [one, ...others] }) => ({
      transactions: [{ ...one, blockHash: OTHER }, ...others],
    })),
    'transactions in another order': block(({ transactions }) => ({ transactions: transactions.toReversed() })),
    'a block that has no transactions': block(() => ({ transactions: null })),
    'a block of the year 20000': block(() => ({ timestamp: '0x84b8b2e4000' })),
    'a value that is none': block(({ transactions: [one, ...others] }) => ({
      transactions: [{ ...one, value: '-5' }, ...others],
    })),
    'a chain that is final elsewhere': changed('eth_getBlockByNumber', (head: Told | null, [tag]) =>
      tag === 'finalized' ? { ...head, number: '0x1', hash: OTHER } : undefined,
    ),
  };
  it.each(Object.entries(lies))('has nothing stored and is reported: %s', async (_, lie) => {
    start();
    chain.add(pays(1n), moves(2));
    await becomes([chain.hash(1, 1), chain.hash(1)]);
    const before = hashes();
    chain.lie = lie;
    chain.add(pays(3n), moves(4));
    await vi.waitFor(() => expect(reports).not.toEqual([]), { timeout: 5000, interval: 5 });
    await heard();
    const isAboutFinal = lie === lies['a chain that is final elsewhere'];
    expect(hashes()).toEqual(isAboutFinal ? [chain.hash(2, 1), chain.hash(2), ...before] : before);
    expect(store.history.find(CHAIN)?.final).toBe(0);
    chain.lie = () => undefined;
    await becomes([chain.hash(2, 1), chain.hash(2), ...before]);
  });

  it('cannot have the same transaction at two places', async () => {
    start();
    chain.add(pays(1n));
    await becomes([chain.hash(1)]);
    const again = chain.hash(1);
    chain.lie = (method, _params, result) => {
      const told = JSON.stringify(result)?.replaceAll(chain.hash(2), again);
      return chain.height < 2 || result === undefined || method === 'eth_chainId' ? undefined : JSON.parse(told);
    };
    chain.add(pays(1n));
    await vi.waitFor(() => expect(reports.at(-1)?.[1]).toContain('at two places'), { timeout: 5000, interval: 5 });
    expect(hashes()).toEqual([again]);
  });

  const oldLies: Readonly<Record<string, Lie>> = {
    'logs outside of what was asked': changed('eth_getLogs', (logs: Told[]) =>
      logs.map((one) => ({ ...one, blockNumber: '0xffff' })),
    ),
    'logs of a block that is not there': changed('eth_getLogs', (logs: Told[]) =>
      logs.map((one) => ({ ...one, blockHash: OTHER })),
    ),
    'logs of a transaction that is not there': changed('eth_getLogs', (logs: Told[]) =>
      logs.map((one) => ({ ...one, transactionHash: OTHER })),
    ),
    'something else than logs': changed('eth_getLogs', () => ({})),
  };
  it.each(Object.entries(oldLies))('does not end the search: %s', async (_, lie) => {
    chain.add(moves(1));
    chain.pass(5);
    chain.finalize(5);
    chain.lie = lie;
    start();
    await vi.waitFor(() => expect(reports).not.toEqual([]), { timeout: 5000, interval: 5 });
    await heard();
    expect(hashes()).toEqual([]);
    chain.lie = () => undefined;
    await becomes([chain.hash(1)]);
  });

  it('cannot have a block that was followed to found as another', async () => {
    start();
    chain.add(pays(1n, SECOND));
    chain.pass(2);
    await isSearched();
    await vi.waitFor(() => expect(store.history.find(CHAIN)?.head).toBe(3));
    const hash = chain.hash(1);
    const block = chain.headOf(1)?.hash ?? '';
    chain.lie = (method, params, result) => {
      const told = params[0] === OTHER ? chain.truth(method, [block, ...params.slice(1)]) : result;
      return JSON.parse(JSON.stringify(told).replaceAll(block, OTHER));
    };
    watch(SECOND);
    await vi.waitFor(() => expect(reports.at(-1)?.[1]).toContain('another block 1'), { timeout: 5000, interval: 5 });
    expect(hashes(SECOND)).toEqual([]);
    chain.lie = () => undefined;
    await becomes([hash], SECOND);
  });
});

/** The node says that this is its newest block. */
function whereLatestIs(number: number): Lie {
  return (method, [tag]) => (method === 'eth_getBlockByNumber' && tag === 'latest' ? chain.headOf(number) : undefined);
}
