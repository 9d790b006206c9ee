import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import '../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import { openCache } from '../../electron/storage/cache/index.ts';
import { openRecords } from '../../electron/storage/records/index.ts';
import { AppError } from '../../shared/errors/index.ts';
import { accountRow, replaceAccounts } from '../unit/storage/cache/rows.ts';
import { keeper } from '../unit/storage/records/keeper.ts';
import { afterCrash, rejectionOf, temporaryFolder } from '../unit/storage/support.ts';

const folder = temporaryFolder();
const ENTRIES = 12;

/** A copy of the files of a database, as a crash would have left them. */
const copied = (source: string) => afterCrash(source, join(mkdtempSync(join(folder, 'copy-')), 'copy.db'));

function request(index: number) {
  return {
    requestId: `request-${index}`,
    profile: 'local',
    credentialId: 'credential',
    operation: 'sign_raw_payload',
    title: 'Sign payload',
    url: 'http://127.0.0.1',
    body: new Uint8Array(600).fill(index),
    stampName: 'X-Stamp',
    stampValue: 'stamp',
    fingerprint: `sha256:${index}`,
    content: null,
    entry: null,
    at: index,
  };
}

const entry = (index: number) => ({ ...request(index), publicKey: '02' });

/** The files while the database is still open: everything written last is in the write-ahead log. */
async function openFiles(): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'open-')), 'records.db');
  const { journal, audit, close } = openRecords(path, `${path}.head`);
  for (let index = 1; index <= ENTRIES; index += 1) {
    journal.prepare(request(index));
    await audit.append(entry(index), keeper());
  }
  const copy = copied(path);
  close();
  return copy;
}

async function closedFiles(): Promise<string> {
  const path = copied(await openFiles());
  openRecords(path, `${path}.head`).close();
  return path;
}

/** Without its own signature, which proves nothing more of an earlier entry: the newest one covers the whole chain. */
const unsigned = (line: string) => JSON.stringify({ ...JSON.parse(line), signedBy: null, signature: null });

/** The outcome for a damaged file: the journal and the lines of a log that verifies, or the code of the refusal. */
async function outcome(path: string): Promise<string[] | string> {
  try {
    const { audit, journal, close } = openRecords(path, `${path}.head`);
    try {
      await audit.verify(keeper());
      const requests = Array.from({ length: ENTRIES }, (_, index) => journal.get(`request-${index + 1}`));
      return [...audit.export()].map(unsigned).concat(JSON.stringify([journal.unsettled(), requests]));
    } finally {
      close();
    }
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('records whose write-ahead log is torn', async () => {
  const source = await openFiles();
  const length = statSync(`${source}-wal`).size;
  const HEADER = 32;
  const FRAME = 24 + 4096;
  const frames = Math.floor((length - HEADER) / FRAME);
  const cuts = [0, HEADER - 1, ...Array.from({ length: frames }, (_, frame) => HEADER + frame * FRAME)].flatMap(
    (cut) => [cut, cut + 100],
  );

  it('are complete or reported as incomplete, at every cut', async () => {
    const whole = (await outcome(copied(source))) as string[];
    expect(whole).toHaveLength(ENTRIES + 1);
    let kept = -1;
    for (const cut of cuts.sort((a, b) => a - b)) {
      const path = copied(source);
      truncateSync(`${path}-wal`, Math.min(cut, length));
      const { audit, journal, close } = openRecords(path, `${path}.head`);
      const { entries } = audit.status();
      expect(entries).toBeGreaterThanOrEqual(Math.max(kept, 0));
      kept = entries;
      expect([...audit.export()].map(unsigned)).toEqual(whole.slice(0, entries));
      expect(journal.unsettled().length - entries).toBeOneOf([0, 1]);
      const missing = await audit.verify(keeper()).then(
        () => 'nothing',
        (error: AppError) => error.code,
      );
      expect(missing).toBe(entries < ENTRIES ? 'AUDIT_BROKEN' : 'nothing');
      if (entries < ENTRIES)
        expect((await rejectionOf(audit.append(entry(99), keeper()))).code).toBe('AUDIT_UNAVAILABLE');
      close();
    }
    expect(kept).toBeGreaterThan(ENTRIES / 2);
  });
});

describe('records cut short', () => {
  it('are refused at every length', async () => {
    const source = await closedFiles();
    const { size } = statSync(source);
    const pages = Array.from({ length: size / 4096 }, (_, page) => page * 4096);
    for (const cut of [...pages, 1, 16, 99, 100, 101, 512, 4095, 4097, size - 1]) {
      const path = copied(source);
      truncateSync(path, cut);
      expect(await outcome(path), `cut to ${cut} of ${size} bytes`).toBe('DATABASE_CORRUPT');
      expect(statSync(path).size).toBe(cut);
    }
  });
});

describe('records with one flipped bit anywhere', async () => {
  const source = await closedFiles();
  const bytes = readFileSync(source);
  const path = copied(source);

  it('are refused, or have an unchanged journal and audit log', async () => {
    const whole = await outcome(copied(source));
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
        writeFileSync(path, flipped);
        for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
        const result = await outcome(path);
        seen.add(typeof result === 'string' ? result : 'whole');
        if (typeof result !== 'string') expect(result).toEqual(whole);
      }),
      { numRuns: 400 },
    );
    expect(
      [...seen].filter((code) => !['whole', 'DATABASE_CORRUPT', 'DATABASE_NEWER', 'AUDIT_BROKEN'].includes(code)),
    ).toEqual([]);
    expect(seen).toContain('AUDIT_BROKEN');
  });
});

describe('a cache with one flipped bit anywhere', () => {
  const source = join(mkdtempSync(join(folder, 'cache-')), 'cache.db');
  const first = openCache(source);
  replaceAccounts(
    first,
    'local',
    [],
    Array.from({ length: 40 }, (_, index) => accountRow(index)),
    1,
  );
  first.close();
  const bytes = readFileSync(source);

  it('opens, and answers or reports the damage', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const path = copied(source);
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
        writeFileSync(path, flipped);
        try {
          const cache = openCache(path);
          try {
            cache.reader.accounts('local', { search: 'treasury', offset: 0, limit: 50 });
            replaceAccounts(cache, 'local', [], [accountRow(1)], 2);
          } finally {
            cache.close();
          }
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect(['DATABASE_CORRUPT', 'DATABASE_NEWER']).toContain((error as AppError).code);
        }
      }),
      { numRuns: 200 },
    );
  });
});
