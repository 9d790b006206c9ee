import { copyFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findSecrets, newUserKey, type Ran, type Service, Workstation } from '../contract/cli/support.ts';

const workstation = new Workstation();
const user = newUserKey();
const good = join(workstation.folder, 'good');
let service: Service;

beforeAll(async () => {
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
  for (const operation of ['whoami', 'list_wallets', 'whoami']) await workstation.json(['call', operation]);
  // The last one that closes the databases leaves each in one file.
  await service.stop();
  cpSync(workstation.home, good, { recursive: true });
});
afterAll(() => workstation.close());

/** Every test damages the state, and starts from the good one. */
beforeEach(() => {
  for (const name of ['profiles.json', 'credentials.json', 'keystore.json', 'records.db', 'cache.db', 'audit.head']) {
    copyFileSync(join(good, name), stateFile(name));
  }
});
afterEach(() => {
  for (const name of ['records.db', 'cache.db']) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(stateFile(`${name}${suffix}`), { force: true });
  }
});

const stateFile = (name: string) => join(workstation.home, name);

function expectRefusal({ exitCode, stdout, stderr }: Ran, code: string): void {
  expect(stderr).toContain(`(${code})`);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^castellan: /);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describe('a damaged state', () => {
  it('works before the damage', async () => {
    expect(await workstation.json(['audit', 'verify'])).toEqual({ ok: true, entries: 6 });
  });

  it.each([
    ['profiles.json', ['profile', 'list'], 'STATE_FILE_CORRUPT'],
    ['credentials.json', ['key', 'list'], 'STATE_FILE_CORRUPT'],
    ['keystore.json', ['stamp'], 'KEYSTORE_CORRUPT'],
  ])('with a truncated %s is refused, and the file is left as it is', async (name, args, code) => {
    truncateSync(stateFile(name), 40);
    const before = readFileSync(stateFile(name));
    expectRefusal(await workstation.run(args, { stdin: 'x' }), code);
    expect(readFileSync(stateFile(name))).toEqual(before);
  });

  it.each([
    ['profiles.json', ['profile', 'list']],
    ['credentials.json', ['key', 'list']],
  ])('with a %s from a newer version is refused', async (name, args) => {
    const newer = { ...(JSON.parse(readFileSync(stateFile(name), 'utf8')) as object), version: 99 };
    writeFileSync(stateFile(name), JSON.stringify(newer));
    expectRefusal(await workstation.run(args), 'STATE_FILE_NEWER');
  });

  it('with a records database cut in half is refused', async () => {
    truncateSync(stateFile('records.db'), 6000);
    expectRefusal(await workstation.run(['audit', 'verify']), 'DATABASE_CORRUPT');
  });

  it('with a records database in another format is refused', async () => {
    writeFileSync(stateFile('records.db'), 'not a database, but long enough to look at. '.repeat(200));
    expectRefusal(await workstation.run(['stamp'], { stdin: 'x' }), 'DATABASE_CORRUPT');
  });

  it('with a records database from a newer version is refused', async () => {
    edit('PRAGMA user_version = 999');
    expectRefusal(await workstation.run(['stamp'], { stdin: 'x' }), 'DATABASE_NEWER');
  });
});

describe('castellan audit verify finds', () => {
  it.each([
    ['a changed body', "UPDATE audit SET body = CAST('{}' AS BLOB) WHERE sequence = 2", 'Entry 2'],
    ['a changed operation', "UPDATE audit SET operation = 'list_wallets' WHERE sequence = 1", 'Entry 1'],
    ['a changed time', 'UPDATE audit SET at = at + 1 WHERE sequence = 3', 'Entry 3'],
    ['an entry taken out of the middle', 'DELETE FROM audit WHERE sequence = 2', 'Entry 2'],
    ['the newest entry taken away', 'DELETE FROM audit WHERE sequence = 6', 'entry 6 was signed'],
    ['everything taken away', 'DELETE FROM audit', 'It is empty'],
    [
      'two entries swapped',
      'UPDATE audit SET sequence = CASE sequence WHEN 1 THEN -2 WHEN 2 THEN -1 ELSE sequence END; UPDATE audit SET sequence = abs(sequence)',
      'Entry 1',
    ],
  ])('%s', async (_name, sql, named) => {
    edit(sql);
    const ran = await workstation.run(['audit', 'verify']);
    expectRefusal(ran, 'AUDIT_BROKEN');
    expect(ran.stderr).toContain(named);
  });

  it('nothing when nothing was changed', async () => {
    expect(await workstation.json(['audit', 'verify'])).toEqual({ ok: true, entries: 6 });
  });

  it('no missing stamp: nothing is stamped that cannot be recorded', async () => {
    edit('DELETE FROM audit WHERE sequence = 6');
    const ran = await workstation.run(['stamp'], { stdin: 'x' });
    expectRefusal(ran, 'AUDIT_UNAVAILABLE');
  });
});

describe('a wrong passphrase', () => {
  it('opens and stamps nothing and reports that', async () => {
    const environment = { CASTELLAN_PASSPHRASE_FILE: workstation.write('wrong', 'another one\n') };
    expectRefusal(await workstation.run(['stamp'], { stdin: 'x', environment }), 'PASSPHRASE_WRONG');
  });

  it('cannot be asked for without a terminal', async () => {
    const environment = { CASTELLAN_PASSPHRASE_FILE: '' };
    const ran = await workstation.run(['stamp'], { stdin: 'x', environment });
    expectRefusal(ran, 'PASSPHRASE_REQUIRED');
    expect(ran.stderr).toContain('CASTELLAN_PASSPHRASE_FILE');
  });
});

it('an invalid private key is refused and not repeated', async () => {
  const stdin = `${user.privateKey}00`;
  const { exitCode, stdout, stderr } = await workstation.run(['key', 'import'], { stdin });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain('(KEY_INVALID)');
  expectRefusal(await workstation.run(['key', 'import'], { stdin: '0'.repeat(64) }), 'KEY_INVALID');
});

it('no command printed a secret', () => {
  expect(
    findSecrets(workstation.printed, [Buffer.from(user.privateKey, 'hex'), Buffer.from(workstation.passphrase)]),
  ).toEqual([]);
});

/** Changes the records database behind Castellan's back. */
function edit(sql: string): void {
  const database = new Database(stateFile('records.db'));
  try {
    database.exec(sql);
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
