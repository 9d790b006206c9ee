import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
