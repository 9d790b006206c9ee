import { createHash } from 'node:crypto';
import fs, { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startGmac } from '../../../../electron/crypto/index.ts';
import { openHeadFile, readHead } from '../../../../electron/storage/sqlite/head-file.ts';
import {
  compareClosed,
  createDatabase,
  type DatabaseKind,
  openWithHead,
} from '../../../../electron/storage/sqlite/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-head-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HEAD = { count: 1, chain: 'ab' };

const kindOf = (path: string): DatabaseKind => ({
  path,
  name: 'The database',
  repair: 'Restore it.',
  applicationId: 7,
  synchronous: 'FULL',
  exclusive: true,
  secureDelete: false,
  failedStatement: 'mistake',
  migrations: ['CREATE TABLE t (x TEXT) STRICT'],
});
const open = (path: string) => openWithHead(kindOf(path), { headOf: () => HEAD, startMac: startGmac });

/** Makes a database that was closed in order. */
function closed(name: string): string {
  const path = join(folder, name);
  createDatabase(kindOf(path), (database) => void database.exec("INSERT INTO t VALUES ('content')"));
  open(path).close();
  return path;
}
function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(path, bytes);
}
/** Replaces the head by one of an earlier version. */
function withEarlierHead(path: string): void {
  const bytes = readFileSync(path);
  rmSync(`${path}.head`);
  const head = openHeadFile(`${path}.head`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  head.write({ ...HEAD, closed: { bytes: bytes.length, sha256 } });
  head.close();
}
const CHANGED = 'its file changed since this program closed it';

describe('a database that was closed in order', () => {
  it('opens again, and has a new key for its value each time', () => {
    const path = closed('again');
    const first = readHead(`${path}.head`);
    const database = open(path);
    expect(readHead(`${path}.head`)).toEqual({ ...HEAD, closed: null, whole: null });
    database.close();
    const second = readHead(`${path}.head`);
    expect([first?.whole?.mac, second?.whole?.mac]).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect(first?.whole?.key).not.toBe(second?.whole?.key);
    expect(first?.closed).toBeNull();
  });

  it.each([60, 100, 4095, 4096 + 200])('is refused after a flipped bit at byte %i, or a longer end', (at) => {
    const path = closed(`flipped ${at}`);
    const whole = readFileSync(path);
    flip(path, at);
    expect(() => open(path)).toThrow(CHANGED);
    writeFileSync(path, Buffer.concat([whole, Buffer.alloc(4096)]));
    expect(() => open(path)).toThrow(CHANGED);
    writeFileSync(path, whole);
    open(path).close();
  });

  it('is compared with the digest that an earlier version kept', () => {
    const path = closed('earlier');
    withEarlierHead(path);
    const copy = join(folder, 'earlier copy');
    cpSync(path, copy);
    cpSync(`${path}.head`, `${copy}.head`);
    flip(copy, 4096 + 200);
    expect(() => open(copy)).toThrow(CHANGED);
    open(path).close();
    expect(readHead(`${path}.head`)).toMatchObject({ closed: null, whole: { bytes: readFileSync(path).length } });
  });
});

describe('the head of a database', () => {
  it.each([0, 100, 511])('that was cut to %i bytes refuses the database', (length) => {
    const path = closed(`cut ${length}`);
    truncateSync(`${path}.head`, length);
    const bytes = readFileSync(path);
    expect(() => open(path)).toThrow(/\.head is damaged.*move .* away first/);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('is whole from the moment its file is there', () => {
    const path = join(folder, 'new');
    openHeadFile(`${path}.head`).close();
    expect(readHead(`${path}.head`)).toMatchObject({ count: 0, chain: '' });
  });

  it('keeps its last whole value when a write was torn', () => {
    const path = join(folder, 'torn.head');
    const head = openHeadFile(path);
    head.write({ ...HEAD, count: 5, closed: null });
    const { writeSync } = fs;
    vi.spyOn(fs, 'writeSync').mockImplementation(((
      file: number,
      bytes: Buffer,
      from: number,
      _length: number,
      at: number,
    ) => {
      writeSync(file, bytes, from, 100, at);
      throw new Error('ENOSPC');
    }) as unknown as typeof writeSync);
    syncBuiltinESMExports();
    const failing = openHeadFile(path);
    for (const count of [6, 7, 8]) expect(() => failing.write({ ...HEAD, count, closed: null })).toThrow('ENOSPC');
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect(readHead(path)?.count).toBe(5);
  });
});

describe('a log beside a database', () => {
  it('of a killed process is in the file before the head is kept again', () => {
    const path = closed('killed');
    const running = open(path);
    running.database.exec("INSERT INTO t VALUES ('after')");
    const left = join(folder, 'killed, left');
    for (const end of ['', '-wal', '.head']) cpSync(path + end, left + end);
    expect(statSync(`${left}-wal`).size).toBeGreaterThan(0);
    const again = open(left);
    expect(statSync(`${left}-wal`).size).toBe(0);
    expect(readFileSync(left).includes('after')).toBe(true);
    again.close();
    running.close();
  });

  it('that SQLite leaves at its end, after an error of the disk, keeps the file from counting as closed in order', () => {
    const path = closed('left');
    const running = open(path);
    const close = running.database.close.bind(running.database);
    vi.spyOn(running.database, 'close').mockImplementation(() => {
      close();
      writeFileSync(`${path}-wal`, 'unfinished');
      return running.database;
    });
    running.close();
    expect(readHead(`${path}.head`)).toEqual({ ...HEAD, closed: null, whole: null });
    rmSync(`${path}-wal`);
    open(path).close();
  });
});

describe('a file that is compared before it is opened', () => {
  const compare = (path: string) => compareClosed(kindOf(path), startGmac);
  const openCompared = async (path: string, between: () => void) => {
    const compared = await compare(path);
    between();
    return openWithHead(kindOf(path), { headOf: () => HEAD, startMac: startGmac, compared });
  };

  it('is read once', async () => {
    const path = closed('compared');
    let started = 0;
    const compared = await compare(path);
    const counted = (key: Uint8Array) => {
      started += 1;
      return startGmac(key);
    };
    const database = openWithHead(kindOf(path), { headOf: () => HEAD, startMac: counted, compared });
    expect(started).toBe(0);
    database.close();
  });

  it('is refused when it changed before or after', async () => {
    const path = closed('compared and changed');
    await expect(openCompared(path, () => flip(path, 4096 + 200))).rejects.toThrow(CHANGED);
    await expect(compare(path)).rejects.toThrow(CHANGED);
    flip(path, 4096 + 200);
    const longer = Buffer.concat([readFileSync(path), Buffer.alloc(3 * 1024 * 1024)]);
    writeFileSync(path, longer);
    await expect(compare(path)).rejects.toThrow(CHANGED);
  });

  it('is compared again after another program closed it', async () => {
    const path = closed('compared and used');
    const database = await openCompared(path, () => {
      open(path).close();
      withEarlierHead(path);
    });
    database.close();
    expect(readHead(`${path}.head`)?.whole).toMatchObject({ bytes: readFileSync(path).length });
  });

  it('has nothing to compare while it is in use, after a crash, and when it is missing', async () => {
    const path = closed('in use');
    const database = open(path);
    await expect(compare(path)).resolves.toBeNull();
    database.close();
    rmSync(path);
    await expect(compare(path)).resolves.toBeNull();
  });
});
