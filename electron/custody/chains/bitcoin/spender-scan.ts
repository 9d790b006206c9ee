/** Finds spending transactions in the blocks of a Bitcoin Core, which has no index of them. */
import { Refusal, spendersInBlock } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { Line, Question } from '../line.ts';
import { malformed, readObject } from '../quantities.ts';
import { FINAL_BLOCKS, readWhole, type Spender } from './questions.ts';

/**
 * Choice (bitcoin-scan): blocks are searched from four hours before a payment was sent, because their times are inexact,
 * and for a week at most. A look at a payment reads twelve of them.
 */
const BEFORE_MS = 4 * 3_600_000;
const MOST_BLOCKS = 1_008;
const AT_ONCE = 12;
/** Searches that are remembered. An older one begins anew. */
const REMEMBERED = 1_000;

/** Searches on from where it was, and returns the spenders that it found, in the order of the outputs. */
export type SpenderScan = (outpoints: readonly string[], since: number) => Promise<(Spender | null)[]>;

interface Search {
  readonly end: number;
  /** The first block that is not read, or not final yet. */
  next: number;
}

export function createSpenderScan(line: Line): SpenderScan {
  const searches = new Map<string, Search>();

  const ask = async <Value>(method: string, params: readonly unknown[], read: (result: unknown) => Value) =>
    (await line.ask([{ method, params, read } satisfies Question<Value>]))[0] as Value;
  const hashAt = (height: number) => ask('getblockhash', [height], String);
  const height = () => ask('getblockcount', [], (result) => readWhole(result, 'the height'));

  /** The first of the last blocks whose median time is not before a time. The median never falls. */
  const firstSince = async (milliseconds: number, tip: number): Promise<number> => {
    let [low, high] = [Math.max(0, tip - MOST_BLOCKS), tip];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const time = await ask('getblockheader', [await hashAt(middle)], (result) =>
        readWhole(readObject(result, 'the header of a block').mediantime, 'the time of a block'),
      );
      if (time * 1000 < milliseconds) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const searchOf = async (key: string, since: number, tip: number): Promise<Search> => {
    const known = searches.get(key);
    if (known !== undefined) return known;
    const first = await firstSince(since - BEFORE_MS, tip);
    const search = { next: first, end: first + MOST_BLOCKS };
    searches.set(key, search);
    const [oldest] = searches.keys();
    if (searches.size > REMEMBERED && oldest !== undefined) searches.delete(oldest);
    return search;
  };

  /** The transactions of the block at a height that spend some outputs. None in a block that the node has pruned. */
  const spendersAt = async (at: number, outpoints: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const hash = await hashAt(at);
    const hex = await ask('getblock', [hash, 0], (result) => result).catch((error: unknown) => {
      if (error instanceof NodeFault && (error.kind === 'refused' || error.kind === 'unable')) return null;
      throw error;
    });
    if (hex === null) return new Map();
    if (typeof hex !== 'string' || !/^([0-9a-f]{2})+$/.test(hex)) throw malformed('the block', 'is no bytes');
    try {
      return spendersInBlock(hex, outpoints);
    } catch (error) {
      if (error instanceof Refusal) throw malformed('the block', `cannot be read: ${error.message}`);
      throw error;
    }
  };

  return async (outpoints, since) => {
    const left = await line.ask(
      outpoints.map((outpoint) => {
        const [txid, index] = outpoint.split(':');
        return { method: 'gettxout', params: [txid, Number(index), false], read: (result: unknown) => result };
      }),
    );
    const spent = outpoints.filter((_, index) => left[index] === null);
    if (spent.length === 0) return outpoints.map(() => null);
    const tip = await height();
    const search = await searchOf(spent.join(), since, tip);
    const last = Math.min(tip, search.end, search.next + AT_ONCE - 1);
    for (let at = search.next; at <= last; at += 1) {
      const found = await spendersAt(at, spent);
      if (found.size > 0)
        return outpoints.map((outpoint) => {
          const txid = found.get(outpoint);
          return txid === undefined ? null : { txid, height: at };
        });
      // A block that could be replaced is read again.
      if (at === search.next && tip - at >= FINAL_BLOCKS) search.next = at + 1;
    }
    return outpoints.map(() => null);
  };
}
