import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../electron/storage/records/audit-chain.ts';
import { openRecords, type VerifyOptions } from '../../../../electron/storage/records/index.ts';
import { afterCrash, errorOf, freshPaths, rejectionOf, temporaryFolder } from '../support.ts';
import { keeper, NOTHING } from './keeper.ts';

const fresh = freshPaths(temporaryFolder());

function open(path = fresh('records.db')) {
  const { audit, close } = openRecords(path, `${path}.head`);
  return {
    path,
    head: `${path}.head`,
    close,
    audit: {
      ...audit,
      append: (one: AuditEntry, by = keeper()) => audit.append(one, by),
      verify: (options?: VerifyOptions, by = keeper()) => audit.verify(by, options),
    },
  };
}

function entry(index: number): AuditEntry {
  return {
    at: 1_000 + index,
    profile: 'local',
    credentialId: `credential-${index % 2}`,
    publicKey: '02'.repeat(33),
    operation: 'whoami',
    url: 'http://127.0.0.1:4000/public/v1/query/whoami',
    body: new TextEncoder().encode(`{"organizationId":"${index}"}`),
  };
}

/** A closed log with that many entries. */
async function logOf(entries: number): Promise<{ path: string; head: string }> {
  const { path, head, audit, close } = open();
  for (let index = 1; index <= entries; index += 1) await audit.append(entry(index));
  close();
  return { path, head };
}

/** Changes the closed database behind the log's back. */
function tamper(path: string, sql: string): void {
  const database = new SqliteDatabase(path);
  database.exec(sql);
  database.close();
}

async function verified(path: string, known = NOTHING): Promise<string> {
  const { audit, close } = open(path);
  try {
    return `${(await audit.verify({}, keeper(1, known))).entries} entries`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    close();
  }
}

describe('the audit log', () => {
  it('is empty at first', async () => {
    const { audit, head, close } = open();
    expect(audit.status()).toEqual({ entries: 0, lastAt: null });
    expect(await audit.verify()).toEqual({ entries: 0 });
    expect([...audit.export()]).toEqual([]);
    expect(existsSync(head)).toBe(false);
    close();
  });

  it('numbers entries from 1 and counts them', async () => {
    const { audit, close } = open();
    expect((await audit.append(entry(1))).sequence).toBe(1);
    expect((await audit.append(entry(2))).sequence).toBe(2);
    expect(audit.status()).toEqual({ entries: 2, lastAt: 1_002 });
    close();
  });

  it('hashes as documented, so that anybody can check an export', async () => {
    const { audit, close } = open();
    const { hash } = await audit.append(entry(1));
    const field = (bytes: Uint8Array | string) => {
      const value = Buffer.from(bytes);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(value.length);
      return Buffer.concat([length, value]);
    };
    const { at, profile, credentialId, publicKey, operation, url, body } = entry(1);
    const expected = createHash('sha256')
      .update('castellan audit v1\0')
      .update(Buffer.alloc(32))
      .update(Buffer.concat(['1', String(at), profile, credentialId, publicKey, operation, url].map(field)))
      .update(field(body))
      .digest('hex');
    expect(hash).toBe(expected);
    close();
  });

  it('exports each entry as a line with its body and its place in the chain', async () => {
    const { audit, close } = open();
    const first = (await audit.append(entry(1))).hash;
    const second = (await audit.append(entry(2))).hash;
    const lines = [...audit.export()].map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toEqual({
      ...entry(2),
      body: Buffer.from(entry(2).body).toString('base64'),
      profiles: null,
      sequence: 2,
      previousHash: first,
      hash: second,
      signedBy: 'key-1',
      signature: expect.stringMatching(/^30[0-9a-f]+$/),
    });
    expect(lines[0]).toMatchObject({ previousHash: '00'.repeat(32) });
    close();
  });

  it('records any text and bytes unchanged', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const { audit, close } = open();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          at: fc.nat(2 ** 45),
          profile: text,
          credentialId: text,
          publicKey: text,
          operation: text,
          url: text,
          body: fc.uint8Array({ maxLength: 200 }),
        }),
        async (any) => (await audit.append(any)).sequence > 0,
      ),
      { numRuns: 50 },
    );
    expect(await audit.verify()).toEqual({ entries: 50 });
    close();
  });

  it('continues after a restart and after a crash between entry and head', async () => {
    const { path, head } = await logOf(3);
    const before = readFileSync(head);
    const running = open(path);
    await running.audit.append(entry(4));
    const crashed = afterCrash(path, fresh('records.db'));
    running.close();
    writeFileSync(`${crashed}.head`, before);
    const { audit, close } = open(crashed);
    expect(await audit.verify()).toEqual({ entries: 4 });
    expect((await audit.append(entry(5))).sequence).toBe(5);
    expect(await audit.verify()).toEqual({ entries: 5 });
    close();
    expect(statSync(`${crashed}.head`).mode & 0o777).toBe(0o600);
  });

  it('keeps order when two processes append in turns', async () => {
    const one = open();
    const two = open(one.path);
    const appended: number[] = [];
    for (const { audit } of [one, two, two, one, two]) appended.push((await audit.append(entry(1))).sequence);
    expect(appended).toEqual([1, 2, 3, 4, 5]);
    expect(await one.audit.verify()).toEqual({ entries: 5 });
    one.close();
    two.close();
  });

  it('checks in steps, reports progress, and can be cancelled', async () => {
    const { audit, close } = open();
    // Long bodies make the check take many slices.
    const body = new Uint8Array(1024 * 1024);
    for (let index = 1; index <= 60; index += 1) await audit.append({ ...entry(index), body });
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 0);
    const seen: number[] = [];
    await audit.verify({ progress: ({ done }) => seen.push(done) });
    clearInterval(turning);
    expect(seen.length).toBeGreaterThan(2);
    expect(turns).toBeGreaterThan(2);
    const stop = new AbortController();
    const stopped = audit.verify({ signal: stop.signal, progress: () => stop.abort() });
    expect((await rejectionOf(stopped)).code).toBe('CANCELLED');
    close();
  });
});

describe('a changed audit log', () => {
  const changes: readonly (readonly [what: string, sql: string, says: string])[] = [
    ['one bit of a body', "UPDATE audit SET body = x'7b7c' WHERE sequence = 3", 'Entry 3 was changed'],
    ['the time', 'UPDATE audit SET at = at + 1 WHERE sequence = 2', 'Entry 2 was changed'],
    ['the profile', "UPDATE audit SET profile = 'other' WHERE sequence = 5", 'Entry 5 was changed'],
    ['a hash', 'UPDATE audit SET hash = zeroblob(32) WHERE sequence = 4', 'Entry 4 was changed'],
    ['a dropped entry', 'DELETE FROM audit WHERE sequence = 2', 'Entry 2 is missing'],
    ['a dropped first entry', 'DELETE FROM audit WHERE sequence = 1', 'Entry 1 is missing'],
    ['a dropped end', 'DELETE FROM audit WHERE sequence > 3', 'Entry 4 is missing'],
    ['dropping everything', 'DELETE FROM audit', 'Entry 1 is missing'],
    [
      'two entries in the other order',
      'UPDATE audit SET sequence = 99 WHERE sequence = 2; UPDATE audit SET sequence = 2 WHERE sequence = 3; UPDATE audit SET sequence = 3 WHERE sequence = 99',
      'Entry 2 was changed',
    ],
    [
      'a dropped entry with the rest moved up',
      'DELETE FROM audit WHERE sequence = 2; UPDATE audit SET sequence = sequence - 1 WHERE sequence > 2',
      'Entry 2 was changed',
    ],
  ];

  it.for(changes)('shows %s', async ([, sql, says]) => {
    const { path } = await logOf(5);
    tamper(path, sql);
    expect(await verified(path)).toContain(says);
  });

  it('reports a removed, replaced or damaged head', async () => {
    const { path, head } = await logOf(5);
    const other = await logOf(5);
    copyFileSync((await logOf(3)).head, head);
    expect(await verified(path)).toContain('recorded head is entry 3');
    copyFileSync(other.head, head);
    expect(await verified(path)).toBe('5 entries');
    writeFileSync(head, readFileSync(head, 'utf8').replace(/"hash":"../, '"hash":"zz'));
    expect(await verified(path)).toContain('cannot be read');
    rmSync(head);
    expect(await verified(path)).toContain('head is missing');
  });

  it('accepts no further entry, so that nothing is stamped', async () => {
    const { path } = await logOf(5);
    tamper(path, 'DELETE FROM audit WHERE sequence = 5');
    const { audit, close } = open(path);
    const error = await rejectionOf(audit.append(entry(6)));
    expect(error.code).toBe('AUDIT_UNAVAILABLE');
    expect(error.message).toContain('castellan audit verify');
    expect(audit.status().entries).toBe(4);
    close();
  });

  it('is not restarted when its database is missing but its head is not', async () => {
    const { path, head } = await logOf(2);
    rmSync(path);
    const error = errorOf(() => open(path));
    expect(error.code).toBe('DATABASE_CORRUPT');
    expect(error.message).toContain(head);
    expect(existsSync(path)).toBe(false);
  });

  it('is detected for a flip of any byte of any stored field', async () => {
    const { path } = await logOf(4);
    const columns = ['at', 'profile', 'credential_id', 'public_key', 'operation', 'url', 'body', 'hash'];
    const database = new SqliteDatabase(path);
    return fc
      .assert(
        fc.asyncProperty(
          fc.constantFrom(...columns),
          fc.integer({ min: 1, max: 4 }),
          fc.nat(),
          async (column, sequence, at) => {
            const select = database.prepare<[number], Uint8Array>(
              `SELECT CAST(${column} AS BLOB) FROM audit WHERE sequence = ?`,
            );
            const stored = Buffer.from(select.pluck().get(sequence) as Uint8Array);
            const flipped = Buffer.from(stored);
            // A low bit keeps text valid and digits digits.
            flipped[at % stored.length] = (flipped[at % stored.length] as number) ^ 1;
            const type = column === 'body' || column === 'hash' ? 'BLOB' : column === 'at' ? 'INTEGER' : 'TEXT';
            const text = type === 'INTEGER' ? 'CAST(CAST(? AS TEXT) AS INTEGER)' : `CAST(? AS ${type})`;
            const update = database.prepare(`UPDATE audit SET ${column} = ${text} WHERE sequence = ?`);
            update.run(flipped, sequence);
            expect(await verified(path)).toContain(`Entry ${sequence} was changed`);
            update.run(stored, sequence);
          },
        ),
        { numRuns: 40 },
      )
      .finally(() => database.close());
  });
});

describe('an audit log whose head cannot be used', () => {
  it('accepts no further entry and keeps the stored ones', async () => {
    const { audit, head, close } = open();
    await audit.append(entry(1));
    writeFileSync(head, 'not a head');
    expect((await rejectionOf(audit.append(entry(2)))).code).toBe('AUDIT_UNAVAILABLE');
    expect(audit.status().entries).toBe(1);
    close();
  });
});
