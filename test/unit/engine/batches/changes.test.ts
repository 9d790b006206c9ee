import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renumberedWords } from '../../../../electron/engine/batches/nonces.ts';
import type { StoredLine } from '../../../../electron/engine/batches/store.ts';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';
import { SIGN, statesOf, THREE, TYPED, tableOf, YES } from './tables.ts';

const ether = (count: number) => `${count}000000000000000000`;
const FELL = 'The balance is now 9 ETH. It was 10 ETH.';

let bench: Bench & { address: string };
let asked: QuestionOf<'batch'>[];
let says: (question: QuestionOf<'batch'>) => Answer;
/** The account as its node reports it. */
let state: { coinUnits: string; nonce: string; price: string | null };

const consent = async (question: Question) => {
  if (question.kind !== 'batch') return operatorSays(question);
  asked.push(question);
  return says(question);
};

/** Has the local service report `state`, as if a node answered. */
function withNode(on: Bench): void {
  const own = on.engine.service.own();
  const call = own?.call;
  if (own === null || call === undefined) throw new Error('the local service does not run');
  const none = { tokenUnits: null, unspent: null, isBlockhashNew: null };
  Object.assign(own, {
    call: async (name: string, input: never) =>
      name === 'readSpending' ? { state: { ...none, ...state }, problem: null } : call(name as never, input),
  });
}

beforeEach(async () => {
  [asked, says] = [[], () => YES];
  state = { coinUnits: ether(10), nonce: '7', price: '12000000000' };
  bench = await createReadyBench({ consent });
  await bench.engine.endpoints.add({ chain: 'eip155:1', url: 'http://127.0.0.1:1/' });
  withNode(bench);
});
afterEach(() => bench.end());

const wanted = () => ({
  name: 'payroll',
  table: tableOf(THREE),
  fees: null,
  lines: [2, 3, 4],
  terms: { chain: 'eip155:1' as const, from: bench.address, typed: TYPED },
});
/** Runs `change` while the second of three lines is signed. */
const during = (change: () => void) => ({
  progress: ({ done, text }: { done: number; text: string }) => {
    if (text === 'Signing' && done === 1) change();
  },
});
/** Signs two of three lines, and pauses. */
const paused = () => {
  const stop = new AbortController();
  return bench.engine.batches.submit(wanted(), { signal: stop.signal, ...during(() => stop.abort()) });
};
const linesOf = (question: QuestionOf<'batch'> | undefined) => question?.lines.map(({ line }) => line);
const sent = () => bench.transport.sent.filter(({ path }) => path === SIGN).map(({ body }) => body);

describe('a long run', () => {
  it('stops when a balance fell, and asks anew about the lines that are left', async () => {
    const fall = () => {
      state = { ...state, coinUnits: ether(9) };
      bench.advance(31_000);
    };
    const detail = await bench.engine.batches.submit(wanted(), during(fall));
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed']);
    expect(asked.map(linesOf)).toEqual([[2, 3, 4], [4]]);
    expect(asked).toMatchObject([
      { changed: [], sent: 0 },
      { changed: [FELL], sent: 2 },
    ]);
    // Each line went to the service once, and the last one as it was asked about again.
    expect(sent()).toHaveLength(3);
    expect(sent().at(-1)).toBe(asked[1]?.lines[0]?.body);
  });

  it.each([
    [
      'a nonce that was used',
      { nonce: '10' },
      'Nonce 9 was used meanwhile. The next one is 10. The payment was composed anew.',
    ],
    [
      'a fee that rose above the limit',
      { price: '40000000000' },
      /^The fee rose from 12 gwei .* waits until the fee falls\.$/,
    ],
  ])('stops for %s', async (_name, change, words) => {
    const happen = () => {
      state = { ...state, ...change };
      bench.advance(31_000);
    };
    await bench.engine.batches.submit(wanted(), during(happen));
    expect(asked.map(({ changed }) => changed)).toEqual([
      [],
      [typeof words === 'string' ? words : expect.stringMatching(words)],
    ]);
  });

  it('is paused by a no to that question, and keeps the lines that were signed', async () => {
    says = (question) => (question.lines.length === 1 ? { confirmed: false } : YES);
    const fall = () => {
      state = { ...state, coinUnits: ether(9) };
      bench.advance(31_000);
    };
    const detail = await bench.engine.batches.submit(wanted(), during(fall));
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'left']);
    expect(sent()).toHaveLength(2);
    says = () => YES;
    expect(statesOf(await bench.engine.batches.resume(detail.id))).toEqual(['signed', 'signed', 'signed']);
    expect(sent()).toHaveLength(3);
  });

  it('reads the chain again after half a minute, and not with each line', async () => {
    const wait = (milliseconds: number) => () => {
      state = { ...state, coinUnits: ether(9) };
      bench.advance(milliseconds);
    };
    await bench.engine.batches.submit(wanted(), during(wait(29_000)));
    expect(asked).toHaveLength(1);
  });

  it('asks no second time while nothing changed', async () => {
    const detail = await bench.engine.batches.submit(
      wanted(),
      during(() => bench.advance(31_000)),
    );
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed']);
    expect(asked).toHaveLength(1);
  });
});

describe('a resumed batch', () => {
  it('names what changed since the last answer', async () => {
    const { id } = await paused();
    bench.advance(3 * 3_600_000);
    state = { ...state, coinUnits: ether(9) };
    await bench.engine.batches.resume(id);
    expect(asked[1]).toMatchObject({ changed: [FELL], sent: 2 });
    expect(linesOf(asked[1])).toEqual([4]);
  });

  it('names nothing when nothing changed', async () => {
    const { id } = await paused();
    await bench.engine.batches.resume(id);
    expect(asked[1]).toMatchObject({ changed: [], sent: 2 });
  });

  it('names what changed since before a crash', async () => {
    bench.transport.fail(SIGN, 'before the answer');
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ outcome: 'unknown' });
    const again = await bench.reopen();
    try {
      state = { ...state, coinUnits: ether(9) };
      const [row] = again.engine.batches.list();
      // The service starts with the first call.
      await again.engine.activities.refresh();
      withNode(again);
      const detail = await again.engine.batches.resume(row?.id ?? '');
      expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed']);
      expect(asked[1]).toMatchObject({ changed: [FELL], sent: 1 });
      expect(linesOf(asked[1])).toEqual([3, 4]);
    } finally {
      await again.end();
    }
  });

  it('names the nonces that its lines have instead of taken ones', () => {
    const line = (number: number, nonce: string) =>
      ({ line: number, payment: { family: 'ethereum', nonce } }) as unknown as StoredLine;
    const before = [line(2, '7'), line(3, '8'), line(4, '9')];
    expect(renumberedWords(before, [line(3, '11'), line(4, '12')])).toEqual([
      'Another transaction has taken nonce 8. The lines that are left have the nonces from 11 to 12.',
    ]);
    expect(renumberedWords(before, [line(4, '10')])).toEqual([
      'Another transaction has taken nonce 9. The line that is left has nonce 10.',
    ]);
    // A line that was refused leaves its nonce to the next one.
    expect(renumberedWords(before, [line(3, '7'), line(4, '8')])).toEqual([]);
  });
});
