import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framesOf } from '../../../../electron/engine/containers/frames.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

let bench: Bench & { address: string };
let refusing = false;
let id = '';
let code = '';
const questions: Question[] = [];
beforeAll(async () => {
  bench = await createReadyBench({
    async consent(question) {
      questions.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });
  const { address, engine } = bench;
  const wanted = [{ kind: 'account', of: address, address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const];
  const made = await engine.exportLists.make(wanted, { profile: engine.profiles.get(), store: 'file' });
  writeFileSync(path('list.castellan'), made.text);
  ({ code } = made);
  ({ id } = engine.station.open(path('list.castellan')));
  questions.length = 0;
});
afterAll(() => bench.end());

const path = (name: string) => join(bench.root, name);
const asked = () => bench.transport.sent.filter(({ path }) => path.includes('/submit/export_')).length;

describe('the exports of a list in the window', () => {
  it('are not asked for when the operator refuses to compare the check code', async () => {
    refusing = true;
    const gathering = bench.engine.station.gather(id, path('gathered.castellan'));
    await expect(gathering).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    refusing = false;
    const { organizationId } = bench.engine.profiles.get();
    expect(questions).toMatchObject([
      { kind: 'gatherExports', file: 'list.castellan', organizationId, exports: 1, checkCode: code },
    ]);
    expect([asked(), existsSync(path('gathered.castellan'))]).toEqual([0, false]);
  });

  it('are asked for after the answer, each with a question of its own', async () => {
    const { missing } = await bench.engine.station.gather(id, path('gathered.castellan'));
    expect([missing, asked()]).toEqual([[], 1]);
    expect(questions.slice(1).map(({ kind }) => kind)).toEqual(['gatherExports', 'stamp']);
  });
});

describe('a container in QR codes', () => {
  /** All frames of an open file, in order. */
  const framesIn = (file: string) => {
    const { total, frames } = bench.engine.station.frames(file, 1, 64);
    return frames.slice(0, total);
  };

  it('is open once its codes are read, with the content of the file', () => {
    const [last = '', ...others] = framesIn(id).toReversed();
    for (const text of others) expect(bench.engine.station.readCode(text)).toMatchObject({ file: null });
    const { file } = bench.engine.station.readCode(last);
    expect(file).toMatchObject({ name: 'qr-codes.castellan', kind: 'export-targets', exports: [{ state: 'listed' }] });
    expect(framesIn(file?.id ?? '')).toEqual(framesIn(id));
    // The next code begins another container.
    expect(bench.engine.station.readCode(last).done).toBe(1);
    bench.engine.station.forgetCodes();
  });

  it('is refused when its digest does not fit, although its codes do', () => {
    const text = readFileSync(path('list.castellan'), 'utf8').replace(bench.address, `0x${'11'.repeat(20)}`);
    const { count, frame } = framesOf(text);
    const { station } = bench.engine;
    for (let number = 1; number < count; number += 1) station.readCode(frame(number));
    expect(() => station.readCode(frame(count))).toThrowError(
      expect.objectContaining({ message: expect.stringContaining('its digest does not fit') }),
    );
    // The codes that made it are forgotten.
    expect(station.codes()).toEqual({ done: 0, total: null, missing: [] });
    expect(station.readCode(frame(1)).done).toBe(1);
    expect(station.codes()).toMatchObject({ done: 1, total: count });
    station.forgetCodes();
  });

  it('is not made of a list of exports, which is no container', () => {
    const list = [
      { kind: 'account', of: bench.address, address: bench.address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
    ];
    writeFileSync(path('wanted.json'), JSON.stringify(list));
    const opened = bench.engine.station.open(path('wanted.json'));
    expect(() => bench.engine.station.frames(opened.id, 1, 1)).toThrowError(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });
});
