import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Block, blockAt, outcomesOf } from '../../electron/custody/chains/history/blocks.ts';
import { entriesOf } from '../../electron/custody/chains/history/entries.ts';
import {
  movementsIn,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
} from '../../electron/custody/chains/history/tokens.ts';
import { innerValuesOf } from '../../electron/custody/chains/history/traces.ts';
import { NodeFault } from '../../electron/custody/chains/index.ts';
import { makeChain } from '../unit/custody/chains/history/made-chain.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

/** A long run has more cases than the usual time is for. */
const TIMEOUT = { timeout: Math.max(300_000, 5 * FUZZ_RUNS) };
const OURS = `0x${'a1'.repeat(20)}`;
const STRANGER = `0x${'5e'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const topicOf = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`;
const word = (value: number) => value.toString(16).padStart(64, '0');

const chain = makeChain();
chain.add(
  { from: STRANGER, to: OURS, value: 5n, inner: [{ from: TOKEN, to: OURS, value: 7n }] },
  { from: OURS, to: null, value: 1n, hasFailed: true },
  {
    from: STRANGER,
    to: TOKEN,
    logs: [
      { contract: TOKEN, topics: [TRANSFER, topicOf(STRANGER), topicOf(OURS)], data: `0x${word(9)}` },
      {
        contract: TOKEN,
        topics: [TRANSFER_BATCH, topicOf(TOKEN), topicOf(OURS), topicOf(STRANGER)],
        data: `0x${[64, 160, 2, 1, 2, 2, 3, 4].map(word).join('')}`,
      },
    ],
  },
);
const head = chain.truth('eth_getBlockByNumber', ['0x1', true]);
const block = blockAt(1, 'with transactions').read(head) as Block;
const receipts = chain.truth('eth_getBlockReceipts', [block.hash]);
const traces = chain.truth('debug_traceBlockByHash', [block.hash]);

/** Values that a node could have put in the place of others. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', '0x', '0x0', '-1', {}, [], `0x${'f'.repeat(65)}`, 1e308, '0xzz', true),
  fc.constantFrom<unknown>(OURS, STRANGER, block.hash, topicOf(OURS), `0x${word(1)}`, '0x1', '0xffffffffffffffff'),
  fc.jsonValue(),
);
/** The answer with something in it replaced; `path` chooses where. */
function replaced(answer: unknown, path: readonly number[], value: unknown): unknown {
  const [step, ...further] = path;
  if (step === undefined || typeof answer !== 'object' || answer === null) return value;
  const copy = structuredClone(answer) as Record<string, unknown>;
  const names = Object.keys(copy);
  const name = names[step % Math.max(names.length, 1)];
  return name === undefined ? value : { ...copy, [name]: replaced(copy[name], further, value) };
}
const mutated = (answer: unknown) =>
  fc
    .tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), nasty)
    .map(([path, value]) => likeBefore(answer, replaced(answer, path, value)));
/** A list stays one. */
const likeBefore = (before: unknown, after: unknown): unknown =>
  Array.isArray(before) && typeof after === 'object' && after !== null ? Object.values(after) : after;

/** Undefined where the answer was refused as one of a node. */
function heard<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'malformed') return undefined;
    throw error;
  }
}

test('any block from a node is read, or reported as the node’s fault', TIMEOUT, () => {
  const watched = (address: string) => (address === OURS ? 1 : undefined);
  let read = 0;
  fc.assert(
    fc.property(mutated(head), mutated(receipts), mutated(traces), fc.nat(6), (head1, receipts1, traces1, which) => {
      const block = heard(() => blockAt(1, 'with transactions').read((which & 1) === 0 ? head : head1));
      if (block == null) return;
      const outcomes = heard(() => outcomesOf(block).read((which & 2) === 0 ? receipts : receipts1));
      if (outcomes === undefined) return;
      const traced = heard(() => innerValuesOf(block).read((which & 4) === 0 ? traces : traces1));
      if (traced === undefined) return;
      const innerValues = traced.map((each) => (each instanceof NodeFault ? [] : each));
      read += 1;
      for (const { entry } of entriesOf({ block, outcomes, innerValues, isPassedOver: false }, watched)) {
        expect(entry.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
        expect(BigInt(entry.fee)).toBeGreaterThanOrEqual(0n);
        for (const { amount, counterparty } of entry.transfers) {
          expect(amount).toMatch(/^\d{1,78}$/);
          expect(counterparty).toMatch(/^0x[0-9a-f]{40}$/);
        }
      }
    }),
    { numRuns: fuzzRuns() },
  );
  expect(read).toBeGreaterThan(FUZZ_RUNS / 10);
});

test('any log is read as a transfer, or ignored', TIMEOUT, () => {
  const topic = fc.oneof(fc.constantFrom(topicOf(OURS), topicOf(STRANGER), `0x${word(3)}`), hex(32));
  const small = fc.constantFrom(0, 1, 2, 3, 32, 64, 96, 128, 160).map(word);
  const data = fc.oneof(
    fc
      .array(
        fc.oneof(
          small,
          hex(32).map((text) => text.slice(2)),
        ),
        { maxLength: 12 },
      )
      .map((words) => words.join('')),
    fc.constantFrom('', 'ff', word(1).slice(2)),
  );
  let moved = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH),
      fc.array(topic, { maxLength: 3 }),
      data,
      (event, topics, text) => {
        const movements = movementsIn({ contract: TOKEN, topics: [event, ...topics], data: `0x${text}` });
        moved += movements.length;
        expect(movements.length).toBeLessThanOrEqual(Math.max(1, text.length / 64));
        for (const { asset, from, to, amount } of movements) {
          expect(asset).toMatch(/^erc(20|721|1155):0x[0-9a-f]{40}(\/\d{1,78})?$/);
          for (const party of [from, to]) expect(party).toMatch(/^0x[0-9a-f]{40}$/);
          expect(amount >= 0n && amount >> 256n === 0n).toBe(true);
        }
      },
    ),
    { numRuns: fuzzRuns() },
  );
  expect(moved).toBeGreaterThan(0);
});

function hex(bytes: number) {
  return fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array) => `0x${Buffer.from(array).toString('hex')}`);
}
