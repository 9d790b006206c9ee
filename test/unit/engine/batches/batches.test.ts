import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';
import { LOOKALIKE, noncesIn, OTHER, SIGN, statesOf, THREE, TO, TYPED, tableOf, text, YES } from './tables.ts';

let bench: Bench & { address: string };
let asked: QuestionOf<'batch'>[];
let says: (question: QuestionOf<'batch'>) => Answer;

const consent = async (question: Question) => {
  if (question.kind !== 'batch') return operatorSays(question);
  asked.push(question);
  return says(question);
};

beforeEach(async () => {
  [asked, says] = [[], () => YES];
  bench = await createReadyBench({ consent });
});
afterEach(() => bench.end());

const terms = () => ({ chain: 'eip155:1' as const, from: bench.address, typed: TYPED });
const wanted = (rows = THREE, lines: readonly number[] = [2, 3, 4]) => ({
  name: 'payroll',
  table: tableOf(rows),
  terms: terms(),
  fees: null,
  lines,
});
const sent = (on = bench) => on.transport.sent.filter(({ path }) => path.includes('sign_transaction'));

describe('a review', () => {
  it('has names, look-alikes, first payments and own accounts, and the fee of each line', async () => {
    await bench.engine.addresses.save(
      { address: TO, chain: null, label: 'Coinbase Prime', note: '', tags: [], allowed: true },
      null,
    );
    const rows = text(`${TO},1,`, `${OTHER},1,`, `${LOOKALIKE},1,`, `${bench.address},1,`, `x,1,`);
    const { lines, nonce } = await bench.engine.batches.review(tableOf(rows), terms());
    expect(lines.map(({ findings }) => findings.map(({ level, short }) => `${level} ${short}`))).toEqual([
      [],
      ['care First payment'],
      ['danger Look-alike address', 'care First payment'],
      ['care Pays itself'],
      ['danger Unreadable'],
    ]);
    expect(lines[0]?.what).toMatchObject({ label: 'Coinbase Prime', fee: '672000000000000' });
    expect(lines[2]?.what).toMatchObject({ alike: { address: TO, label: 'Coinbase Prime' } });
    expect(nonce).toBe('7');
    expect(asked).toEqual([]);
  });

  const summed = (lines: Awaited<ReturnType<typeof bench.engine.batches.review>>['lines']) =>
    lines.map(({ line, isBarred, findings }) => [
      line,
      isBarred,
      findings.map(({ level, short }) => `${level} ${short}`),
    ]);

  it('explains payloads as the vault reads them, and bars what no question about a batch can hold', async () => {
    const paying = `0x02df0101010282520894${TO.slice(2).toLowerCase()}0180c0`;
    const rows = `message,transaction\nhello,\nab\u202ecd,\n,02f0\n,${paying}\n`;
    const { lines } = await bench.engine.batches.review(tableOf(rows), terms());
    expect(summed(lines)).toEqual([
      [2, false, []],
      [3, true, ['danger Dangerous contents', 'danger Not in a batch']],
      [4, true, ['danger Unreadable', 'danger Dangerous contents', 'danger Not in a batch']],
      [5, false, ['care First payment']],
    ]);
    expect(lines[3]?.what).toMatchObject({ headline: `Send 0.000000000000000001 ETH to ${TO}` });
    expect(asked).toEqual([]);
  });

  it('bars a payment that the vault finds dangerous, and not one that only looks like another', async () => {
    const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    await bench.engine.addresses.save(
      { address: TO, chain: null, label: 'Coinbase Prime', note: '', tags: [], allowed: true },
      null,
    );
    const rows = text(`${token},1,`, `0x${'0'.repeat(40)},1,`, `0x${'0'.repeat(36)}0400,1,`, `${LOOKALIKE},1,`);
    const { lines } = await bench.engine.batches.review(tableOf(rows), terms());
    expect(summed(lines)).toEqual([
      [2, true, ['danger Token contract', 'care First payment', 'danger Not in a batch']],
      [3, true, ['danger No known key', 'care First payment', 'danger Not in a batch']],
      [4, true, ['danger No known key', 'care First payment', 'danger Not in a batch']],
      [5, false, ['danger Look-alike address', 'care First payment']],
    ]);
  });
});

describe('a batch', () => {
  it('is asked once, line by line as the vault reads the bytes, and then signed with nonces that follow each other', async () => {
    const open: number[] = [];
    bench.engine.on('requests', () => open.push(bench.engine.state().unsettled.length));
    const detail = await bench.engine.batches.submit(wanted());
    expect(statesOf(detail)).toEqual(['signed', 'signed', 'signed']);
    // A line on its way is not unsettled.
    expect([open.length > 0, Math.max(...open)]).toEqual([true, 0]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.lines.map(({ line, meaning }) => [line, meaning.headline])).toEqual([
      [2, `Send 1 ETH to ${TO}`],
      [3, `Send 2 ETH to ${OTHER}`],
      [4, `Send 3 ETH to ${TO}`],
    ]);
    expect(noncesIn(asked[0])).toEqual(['7', '8', '9']);
    expect(sent().map(({ body }) => body)).toEqual(asked[0]?.lines.map(({ body }) => body));
    expect(bench.engine.batches.list()).toMatchObject([{ name: 'payroll', counts: { signed: 3, left: 0 } }]);
  });

  it('signs nothing and is not kept when the operator refuses', async () => {
    says = () => ({ confirmed: false });
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(sent()).toEqual([]);
    expect(bench.engine.batches.list()).toEqual([]);
    expect(bench.processes.calls.filter((name) => name === 'vault.stamp').length).toBeGreaterThan(0);
  });

  it('holds only chosen lines, and refuses unreadable and missing ones', async () => {
    await bench.engine.batches.submit(wanted(THREE, [3]));
    expect(asked[0]?.lines.map(({ line }) => line)).toEqual([3]);
    await expect(bench.engine.batches.submit(wanted(THREE, [9]))).rejects.toThrow('does not have the chosen lines');
    const bad = text(`${TO},"1,000",`);
    await expect(bench.engine.batches.submit(wanted(bad, [2]))).rejects.toThrow('Line 2 cannot be read.');
    expect(asked).toHaveLength(1);
  });

  it('may be of messages and transactions', async () => {
    const rows = 'message,transaction\nhello,\nhello,\n';
    const detail = await bench.engine.batches.submit(wanted(rows, [2, 3]));
    expect(statesOf(detail)).toEqual(['signed', 'signed']);
    expect(new Set(detail.lines.map(({ activityId }) => activityId)).size).toBe(2);
  });

  it('is not signed when its fees rose, or when the account has less', async () => {
    const rise = { ...wanted(), fees: '1000000000000000' };
    await expect(bench.engine.batches.submit(rise)).rejects.toThrow('The fees rose by more than a quarter');
    expect(asked).toEqual([]);
  });
});

describe('an interrupted batch', () => {
  it('pauses after the current line, and resumes after one more answer', async () => {
    const stop = new AbortController();
    const progress = ({ done, text: what }: { done: number; text: string }) => {
      if (what === 'Signing' && done === 1) stop.abort();
    };
    const paused = await bench.engine.batches.submit(wanted(), { signal: stop.signal, progress });
    expect(statesOf(paused)).toEqual(['signed', 'signed', 'left']);
    const done = await bench.engine.batches.resume(paused.id);
    expect(statesOf(done)).toEqual(['signed', 'signed', 'signed']);
    expect(asked[1]?.lines.map(({ line }) => line)).toEqual([4]);
    expect(noncesIn(asked[1])).toEqual(['9']);
  });

  it('that was killed while a line was on its way signs no line twice', async () => {
    says = (question) => {
      if (question.lines.length === 3) bench.transport.fail(SIGN, 'before the answer');
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ outcome: 'unknown' });
    const again = await bench.reopen();
    try {
      const [row] = again.engine.batches.list();
      expect(row?.counts).toEqual({ left: 2, open: 1, waiting: 0, signed: 0, unproven: 0, failed: 0, givenUp: 0 });
      const done = await again.engine.batches.resume(row?.id ?? '');
      expect(statesOf(done)).toEqual(['signed', 'signed', 'signed']);
      expect(asked[1]?.lines.map(({ line }) => line)).toEqual([3, 4]);
      expect(noncesIn(asked[1])).toEqual(['8', '9']);
      // The first line was sent again with the same bytes, and the service has one activity for each line.
      expect(new Set([...sent(), ...sent(again as typeof bench)].map(({ body }) => body)).size).toBe(3);
      await again.engine.activities.refresh();
      const { rows } = again.engine.activities.list({ search: '', offset: 0, limit: 50 });
      expect(rows.filter(({ type }) => type.includes('SIGN_TRANSACTION'))).toHaveLength(3);
    } finally {
      await again.end();
    }
  });

  it('that was killed before a line reached the service asks for it again', async () => {
    says = (question) => {
      if (question.lines.length === 3) bench.transport.fail(SIGN, 'before it is sent');
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toThrow('Line 2 ended the batch.');
    const [row] = bench.engine.batches.list();
    const done = await bench.engine.batches.resume(row?.id ?? '');
    expect(statesOf(done)).toEqual(['signed', 'signed', 'signed']);
    const detail = bench.engine.batches.get(row?.id ?? '');
    expect(new Set(detail.lines.map(({ activityId }) => activityId)).size).toBe(3);
  });

  it('continues without a line that the service refused, and leaves no gap of nonces', async () => {
    says = (question) => {
      if (question.lines.length === 3)
        bench.transport.answer(SIGN, () => ({ status: 403, body: { code: 7, message: 'No.', details: [] } }));
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toThrow('Line 2 ended the batch.');
    const [row] = bench.engine.batches.list();
    expect(row?.counts).toMatchObject({ failed: 1, left: 2 });
    expect(statesOf(await bench.engine.batches.resume(row?.id ?? ''))).toEqual(['failed', 'signed', 'signed']);
    expect(noncesIn(asked[1])).toEqual(['7', '8']);
  });
});

describe('the results of a batch', () => {
  it('are a file with the proven transaction of each line, which no spreadsheet runs', async () => {
    const { id } = await bench.engine.batches.submit(wanted());
    const path = join(bench.root, 'results.csv');
    expect(await bench.engine.batches.write('csv', id, path)).toEqual({ path, lines: 3 });
    const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
    expect(header).toBe('line,what,note,status,activity,hash,signed,problem');
    expect(lines[1]).toMatch(new RegExp(`^3,Send 2 ETH to ${OTHER},'=b,signed,[0-9a-f-]{36},0x[0-9a-f]{64},(0x)?02f8`));
    await bench.engine.batches.write('json', id, path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([
      { line: '2' },
      { line: '3', note: '=b' },
      { line: '4' },
    ]);
  });

  it('leave the list when the operator closes it', async () => {
    const { id } = await bench.engine.batches.submit(wanted());
    bench.engine.batches.close(id);
    expect(bench.engine.batches.list()).toEqual([]);
    expect(() => bench.engine.batches.get('../profiles')).toThrow('This profile has no batch with this id.');
    const { table, terms } = wanted();
    const { lines } = await bench.engine.batches.review(table, terms);
    expect(lines.map(({ findings }) => findings.some(({ short }) => short === 'In an earlier batch'))).toEqual([
      ...[true, true, true],
    ]);
  });
});
