import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tools/eventually.ts';
import { FEE, No } from './made-chain.ts';
import { CHAIN, historySetting, moves, OURS, pays, SECOND, STRANGER, TOKEN } from './setting.ts';

const RICH = 10n ** 18n;
const own = historySetting();
const swept = (value: bigint) => ({ from: OURS, to: STRANGER, value });

describe('what was before an address was watched', () => {
  it('is found, whatever the order it happened in', async () => {
    own.chain.pass(3);
    own.chain.add(pays(RICH));
    own.chain.pass(70);
    own.chain.add(moves(1), moves(2, SECOND));
    own.chain.add({ from: OURS, to: STRANGER, value: 1n, hasFailed: true }, pays(8n));
    own.chain.add({ from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] });
    own.chain.pass(30);
    own.chain.finalize(100);
    own.start();
    await own.becomes([
      own.chain.hash(77),
      own.chain.hash(76, 1),
      own.chain.hash(76),
      own.chain.hash(75),
      own.chain.hash(4),
    ]);
    await own.isSearched();
    expect(own.sumOf(OURS)).toBe(own.chain.state(OURS).balance);
    expect(own.sumOf(OURS)).toBe(RICH + 17n - FEE);
  });

  it('is found for accounts that come later', async () => {
    own.chain.add(pays(5n, SECOND));
    own.chain.pass(9);
    own.start();
    await own.isSearched();
    own.watch(SECOND);
    own.chain.add(pays(6n, SECOND));
    await own.becomes([own.chain.hash(11), own.chain.hash(1)], SECOND);
    expect(own.hashes()).toEqual([]);
  });

  it('is searched on from where it was cut off', async () => {
    const expected: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      own.chain.pass(2);
      expected.unshift(own.chain.hash(own.chain.add(pays(1n))));
      expected.unshift(own.chain.hash(own.chain.add(moves(1))));
    }
    own.chain.finalize(own.chain.height);
    let asked = 0;
    for (let round = 0; !own.searched() || own.store.history.find(CHAIN) === undefined; round += 1) {
      expect(round).toBeLessThan(60);
      own.start();
      // The service may end after any answer.
      const end = asked + 11 + round;
      await eventually(
        () =>
          expect(
            own.searched() && own.store.history.find(CHAIN) !== undefined ? end : own.chain.asked.length,
          ).toBeGreaterThanOrEqual(end),
        1,
      );
      asked = own.chain.asked.length;
      own.reopen();
    }
    expect(own.hashes()).toEqual(expected);
    expect(new Set(expected).size).toBe(24);
  });

  it('is asked for in ranges that the node allows', async () => {
    own.chain.pass(5);
    own.chain.add(moves(1));
    own.chain.pass(2500);
    own.chain.add(moves(2));
    own.chain.finalize(own.chain.height);
    const ranges: number[] = [];
    own.chain.lie = (method, [filter]) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      const range = Number(toBlock) - Number(fromBlock) + 1;
      ranges.push(range);
      if (range > 100) throw new No(-32602, 'eth_getLogs is limited to a 100 block range');
      return undefined;
    };
    own.start();
    await own.becomes([own.chain.hash(2507), own.chain.hash(6)]);
    await own.isSearched();
    expect(Math.max(...ranges)).toBe(1024);
    expect(ranges.filter((range) => range > 100).length).toBeLessThan(30);
    expect(ranges.length).toBeLessThan(200);
  });

  it('is not asked for in smaller ranges where the node asks to be asked less often', async () => {
    own.chain.pass(2500);
    own.chain.add(moves(1));
    own.chain.finalize(own.chain.height);
    const ranges: number[] = [];
    own.chain.lie = (method, [filter]) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
      ranges.push(Number(toBlock) - Number(fromBlock) + 1);
      if (ranges.length <= 3) throw new No(429, 'compute units per second');
      return undefined;
    };
    own.start();
    await own.becomes([own.chain.hash(2501)]);
    expect(Math.min(...ranges.slice(0, 6))).toBe(1024);
    expect(own.notes).toContainEqual(expect.stringContaining('it is rate-limited'));
  });

  it('is found block by block where anybody may have the coins of the account sent', async () => {
    const expected: string[] = [];
    own.chain.add(pays(FEE));
    own.chain.add({ from: OURS, to: STRANGER });
    expected.push(own.chain.hash(2), own.chain.hash(1));
    const given = own.chain.add(pays(RICH));
    expected.unshift(own.chain.hash(given));
    own.chain.lie = (method, [, block]) =>
      method === 'eth_getCode' && Number(block) >= given - 1 ? `0xef0100${'99'.repeat(20)}` : undefined;
    for (let index = 0; index < 8; index += 1) {
      own.chain.pass(index === 5 ? 90 : 2);
      expected.unshift(own.chain.hash(own.chain.add({ from: STRANGER, to: OURS, inner: [swept(RICH)] })));
      own.chain.pass(2);
      expected.unshift(own.chain.hash(own.chain.add(pays(RICH))));
    }
    own.chain.pass(30);
    own.chain.finalize(own.chain.height);
    own.start();
    await own.becomes(expected);
    await own.isSearched();
    expect(own.sumOf(OURS)).toBe(own.chain.state(OURS).balance);
  });

  it('is said not to be found where the node has forgotten it, and tokens are found all the same', async () => {
    own.chain.add(pays(1n));
    own.chain.add(moves(1));
    own.chain.pass(200);
    own.chain.add(pays(2n));
    own.chain.finalize(own.chain.height);
    own.chain.lie = (method, [, block]) => {
      if (method === 'eth_getBalance' && Number(block) < 100) throw new No(-32000, 'missing trie node abc');
      return undefined;
    };
    own.start();
    await own.becomes([own.chain.hash(203), own.chain.hash(2)]);
    await eventually(() => expect(own.reports.map(([, message]) => message).join()).toContain('missing trie node'));
    expect(own.store.history.nextSearch(CHAIN, 'state')).toMatchObject({ lowest: 0, highest: 202 });
    own.chain.lie = () => undefined;
    await own.becomes([own.chain.hash(203), own.chain.hash(2), own.chain.hash(1)]);
  });

  it.each<[string, () => unknown]>([
    [
      'by a refusal',
      () => {
        throw new No(-32000, 'missing trie node');
      },
    ],
    ['for each transaction', () => [{ txHash: own.chain.hash(1), error: 'Resource not found' }]],
  ])(
    'is told without what contracts moved where the node says %s that it has forgotten it, and with it after',
    async (_how, says) => {
      const inner = { from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] };
      own.chain.add(inner);
      own.chain.pass(3);
      own.chain.add(inner);
      own.chain.finalize(5);
      const forgotten = own.chain.headOf(1)?.hash;
      own.chain.lie = (method, [hash]) => {
        return method === 'debug_traceBlockByHash' && hash === forgotten ? says() : undefined;
      };
      own.start();
      own.chain.add(inner);
      await own.becomes([own.chain.hash(6), own.chain.hash(5)]);
      await own.isSearched();
      own.chain.add(inner);
      await own.becomes([own.chain.hash(7), own.chain.hash(6), own.chain.hash(5)]);
    },
  );

  it('is whole where one trace took too long: only that one is asked for again, and a missing one is named', async () => {
    const inner = { from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] };
    own.chain.add(inner);
    own.chain.add(inner, inner);
    own.chain.add(inner);
    own.chain.finalize(3);
    const [slow, slower] = [own.chain.hash(2), own.chain.hash(2, 1)];
    own.chain.lie = (method, [asked]) => {
      if (method === 'debug_traceBlockByHash' && asked === own.chain.headOf(2)?.hash)
        return [slow, slower].map((txHash) => ({ txHash, error: 'execution timeout' }));
      if (method === 'debug_traceTransaction' && asked === slower) throw new No(-32000, 'execution timeout');
      return undefined;
    };
    own.start();
    await own.becomes([own.chain.hash(3), slow, own.chain.hash(1)]);
    await own.isSearched();
    const reported = own.reports.map(([, message]) => message).join();
    expect(reported).toMatch(new RegExp(`^what contracts moved in the transaction ${slower}: .*“execution timeout”`));
  });

  it('leaves out the payments of contracts where no node traces', async () => {
    own.chain.add({ from: STRANGER, to: TOKEN, inner: [{ from: TOKEN, to: OURS, value: 9n }] }, pays(3n));
    own.chain.finalize(1);
    own.chain.lie = (method) => {
      if (method === 'debug_traceBlockByHash') throw new No(-32601, 'the method does not exist');
      return undefined;
    };
    own.start();
    await own.becomes([own.chain.hash(1, 1)]);
    expect(own.reports).toContainEqual([expect.any(String), expect.stringContaining('what contracts move')]);
  });
});
