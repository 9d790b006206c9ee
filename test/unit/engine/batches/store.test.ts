import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBatchStore, type StoredBatch } from '../../../../electron/engine/batches/store.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'castellan-batches-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const store = () => createBatchStore(root);
const files = () => readdirSync(join(root, 'batches')).filter((name) => name !== 'state.lock');
const fileOf = (end: string) => join(root, 'batches', files().find((name) => name.endsWith(end)) ?? '');

const batchOf = (lines: number): StoredBatch => ({
  id: randomUUID(),
  name: 'payroll',
  profile: 'desk',
  createdAt: 1,
  isClosed: false,
  lines: Array.from({ length: lines }, (_, index) => ({
    line: index + 1,
    requestId: randomUUID(),
    begun: false,
    proven: false,
    problem: null,
    what: 'Sign',
    note: '',
    operation: 'sign_transaction' as const,
    payment: null,
    parameters: {},
  })),
});
const begun = ({ lines }: StoredBatch) => lines.map((line) => ({ ...line, begun: true }));
const isBegun = (id: string) =>
  store()
    .get('desk', id)
    .lines.map((line) => line.begun);

/** Writes a batch again as it is. */
const again = (id: string) => {
  const batch = store().get('desk', id);
  return store().put(batch, batch);
};

describe('the marks of a batch', () => {
  it('are appended, so that a step of a long batch writes one line', () => {
    const batch = store().put(batchOf(1_000), null);
    const whole = statSync(fileOf('.json')).size;
    for (const line of begun(batch)) store().mark(batch, [line]);
    expect(statSync(fileOf('.marks')).size).toBeLessThan(whole);
    expect(readFileSync(fileOf('.json')).byteLength).toBe(whole);
    expect(isBegun(batch.id).every(Boolean)).toBe(true);
  });

  it('are a part of the batch when it is written again, and begin anew', () => {
    const batch = store().put(batchOf(2), null);
    store().mark(batch, begun(batch).slice(0, 1));
    again(batch.id);
    expect(files()).toHaveLength(2);
    expect(statSync(fileOf('.marks')).size).toBe(0);
    expect(isBegun(batch.id)).toEqual([true, false]);
  });

  it('lose a line that a crash cut off, and no other', () => {
    const batch = store().put(batchOf(2), null);
    store().mark(batch, begun(batch).slice(0, 1));
    const whole = readFileSync(fileOf('.marks'), 'utf8');
    appendFileSync(fileOf('.marks'), whole.slice(0, -1));
    expect(isBegun(batch.id)).toEqual([true, false]);
    expect(() => store().mark(batch, begun(batch))).toThrow('its last line is cut off');
  });

  it('are damaged when they are missing, or have a line of another form', () => {
    const batch = store().put(batchOf(2), null);
    for (const text of ['{}\n', 'begun\n', '\n', `{"requestId":"${randomUUID()}","begun":1}\n`]) {
      writeFileSync(fileOf('.marks'), text);
      expect(() => store().get('desk', batch.id)).toThrow('line 1 is not a mark of a line');
    }
    rmSync(fileOf('.marks'));
    expect(() => store().get('desk', batch.id)).toThrow('it is missing');
    expect(store().all()).toMatchObject({ batches: [], broken: [{ name: `${batch.id}.json` }] });
  });

  it('of a run end when another run has written the batch', () => {
    const batch = store().put(batchOf(2), null);
    again(batch.id);
    expect(() => store().mark(batch, begun(batch))).toThrow('could not be written');
    expect(isBegun(batch.id)).toEqual([false, false]);
  });

  it('are not needed by a batch of the first version', () => {
    const batch = batchOf(1);
    store().put(batch, null);
    rmSync(fileOf('.marks'));
    writeFileSync(fileOf('.json'), JSON.stringify({ format: 'castellan-batch', version: 1, ...batch }));
    expect(store().get('desk', batch.id)).toEqual(batch);
    const { generation } = again(batch.id);
    expect(generation).toBe(1);
  });
});

describe('two runs of one batch', () => {
  it('do not both begin: the second one to be answered is refused', () => {
    const { id } = store().put(batchOf(2), null);
    const [one, other] = [store().get('desk', id), store().get('desk', id)];
    const first = store().put(one, one);
    expect(() => store().put(other, other)).toThrow(
      'was written by another run since it was read. Nothing was signed.',
    );
    store().mark(first, begun(first));
    expect(isBegun(id)).toEqual([true, true]);
  });

  it('do not lose a mark that the first one made after the second one read the batch', () => {
    const batch = store().put(batchOf(2), null);
    const read = store().get('desk', batch.id);
    store().mark(batch, begun(batch).slice(0, 1));
    expect(() => store().put(read, read)).toThrow('was written by another run since');
    expect(isBegun(batch.id)).toEqual([true, false]);
  });

  it('cannot make one new batch twice', () => {
    const batch = batchOf(1);
    store().put(batch, null);
    expect(() => store().put(batch, null)).toThrow('was written by another run since');
  });
});
