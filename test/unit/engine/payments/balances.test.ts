import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartProcess } from '../../../../electron/engine/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { AddressBalances } from '../../../../shared/model/index.ts';
import { checkValue } from '../../../../shared/operations/index.ts';
import { type Bench, createBench, createProcesses, createReadyBench } from '../harness.ts';

const CHAIN = 'eip155:1';
const OTHER_CHAIN = 'eip155:8453';
const START = 1_790_000_000_000;
const MINUTE = 60_000;
const ETHER = { symbol: 'ETH', decimals: 18 };
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

type Reply = { balances: { caip19: string; units: string }[] | null; problem: string | null };

let bench: Bench & { address: string };
/** The node's reply to each question. */
let reply: (asked: { chain: string; address: string }) => Reply | Promise<Reply>;
let asked: string[];
const seen = { running: 0, most: 0 };

const holding = (units: string): Reply => ({
  balances: [
    { caip19: `${CHAIN}/slip44:60`, units },
    { caip19: `${CHAIN}/erc20:${USDC}`, units: '1250000' },
  ],
  problem: null,
});

/** The real processes, whose service reports the balances of `reply`. */
function withNode(start: StartProcess): StartProcess {
  return (entry, table, errands) => {
    const handle = start(entry, table, errands);
    return {
      ...handle,
      async call(name, input) {
        if (name !== 'readBalances') return handle.call(name, input);
        const wanted = input as unknown as { chain: string; address: string };
        asked.push(wanted.chain);
        seen.running += 1;
        seen.most = Math.max(seen.most, seen.running);
        try {
          return (await reply(wanted)) as never;
        } finally {
          seen.running -= 1;
        }
      },
    };
  };
}

beforeEach(async () => {
  asked = [];
  reply = () => holding('2500000000000000000');
  Object.assign(seen, { running: 0, most: 0 });
  const processes = createProcesses(() => START);
  bench = await createReadyBench({ startProcess: withNode(processes.start) });
  await bench.engine.accounts.refresh();
});
afterEach(() => bench.end());

const list = (addresses = [bench.address]) => bench.engine.balances.list(addresses);
const addNode = (chain: 'eip155:1' | 'eip155:8453' = CHAIN) =>
  bench.engine.endpoints.add({ chain, url: `http://127.0.0.1:1/${chain}` });
const until = (isDone: () => boolean) => vi.waitUntil(isDone, { interval: 5 });
/** Lists, and waits for the nodes. */
async function read(): ReturnType<typeof list> {
  await list();
  await until(() => seen.running === 0);
  return list();
}

describe('the balances of accounts', () => {
  it('are read after the list was returned, and kept with their time', async () => {
    await addNode();
    let changes = 0;
    bench.engine.on('balances', () => {
      changes += 1;
    });
    expect(await list()).toEqual([]);
    await until(() => changes === 1);
    expect(await list()).toEqual([
      {
        address: bench.address,
        chain: CHAIN,
        at: START,
        assets: [
          { ...ETHER, units: '2500000000000000000' },
          { symbol: 'USDC', decimals: 6, units: '1250000' },
        ],
      },
    ]);
  });

  it('are asked of no node for a chain without one, nor for addresses of others', async () => {
    expect(await read()).toEqual([]);
    await addNode();
    await list(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']);
    await until(() => seen.running === 0);
    expect(asked).toEqual([]);
    await read();
    expect(asked).toEqual([CHAIN]);
  });

  it('are read again after a minute, and not before', async () => {
    await addNode();
    await read();
    await read();
    expect(asked).toHaveLength(1);
    bench.advance(MINUTE);
    reply = () => holding('7');
    expect((await read())[0]).toMatchObject({ assets: [{ units: '7' }, {}], at: START + MINUTE });
    expect(asked).toHaveLength(2);
  });

  it('stay with their age while the node fails, and are left out where none was ever read', async () => {
    await addNode();
    await read();
    bench.advance(MINUTE);
    reply = () => ({ balances: null, problem: 'The node does not answer.' });
    expect((await read())[0]).toMatchObject({ at: START, assets: [{ units: '2500000000000000000' }, {}] });
    bench.advance(MINUTE);
    reply = () => Promise.reject(new AppError('SERVICE_STOPPED', 'The process ended.'));
    expect(await read()).toHaveLength(1);
    reply = () => ({ balances: [], problem: null });
    await addNode(OTHER_CHAIN);
    expect((await read()).map(({ chain }) => chain)).toEqual([CHAIN]);
    expect(bench.reported).toEqual([]);
  });

  it('do not ask a failing node more often than each minute', async () => {
    await addNode();
    reply = () => ({ balances: null, problem: 'The node does not answer.' });
    await read();
    await read();
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['decimals that no text can have', { decimals: 2 ** 40 }],
    ['decimals below zero', { decimals: -1 }],
    ['a symbol of a page', { symbol: 'A'.repeat(65) }],
    ['units that are no number', { units: '1e9' }],
  ])('are not taken from a copy with %s', (_what, changed) => {
    const kept = { address: '0x', chain: CHAIN, assets: [{ ...ETHER, units: '1' }], at: START };
    expect(checkValue(AddressBalances, kept)).toEqual([]);
    const other = { ...kept, assets: [{ ...ETHER, units: '1', ...changed }] };
    expect(checkValue(AddressBalances, other)).not.toEqual([]);
  });

  it('survive a restart without a node', async () => {
    await addNode();
    await read();
    const again = await bench.reopen({ startProcess: createProcesses(() => START).start });
    expect(await again.engine.balances.list([bench.address])).toMatchObject([{ chain: CHAIN, at: START }]);
    await again.engine.close();
    bench = { ...(await createBench()), address: '' };
  });

  it('are asked four at a time', async () => {
    await addNode();
    const { requestId } = await bench.engine.requests.prepare('create_wallet', {
      walletName: 'Payouts',
      accounts: Array.from({ length: 9 }, (_, index) => ({
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: `m/44'/60'/0'/0/${index}`,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      })),
    });
    await bench.engine.requests.submit(requestId);
    await bench.engine.accounts.refresh();
    const { rows } = bench.engine.accounts.list({ search: '', offset: 0, limit: 20 });
    reply = () => new Promise((done) => void setTimeout(() => done(holding('1')), 5));
    await list(rows.map(({ address }) => address));
    await until(() => asked.length === rows.length && seen.running === 0);
    expect(rows).toHaveLength(10);
    expect(seen.most).toBe(4);
  });
});
