import { createHash } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { linkHash } from '../../../../electron/storage/records/audit-chain.ts';
import { openRecords } from '../../../../electron/storage/records/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { errorOf, freshPaths, rejectionOf, temporaryFolder } from '../support.ts';
import { keeper } from './keeper.ts';

const fresh = freshPaths(temporaryFolder());
const open = (path = fresh('records.db')) => ({ path, ...openRecords(path, `${path}.head`) });
const change = {
  at: 1,
  operation: 'profile change',
  profile: 'desk',
  credentialId: '',
  publicKey: '',
  url: '',
} as const;
const stamp = { ...change, operation: 'stamp', body: Buffer.from('{}') };

describe('the recorded profiles', () => {
  const changes: readonly (readonly [what: string, sql: string])[] = [
    ['the entry that recorded it was changed', "UPDATE audit SET body = x'7b7d' WHERE sequence = 2"],
    ['it was taken out', 'DELETE FROM audit WHERE sequence = 2'],
    ['it is called something else', "UPDATE audit SET operation = 'whoami' WHERE sequence = 2"],
    [
      'the newest entry names an older one',
      'UPDATE audit SET profiles = (SELECT profiles FROM audit WHERE sequence = 1) WHERE sequence = 3',
    ],
    ['the newest entry names none', 'UPDATE audit SET profiles = NULL WHERE sequence = 3'],
  ];
  it('are named by every later entry, also in its hash', async () => {
    const { audit, close } = open();
    expect(audit.profiles(keeper())).toBeNull();
    await audit.append(stamp, keeper());
    const said: (string | null)[] = [];
    for (const body of ['{"desk":1}', '{"desk":2}']) {
      const next = (before: Uint8Array | null) => {
        said.push(before && Buffer.from(before).toString());
        return Buffer.from(body);
      };
      await audit.appendProfiles(change, next, keeper());
    }
    const { hash } = await audit.append(stamp, keeper());
    expect([said, Buffer.from(audit.profiles(keeper())?.body ?? []).toString()]).toEqual([
      [null, '{"desk":1}'],
      '{"desk":2}',
    ]);
    const lines = [...audit.export()].map((line) => JSON.parse(line) as Record<string, string>);
    const digest = createHash('sha256').update('{"desk":2}').digest();
    expect(lines.map(({ profiles }) => profiles)).toEqual([
      null,
      createHash('sha256').update('{"desk":1}').digest('hex'),
      digest.toString('hex'),
      digest.toString('hex'),
    ]);
    const previous = Buffer.from(lines[2]?.hash ?? '', 'hex');
    expect(hash).toBe(Buffer.from(linkHash(previous, 4, { ...stamp, profiles: digest })).toString('hex'));
    expect(await audit.verify(keeper())).toEqual({ entries: 4 });
    close();
  });

  it('stay unchanged after a refused change, with the refusal’s message', async () => {
    const { audit, close } = open();
    await audit.appendProfiles(change, () => Buffer.from('{"desk":1}'), keeper());
    const refusal = new AppError('INVALID_INPUT', 'It was changed meanwhile.');
    const refused = audit.appendProfiles(
      change,
      () => {
        throw refusal;
      },
      keeper(),
    );
    expect(await rejectionOf(refused)).toBe(refusal);
    expect(Buffer.from(audit.profiles(keeper())?.body ?? []).toString()).toBe('{"desk":1}');
    close();
  });

  it.for(changes)('are not believed when %s, and nothing more is recorded', async ([, sql]) => {
    const { path, audit, close } = open();
    for (const body of ['{"desk":1}', '{"desk":2}'])
      await audit.appendProfiles(change, () => Buffer.from(body), keeper());
    await audit.append(stamp, keeper());
    close();
    const database = new SqliteDatabase(path);
    database.exec(sql);
    database.close();
    const changed = open(path);
    expect(errorOf(() => changed.audit.profiles(keeper())).code).toBe('AUDIT_UNAVAILABLE');
    const appended = changed.audit.appendProfiles(change, () => Buffer.from('{}'), keeper());
    expect((await rejectionOf(appended)).code).toBe('AUDIT_UNAVAILABLE');
    changed.close();
  });
});
