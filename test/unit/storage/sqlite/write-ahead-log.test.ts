import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDamagedInside } from '../../../../electron/storage/sqlite/write-ahead-log.ts';

const PAGE = 4096;
const FRAME = PAGE + 24;
const HEADER = 32;

describe('a log that has begun again over an older one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-log-'));
  const path = join(folder, 'a.db');
  const torn = join(folder, 'torn.db');
  /** The log before and after one transaction of many frames, which a power cut may leave half-written. */
  let durable: Buffer;
  let after: Buffer;
  let confirmed: number;
  beforeAll(() => {
    const database = new SqliteDatabase(path);
    database.pragma('journal_mode = WAL');
    database.pragma('wal_autocheckpoint = 50');
    database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, content BLOB)');
    const insert = database.prepare('INSERT INTO rows (content) VALUES (zeroblob(900))');
    for (let index = 0; index < 400; index += 1) insert.run();
    database.pragma('wal_checkpoint(PASSIVE)');
    for (let index = 0; index < 3; index += 1) insert.run();
    durable = readFileSync(`${path}-wal`);
    confirmed = countOf(database);
    copyFileSync(path, torn);
    database.transaction(() => {
      for (let index = 0; index < 60; index += 1) insert.run();
    })();
    after = readFileSync(`${path}-wal`);
    database.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const countOf = (database: SqliteDatabase.Database): number =>
    database.prepare('SELECT count(*) FROM rows').pluck().get() as number;

  it('is whole whichever page of its unfinished last transaction is missing', () => {
    const written = Array.from({ length: Math.ceil(after.length / PAGE) }, (_, page) => page * PAGE).filter(
      (at) => !after.subarray(at, at + PAGE).equals(durable.subarray(at, at + PAGE)),
    );
    expect(written.length).toBeGreaterThan(10);
    for (const missing of written) {
      const log = Buffer.from(after);
      durable.copy(log, missing, missing, missing + PAGE);
      writeFileSync(`${torn}-wal`, log);
      expect(isDamagedInside(`${torn}-wal`), `without the page at ${missing}`).toBe(false);
      const copy = join(folder, 'opened.db');
      copyFileSync(torn, copy);
      copyFileSync(`${torn}-wal`, `${copy}-wal`);
      const opened = new SqliteDatabase(copy);
      expect(countOf(opened)).toBeGreaterThanOrEqual(confirmed);
      opened.close();
    }
  });

  it('is damaged when a bit of an earlier transaction changed', () => {
    const first = HEADER + FRAME;
    // The first frame of this log: its page number, its salt, its checksum and its page.
    for (const at of [0, 9, 17, 24, 2000]) {
      const log = Buffer.from(after);
      log[HEADER + at] = (log[HEADER + at] ?? 0) ^ 1;
      writeFileSync(`${torn}-wal`, log);
      expect(isDamagedInside(`${torn}-wal`), `byte ${at} of the frame before ${first}`).toBe(true);
    }
  });
});
