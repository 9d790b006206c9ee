import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../../electron/engine/batches/states.ts';
import { createBatchStore, type StoredLine } from '../../../../electron/engine/batches/store.ts';
import type { StartProcess } from '../../../../electron/engine/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';
import { noncesIn, SIGN, statesOf, THREE, TYPED, tableOf, YES } from './tables.ts';

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
const storeIn = () => createBatchStore(bench.root);
const linesIn = (): readonly StoredLine[] => storeIn().all().batches[0]?.lines ?? [];
const edit = (change: (line: StoredLine) => StoredLine, id?: string) => {
  for (const batch of storeIn().all().batches)
    if (id === undefined || batch.id === id) storeIn().put({ ...batch, lines: batch.lines.map(change) }, batch);
};

const refused = (status: number, code: string) => () => ({
  status,
  body: { code: 3, message: 'No.', turnkeyErrorCode: code, details: [] },
});

describe('a batch that ends early', () => {
  it.each([
    [429, 'RATE_LIMIT_EXCEEDED'],
    [401, 'API_KEY_EXPIRED'],
    [400, 'INVALID_TIME'],
  ])('asks again about a line that was refused for a moment (%i %s)', async (status, code) => {
    says = (question) => {
      if (question.lines.length === 3) bench.transport.answer(SIGN, refused(status, code));
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toThrow('Line 2 ended the batch.');
    expect(bench.engine.batches.list()).toMatchObject([{ counts: { left: 3, failed: 0 } }]);
  });

  it('pauses before the time of its requests is too old', async () => {
    const progress = ({ done, text: what }: { done: number; text: string }) => {
      if (what === 'Signing' && done === 1) bench.advance(51 * 60_000);
    };
    const paused = await bench.engine.batches.submit(wanted(), { progress });
    expect(statesOf(paused)).toEqual(['signed', 'signed', 'left']);
    expect(statesOf(await bench.engine.batches.resume(paused.id))).toEqual(['signed', 'signed', 'signed']);
  });

  it.each(['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'])('ends at %s', async (status) => {
    says = () => {
      bench.transport.answer(SIGN, ({ body }) => {
        const { activity } = body as { activity: object };
        return { status: 200, body: { activity: { ...activity, status, result: {} } } };
      });
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ code: 'ACTIVITY_FAILED' });
    expect(bench.engine.batches.list()).toMatchObject([{ counts: { left: 2, failed: 1 } }]);
    expect(sent()).toHaveLength(1);
  });
});

describe('a signature', () => {
  const wrong = () => {
    bench.transport.answer(SIGN, ({ status, body }) => {
      const text = JSON.stringify(body).replace(/(02f8[0-9a-f]{20})(..)/g, '$1ff');
      return { status, body: JSON.parse(text) };
    });
    return YES;
  };

  it('that is wrong ends the batch, is not called signed, and keeps the rest from being signed', async () => {
    says = wrong;
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    const [row] = bench.engine.batches.list();
    expect(row?.counts).toMatchObject({ signed: 0, unproven: 1, left: 2 });
    await expect(bench.engine.batches.resume(row?.id ?? '')).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    expect(asked).toHaveLength(1);
    const path = join(bench.root, 'results.json');
    await bench.engine.batches.write('json', row?.id ?? '', path);
    expect(JSON.parse(readFileSync(path, 'utf8'))[0]).toMatchObject({
      status: 'unproven',
      signed: '',
      hash: '',
      problem: 'The signature is not proven.',
    });
  });

  it.each([
    ['SIGNATURE_MISMATCH', true],
    ['SERVICE_REPLY_INVALID', true],
    ['SERVICE_UNREACHABLE', false],
    [null, false],
  ])('with the problem %s was compared with its request: %s', async (problem, isRefuted) => {
    const { id } = await bench.engine.batches.submit(wanted());
    edit((line) => ({ ...line, proven: false, problem }));
    expect(bench.engine.batches.get(id)).toMatchObject({ isRefuted, counts: { unproven: 3 } });
  });

  it('that cannot be compared now is not called wrong, and one that was compared is', async () => {
    says = wrong;
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
    const [{ id = '' } = {}] = bench.engine.batches.list();
    const resumed = async () => {
      const code = await bench.engine.batches.resume(id).catch((error: AppError) => error.code);
      return { code, isRefuted: bench.engine.batches.get(id).isRefuted };
    };
    edit((line) => ({ ...line, problem: null }));
    expect(await resumed()).toEqual({ code: 'SIGNATURE_MISMATCH', isRefuted: true });
    edit((line) => ({ ...line, problem: null }));
    const of = async () => {
      throw new AppError('SERVICE_UNREACHABLE', 'The service did not answer.');
    };
    Object.assign(bench.engine.results, { of });
    expect(await resumed()).toEqual({ code: 'SIGNATURE_UNCHECKED', isRefuted: false });
  });

  it('without a mark of its proof is proven again before the rest is signed', async () => {
    const { id } = await bench.engine.batches.submit(wanted());
    edit((line) => ({ ...line, proven: false }));
    expect(statesOf(bench.engine.batches.get(id))).toEqual(['unproven', 'unproven', 'unproven']);
    expect(statesOf(await bench.engine.batches.resume(id))).toEqual(['signed', 'signed', 'signed']);
    expect(asked).toHaveLength(1);
  });
});

describe('other batches', () => {
  it('are listed and reviewed beside a damaged file, which is named', async () => {
    const { id } = await bench.engine.batches.submit(wanted());
    const name = '00000000-0000-4000-8000-000000000000.json';
    writeFileSync(join(bench.root, 'batches', name), '{');
    expect(bench.engine.batches.list()).toMatchObject([{ id }]);
    const problem = { text: expect.stringContaining('is damaged') };
    expect(bench.engine.batches.broken()).toMatchObject([{ name, problem }]);
    expect(await bench.engine.batches.review(tableOf(THREE), terms())).toMatchObject({ problems: [problem] });
    edit((line) => ({ ...line, parameters: {} }), id);
    expect(bench.engine.batches.list()).toEqual([]);
    expect(bench.engine.batches.broken().map((one) => one.name)).toEqual([name, 'payroll']);
  });

  it('with the same nonces are named at each payment', async () => {
    await bench.engine.batches.submit(wanted());
    const { lines } = await bench.engine.batches.review(tableOf(THREE), terms());
    const later = { ...terms(), typed: { ...TYPED, nonce: '10' } };
    const after = await bench.engine.batches.review(tableOf(THREE), later);
    const shorts = (of: typeof lines) => of.map(({ findings }) => findings.some(({ short }) => short === 'Nonce used'));
    expect(shorts(lines)).toEqual([true, true, true]);
    expect(lines[0]?.findings.at(-1)?.text).toContain('the batch “payroll” use nonces up to 9');
    expect(shorts(after.lines)).toEqual([false, false, false]);
  });

  it('have their nonces before those of a resumed batch', async () => {
    const stop = new AbortController();
    const progress = ({ done, text: what }: { done: number; text: string }) => {
      if (what === 'Signing' && done === 1) stop.abort();
    };
    const paused = await bench.engine.batches.submit(wanted(), { signal: stop.signal, progress });
    const later = { ...terms(), typed: { ...TYPED, nonce: '20' } };
    await bench.engine.batches.submit({ ...wanted(THREE, [2]), terms: later });
    await bench.engine.batches.resume(paused.id);
    expect(noncesIn(asked.at(-1))).toEqual(['21']);
  });
});

describe('a given up line', () => {
  it('has a state of its own, and its nonce counts as used', async () => {
    says = (question) => {
      if (question.lines.length === 3) bench.transport.fail(SIGN, 'before the answer');
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ outcome: 'unknown' });
    const [open] = bench.engine.requests.unsettled();
    await bench.engine.requests.giveUp(open?.requestId ?? '', 'the service is gone');
    const [row] = bench.engine.batches.list();
    expect(row?.counts).toMatchObject({ givenUp: 1, left: 2, failed: 0 });
    expect(statesOf(await bench.engine.batches.resume(row?.id ?? ''))).toEqual(['givenUp', 'signed', 'signed']);
    expect(noncesIn(asked[1])).toEqual(['8', '9']);
  });
});

describe('a batch whose file and journal differ', () => {
  it('offers no line again whose entry in the journal is lost', async () => {
    const { id } = await bench.engine.batches.submit(wanted());
    edit((line) => ({ ...line, requestId: '00000000-0000-4000-8000-000000000000' }));
    expect(statesOf(bench.engine.batches.get(id))).toEqual(['open', 'open', 'open']);
    expect(statesOf(await bench.engine.batches.resume(id))).toEqual(['open', 'open', 'open']);
    expect(asked).toHaveLength(1);
    bench.engine.batches.close(id);
    expect(bench.engine.batches.list()).toEqual([]);
  });

  it('finds a signed payment whose line names another request, and signs it no second time', async () => {
    const { id } = await bench.engine.batches.submit(wanted());
    // The journal knows the lines by other numbers, so only their bytes are found.
    edit((line) => ({ ...line, line: line.line + 100, requestId: randomUUID(), begun: false, proven: false }));
    expect(statesOf(bench.engine.batches.get(id))).toEqual(['unproven', 'unproven', 'unproven']);
    expect(statesOf(await bench.engine.batches.resume(id))).toEqual(['signed', 'signed', 'signed']);
    expect(asked).toHaveLength(1);
    expect(sent()).toHaveLength(3);
  });

  it('finds a signed line whose file names another request and other bytes', async () => {
    const { id } = await bench.engine.batches.submit(wanted('message\none\n', [2]));
    edit((line) => ({ ...line, requestId: randomUUID(), begun: false, proven: false }));
    expect(statesOf(bench.engine.batches.get(id))).toEqual(['unproven']);
    edit((line) => ({ ...line, parameters: { ...line.parameters, payload: 'two' } }));
    expect(() => bench.engine.batches.get(id)).toThrow('names a request of other contents');
    await expect(bench.engine.batches.resume(id)).rejects.toMatchObject({ code: 'STATE_FILE_CORRUPT' });
    expect(asked).toHaveLength(1);
  });

  it('signs no line again whose older file names its refused request', async () => {
    const [folder, older] = [join(bench.root, 'batches'), join(bench.root, 'older')];
    let isRefused = true;
    const again = await bench.reopen({
      transport: async (request) => {
        if (!isRefused || !request.url.includes('sign_transaction')) return bench.transport.send(request);
        const { status, body } = refused(429, 'RATE_LIMIT_EXCEEDED')();
        return { status, headers: {}, body: Uint8Array.from(Buffer.from(JSON.stringify(body))) };
      },
    });
    const { batches } = again.engine;
    try {
      await expect(batches.submit(wanted())).rejects.toThrow('Line 2 ended the batch.');
      const id = batches.list()[0]?.id ?? '';
      cpSync(folder, older, { recursive: true });
      isRefused = false;
      again.advance(1_000);
      await batches.resume(id);
      rmSync(folder, { recursive: true });
      cpSync(older, folder, { recursive: true });
      expect(statesOf(batches.get(id))).toEqual(['unproven', 'unproven', 'unproven']);
      expect(statesOf(await batches.resume(id))).toEqual(['signed', 'signed', 'signed']);
      expect(asked).toHaveLength(2);
      expect(sent()).toHaveLength(3);
    } finally {
      await again.end();
    }
  });

  it('signs no line whose request is in a lost archive', async () => {
    await bench.engine.batches.submit(wanted());
    edit((line) => ({ ...line, requestId: randomUUID(), begun: false, proven: false }));
    const [batch] = storeIn().all().batches;
    const journal = { get: () => null, linesOf: () => [], ofLine: () => [null], signedBefore: () => null };
    const outcomes = batch === undefined ? [] : outcomesOf(batch, { journal, activity: () => null });
    expect(statesOf({ lines: outcomes })).toEqual(['open', 'open', 'open']);
  });

  it('has its line marked before the line is signed', async () => {
    const marks: boolean[][] = [];
    const { send } = bench.transport;
    const again = await bench.reopen({
      transport: async (request) => {
        if (request.url.includes('sign_transaction')) marks.push(linesIn().map(({ begun }) => begun));
        return send(request);
      },
    });
    try {
      await again.engine.batches.submit(wanted());
      expect(marks).toEqual([
        [true, false, false],
        [true, true, false],
        [true, true, true],
      ]);
    } finally {
      await again.end();
    }
  });

  it('ends with the error of its line when no mark can be written any more', async () => {
    const { send } = bench.transport;
    const again = await bench.reopen({
      transport: async (request) => {
        const reply = await send(request);
        const folder = join(bench.root, 'batches');
        const marks = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.marks')) : [];
        for (const name of marks) rmSync(join(folder, name));
        return reply;
      },
    });
    try {
      await expect(again.engine.batches.submit(wanted())).rejects.toThrow(
        /^Line 2 ended the batch\. .* could not be written/,
      );
    } finally {
      await again.end();
    }
  });

  it('has no open line when nothing of it was recorded', async () => {
    let isBroken = false;
    const startProcess: StartProcess = (...started) => {
      const handle = bench.processes.start(...started);
      const call: typeof handle.call = async (name, input) => {
        if (name === 'stamp' && isBroken) throw new AppError('VAULT_STOPPED', 'The vault stopped.');
        return handle.call(name, input);
      };
      return { ...handle, call };
    };
    const again = await bench.reopen({ startProcess });
    try {
      says = () => {
        isBroken = true;
        return YES;
      };
      await expect(again.engine.batches.submit(wanted())).rejects.toMatchObject({ code: 'VAULT_STOPPED' });
      expect(again.engine.batches.list()).toMatchObject([{ counts: { left: 3, open: 0 } }]);
    } finally {
      await again.end();
    }
  });

  it('stays open while its line cannot be looked up', async () => {
    says = (question) => {
      if (question.lines.length === 3) bench.transport.fail(SIGN, 'before the answer');
      return YES;
    };
    await expect(bench.engine.batches.submit(wanted())).rejects.toMatchObject({ outcome: 'unknown' });
    const [row] = bench.engine.batches.list();
    bench.transport.answer(SIGN, () => ({ status: 404, body: { code: 5, message: 'No.', details: [] } }));
    await expect(bench.engine.batches.resume(row?.id ?? '')).rejects.toThrow();
    expect(statesOf(bench.engine.batches.get(row?.id ?? ''))).toEqual(['open', 'left', 'left']);
    expect(asked).toHaveLength(1);
  });
});
