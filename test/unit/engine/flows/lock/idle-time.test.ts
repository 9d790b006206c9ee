import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../../../shared/ipc/index.ts';
import { eventually } from '../../../../tools/eventually.ts';
import { edit } from '../../audit/audit-edit.ts';
import { type Bench, createReadyBench, operatorSays } from '../../harness.ts';

let bench: Bench;
let refusing = false;
const asked: Question[] = [];

beforeEach(async () => {
  refusing = false;
  bench = await createReadyBench({
    autoUnlock: false,
    askPassphrase: null,
    async consent(question) {
      asked.push(question);
      return refusing ? { confirmed: false } : operatorSays(question);
    },
  });
  asked.length = 0;
});
afterEach(() => bench.end());

const inForce = () => bench.engine.idleTime.inForce();
/** Opens the folder again with other minutes in it, and unlocks the vault. */
async function reopenWith(minutes: number): Promise<void> {
  edit(bench.root, (database) => {
    const body = Buffer.from(JSON.stringify({ minutes }));
    const { changes } = database.prepare("UPDATE document SET body = ? WHERE name = 'idle'").run(body);
    expect(changes).toBe(1);
  });
  bench = await bench.reopen();
  await bench.engine.vault.unlock();
}

describe('the time until the vault is locked', () => {
  it('is five minutes until another is chosen, after the operator’s answer only', async () => {
    expect(inForce()).toBe(5);
    refusing = true;
    await expect(bench.engine.idleTime.set(30)).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(inForce()).toBe(5);
    expect(asked).toMatchObject([
      {
        kind: 'changeDocument',
        document: 'idle',
        isOutside: false,
        headline: 'Lock after 30 minutes without anybody at this computer',
        entries: [{ is: '30 minutes', was: '5 minutes' }],
      },
    ]);
    refusing = false;
    await bench.engine.idleTime.set(30);
    expect(inForce()).toBe(30);
    expect(await bench.engine.idleTime.read()).toBe(30);
  });

  it('is in force again when the vault is unlocked in another run', async () => {
    await bench.engine.idleTime.set(2);
    bench = await bench.reopen();
    await bench.engine.vault.unlock();
    await eventually(() => expect(inForce()).toBe(2));
  });

  it('is not made longer by an edited file: it is the shortest until the operator takes it as it is', async () => {
    await bench.engine.idleTime.set(2);
    await reopenWith(60);
    await expect(bench.engine.idleTime.read()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    await expect(bench.engine.idleTime.set(60)).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' });
    expect(inForce()).toBe(1);
    expect(bench.reported).toEqual([]);

    await bench.engine.idleTime.confirm();
    expect(asked.at(-1)).toMatchObject({ isOutside: true, entries: [{ is: '60 minutes', was: '2 minutes' }] });
    expect(inForce()).toBe(60);
  });

  it.for([[0], [61], [1.5], [1e9]])('is not %s minutes', async ([minutes = 0]) => {
    await expect(bench.engine.idleTime.set(minutes)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await bench.engine.idleTime.set(2);
    await reopenWith(minutes);
    await expect(bench.engine.idleTime.confirm()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(inForce()).toBe(1);
  });
});
