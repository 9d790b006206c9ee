import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyExport } from '../../../../electron/engine/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

/** EIP-1559 on chain 1: nonce 0, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const PAGE = { offset: 0, limit: 100 };

async function* each(lines: Iterable<string>) {
  yield* lines;
}

describe('the list of the audit log', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench();
    await bench.engine.accounts.refresh();
    const { requestId } = await bench.engine.requests.prepare('sign_transaction', {
      signWith: bench.address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: UNSIGNED,
    });
    await bench.engine.requests.submit(requestId);
    bench.engine.activityWords.describe();
    await bench.engine.activityWords.idle();
  });
  afterAll(() => bench.end());
  const found = async (search: string) => (await bench.engine.log.list({ search, ...PAGE })).rows;

  it('has every stamped body, newest first, in the words of its activity', async () => {
    const { rows, total } = await bench.engine.log.list({ search: '', ...PAGE });
    expect(total).toBe(bench.engine.audit.status().entries);
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: total }, (_, at) => total - at));
    const sent = rows.find(({ operation }) => operation === 'sign_transaction');
    expect(sent).toMatchObject({
      profile: 'local',
      what: expect.stringMatching(/^Send 2\.5 ETH to 0x/),
      outcome: 'accepted',
      fault: null,
      fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(rows.find(({ operation }) => operation === 'list_wallets')).toMatchObject({
      what: 'Read wallets',
      outcome: 'read',
    });
    expect(rows.find(({ operation }) => operation === 'profile change')).toMatchObject({
      what: 'Change profiles',
      outcome: 'recorded',
    });
  });

  it('finds words, numbers, fingerprints and filters', async () => {
    const [sent] = await found('send 2.5');
    expect(sent?.operation).toBe('sign_transaction');
    expect(await found(String(sent?.sequence))).toContainEqual(sent);
    expect(await found(sent?.fingerprint.slice(7, 27) ?? '')).toEqual([sent]);
    expect(await found('operation:sign_transaction outcome:accepted profile:local')).toEqual([sent]);
    expect(await found('outcome:failed')).toEqual([]);
    expect(await found('after:1970-01-01 send 2.5')).toEqual([sent]);
    expect(await found('before:1970-01-02')).toEqual([]);
    expect(await found('before:yesterday')).toEqual([]);
    expect((await found('kind:read')).every(({ outcome }) => outcome === 'read')).toBe(true);
    expect((await found('kind:record')).length).toBeGreaterThan(0);
    expect(await found('kind:request,record')).toHaveLength(
      (await found('kind:request')).length + (await found('kind:record')).length,
    );
  });

  it('orders all entries by a column, before it cuts a page', async () => {
    const { list } = bench.engine.log;
    const all = (await list({ search: '', ...PAGE })).rows;
    const inOrderOf = async (by: string, descending: boolean, search = '') =>
      (await list({ search, ...PAGE, order: { by, descending } })).rows;
    expect(await inOrderOf('sequence', false)).toEqual(all.toReversed());
    const words = (await inOrderOf('what', false)).map(({ what }) => what);
    expect(words).toEqual(all.map(({ what }) => what).sort(new Intl.Collator('en', { numeric: true }).compare));
    expect(words).not.toEqual(all.map(({ what }) => what));
    expect((await inOrderOf('what', true)).map(({ what }) => what)).toEqual(words.toReversed());
    const order = { by: 'outcome', descending: false };
    const [first] = (await list({ search: '', offset: 0, limit: 1, order })).rows;
    expect(first?.outcome).toBe('accepted');
    const last = (await list({ search: '', offset: all.length - 1, limit: 1, order })).rows;
    expect(last.map(({ outcome }) => outcome)).toEqual(['recorded']);
    expect(await inOrderOf('sequence', false, 'kind:read')).toEqual((await found('kind:read')).toReversed());
    await bench.engine.queries.ask('whoami', {});
    expect(await inOrderOf('time', true)).toHaveLength(all.length + 1);
  });

  it('keeps a search up to date with new entries', async () => {
    const before = (await found('kind:read')).length;
    await bench.engine.queries.ask('whoami', {});
    expect((await found('kind:read')).length).toBe(before + 1);
  });

  it('has the bytes, the stamp, the response and the place in the chain of an entry', async () => {
    const [sent] = await found('send 2.5');
    const detail = bench.engine.log.get(sent?.sequence ?? 0);
    expect(detail).toMatchObject({
      httpStatus: 200,
      status: 'ACTIVITY_STATUS_COMPLETED',
      isFirst: false,
      isSigned: true,
      stamp: { name: 'X-Stamp', value: expect.any(String) },
    });
    expect(JSON.parse(detail.body ?? '').parameters.unsignedTransaction).toBe(UNSIGNED);
    expect(bench.engine.log.get((sent?.sequence ?? 0) - 1).hash).toBe(detail.previous);
    const { meaning, naming } = await bench.engine.log.describe(sent?.sequence ?? 0);
    expect([meaning.operation, naming.headline]).toEqual(['sign_transaction', expect.stringMatching(/^Send 2\.5 ETH/)]);
    expect(() => bench.engine.log.get(9_999)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    await expect(bench.engine.log.describe(1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('reports a verification until an entry is changed', async () => {
    const { entries } = await bench.engine.audit.verify();
    expect(bench.engine.audit.verified()).toMatchObject({ entries, through: entries });
  });

  describe('exported', () => {
    const whole = () => [...bench.engine.audit.export()];

    it('is verified by the file alone', async () => {
      const lines = whole();
      const verified = await verifyExport(each(lines), null);
      const entries = lines.length - 1;
      expect(verified).toMatchObject({ entries, head: entries, isWhole: true, unbroken: { from: 1, to: entries } });
      const { checked, notChecked, absent } = verified.stamps;
      expect(checked + notChecked + absent).toBe(entries);
      expect(absent).toBeGreaterThan(0);
      expect(verified.responses.notProven).toBeGreaterThan(0);
      expect(verified.stamps.checked).toBeGreaterThan(0);
      expect(verified.signers).toHaveLength(1);
      expect(await verifyExport(each(lines), verified.signers[0] ?? '')).toEqual(verified);
      await expect(verifyExport(each(lines), `02${'0'.repeat(64)}`)).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
    });

    it('has the head of the log behind the results of a search', async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'audit.jsonl');
      const { path, entries } = await bench.engine.log.write('operation:sign_transaction', file);
      expect([path, entries, statSync(file).mode & 0o777]).toEqual([file, 1, 0o600]);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(lines).toHaveLength(2);
      expect(lines).toEqual([...bench.engine.audit.export('operation:sign_transaction')]);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ response: { httpStatus: 200 }, stamp: { header: 'X-Stamp' } });
      expect(await verifyExport(each(lines), null)).toMatchObject({
        entries: 1,
        isWhole: false,
        head: bench.engine.audit.status().entries,
        stamps: { checked: 1 },
      });
    });

    it.each([
      ['a changed body', (entry: Record<string, unknown>) => ({ ...entry, body: 'e30=' })],
      [
        'bytes between the body',
        ({ body, ...entry }: Record<string, unknown>) => ({ ...entry, body: `${body}<more>` }),
      ],
      ['a changed time', (entry: Record<string, unknown>) => ({ ...entry, at: 1 })],
      ['another number', (entry: Record<string, unknown>) => ({ ...entry, sequence: 7_000 })],
      ['another chain', (entry: Record<string, unknown>) => ({ ...entry, first: 2 })],
      ['another signature', (entry: Record<string, unknown>) => ({ ...entry, signature: '3006020101020101' })],
      ['no signature', (entry: Record<string, unknown>) => ({ ...entry, signature: null })],
      ['another previous hash', (entry: Record<string, unknown>) => ({ ...entry, previousHash: '0'.repeat(64) })],
      [
        'a stamp of other bytes',
        (entry: Record<string, unknown>) => ({ ...entry, stamp: { header: 'X-Stamp', value: 'e30' } }),
      ],
    ])('is refused with %s', async (_what, change) => {
      const lines = whole();
      const at = lines.findIndex((line) => line.includes('"sign_transaction"'));
      const changed = lines.with(at, JSON.stringify(change(JSON.parse(lines[at] ?? ''))));
      await expect(verifyExport(each(changed), null)).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
    });

    it('is refused with the stamp of another entry of the same key', async () => {
      const lines = whole();
      const stamped = lines.filter((line) => JSON.parse(line).stamp !== null);
      expect(stamped.length).toBeGreaterThan(1);
      const [one = '', other = ''] = stamped;
      const swapped = JSON.stringify({ ...JSON.parse(one), stamp: JSON.parse(other).stamp });
      const changed = lines.with(lines.indexOf(one), swapped);
      await expect(verifyExport(each(changed), null)).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
    });

    it('is refused when its last lines were deleted', async () => {
      const lines = whole();
      for (const left of [lines.length - 1, lines.length - 2, 1])
        await expect(verifyExport(each(lines.slice(0, left)), null)).rejects.toMatchObject({
          code: 'AUDIT_BROKEN',
          message: expect.stringContaining(
            `The file ends before its head line: it was cut, or its export was interrupted. Its entries verify, and are unbroken from 1 to ${left}.`,
          ),
        });
      expect(await verifyExport(each(lines.toSpliced(-2, 1)), null)).toMatchObject({ isWhole: false });
    });

    it('is refused with the head of another log', async () => {
      const lines = whole();
      const { head } = JSON.parse(lines.at(-1) ?? '');
      const other = JSON.stringify({ head: { ...head, hash: '0'.repeat(64) } });
      await expect(verifyExport(each(lines.with(-1, other)), null)).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
    });

    it('is refused out of order, and is not whole with a line left out', async () => {
      const lines = whole();
      const [first = '', second = ''] = lines;
      await expect(verifyExport(each([second, first]), null)).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
      expect(await verifyExport(each(lines.toSpliced(1, 1)), null)).toMatchObject({
        isWhole: false,
        unbroken: { from: 1, to: 1 },
      });
    });

    it.each([[''], ['{}'], ['[1]'], ['nothing']])('is no export: %s', async (line) => {
      await expect(verifyExport(each([line]), null)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });
  });
});

describe('the signature of an entry', () => {
  it('is not checked until the vault opened the key, and then only with that key', async () => {
    const bench = await createReadyBench();
    const newest = bench.engine.audit.status().entries;
    const { engine } = await bench.reopen({ autoUnlock: false });
    expect(engine.log.get(newest).isSigned).toBeNull();
    await engine.vault.unlock();
    await engine.audit.verify();
    expect(engine.log.get(newest).isSigned).toBe(true);
    const records = new SqliteDatabase(engine.paths.records);
    records.prepare("UPDATE audit SET signature = x'3006020101020101' WHERE sequence = ?").run(newest);
    expect(engine.log.get(newest).isSigned).toBe(false);
    records.prepare("UPDATE audit SET signed_by = 'another' WHERE sequence = ?").run(newest);
    records.close();
    expect(engine.log.get(newest).isSigned).toBeNull();
    await engine.close();
  });
});

describe('the list of a log that was changed outside', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  it('marks an entry that does not match its predecessor, and a missing entry', async () => {
    for (let read = 0; read < 6; read += 1) await bench.engine.queries.ask('whoami', {});
    const records = new SqliteDatabase(bench.engine.paths.records);
    records.prepare('UPDATE audit SET at = at + 1 WHERE sequence = 3').run();
    records.prepare('DELETE FROM audit WHERE sequence = 5').run();
    records.close();
    const { rows } = await bench.engine.log.list({ search: '', ...PAGE });
    const faults = rows.flatMap(({ sequence, fault }) => (fault === null ? [] : [[sequence, fault]]));
    expect(faults).toEqual([
      [6, 'changed'],
      [5, 'missing'],
      [3, 'changed'],
    ]);
    expect(bench.engine.log.get(6)).toMatchObject({ previous: null });
    const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'audit.jsonl');
    await expect(bench.engine.log.write('', file)).rejects.toMatchObject({
      code: 'AUDIT_BROKEN',
      message: `The audit log was changed or damaged. Entry 3 was changed, moved or inserted. ${file} has the entries as they are. Verify the log.`,
    });
    expect(readFileSync(file, 'utf8').split('\n')[2]).toContain('"sequence":3');
    await expect(bench.engine.audit.verify()).rejects.toMatchObject({ code: 'AUDIT_BROKEN' });
    expect(bench.engine.audit.verified()).toBeNull();
  });
});
