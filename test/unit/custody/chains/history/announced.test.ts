import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tools/eventually.ts';
import { CHAIN, historySetting, moves, pays, SECOND } from './setting.ts';

const own = historySetting();
const becomes = (expected: readonly (readonly string[])[]) =>
  eventually(() => expect(own.announced).toEqual(expected), 5);

describe('notices of the history', () => {
  it('is each new entry, and again when nothing changes it any more', async () => {
    own.start();
    own.chain.add(pays(1n), pays(2n, SECOND), moves(3));
    const [first, second] = [own.chain.hash(1), own.chain.hash(1, 2)];
    const confirmed = [
      ['confirmed', first],
      ['confirmed', second],
    ];
    await becomes(confirmed);
    own.chain.pass(4);
    own.chain.finalize(1);
    await becomes([...confirmed, ['finalized', first], ['finalized', second]]);
    own.reopen();
    own.start();
    own.chain.pass(1);
    await own.heard();
    expect(own.announced).toHaveLength(4);
  });

  it('is not what was before an address was watched', async () => {
    own.chain.add(pays(1n));
    own.chain.pass(3);
    own.chain.finalize(3);
    own.start();
    await own.becomes([own.chain.hash(1)]);
    await own.heard();
    expect(own.announced).toEqual([]);
  });

  it('is what a reorganization has taken out, and what came in its place', async () => {
    own.start();
    const gone = own.chain.hash(own.chain.add(pays(1n)));
    await becomes([['confirmed', gone]]);
    own.chain.fork(0);
    own.chain.pass(1);
    const other = own.chain.hash(own.chain.add(pays(1n)));
    own.chain.finalize(2);
    await becomes([
      ['confirmed', gone],
      ['taken out', gone],
      ['confirmed', other],
      ['finalized', other],
    ]);
  });

  it('is reported once, although the search and the following both reach it', async () => {
    own.start();
    const first = own.chain.hash(own.chain.add(pays(1n), moves(1)));
    const second = own.chain.hash(1, 1);
    await becomes([
      ['confirmed', first],
      ['confirmed', second],
    ]);
    own.stop();
    own.chain.pass(11_000);
    const leapt = own.chain.hash(own.chain.add(pays(2n), moves(2)));
    const both = own.chain.hash(11_002, 1);
    own.chain.pass(3);
    own.chain.finalize(11_005);
    own.start();
    await eventually(() => expect(own.store.history.find(CHAIN)?.head).toBe(11_005), 5);
    await own.isSearched();
    own.chain.pass(1);
    own.chain.finalize(11_006);
    await eventually(() => expect(own.store.history.find(CHAIN)?.final).toBe(11_006), 5);
    const expected = [first, second, leapt, both].flatMap((hash) => [`confirmed ${hash}`, `finalized ${hash}`]);
    await eventually(() => expect(own.announced.map((one) => one.join(' ')).sort()).toEqual(expected.sort()), 5);
  });
});
