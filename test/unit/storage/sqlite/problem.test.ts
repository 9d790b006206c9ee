import { describe, expect, it } from 'vitest';
import { type DatabaseRole, databaseProblem, failureOf } from '../../../../electron/storage/sqlite/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';

const role = (failedStatement: DatabaseRole['failedStatement'], changes: Partial<DatabaseRole> = {}): DatabaseRole => ({
  path: '/data/some.db',
  name: 'The sample',
  repair: 'Put a backup back.',
  failedStatement,
  ...changes,
});
const failure = (code: string) => Object.assign(new Error('inner text'), { code });

describe('a failure of a database', () => {
  it.each([
    ['SQLITE_BUSY', 'DATABASE_IN_USE'],
    ['SQLITE_BUSY_SNAPSHOT', 'DATABASE_IN_USE'],
    ['SQLITE_LOCKED', 'DATABASE_IN_USE'],
    ['SQLITE_CORRUPT_INDEX', 'DATABASE_CORRUPT'],
    ['UNKNOWN_SQLITE_ERROR_779', 'DATABASE_CORRUPT'],
    ['SQLITE_NOTADB', 'DATABASE_CORRUPT'],
    ['SQLITE_IOERR_SHORT_READ', 'DATABASE_CORRUPT'],
    ['SQLITE_FULL', 'DISK_FULL'],
    ['SQLITE_IOERR_WRITE', 'DISK_FULL'],
    ['SQLITE_IOERR_TRUNCATE', 'DISK_FULL'],
    ['SQLITE_IOERR_SHMSIZE', 'DISK_FULL'],
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EFBIG', 'DISK_FULL'],
    ['SQLITE_IOERR_FSYNC', 'FILE_REFUSED'],
    ['SQLITE_IOERR_LOCK', 'FILE_REFUSED'],
    ['SQLITE_READONLY_DIRECTORY', 'FILE_REFUSED'],
    ['SQLITE_CANTOPEN', 'FILE_REFUSED'],
    ['EIO', 'FILE_REFUSED'],
    ['EROFS', 'FILE_REFUSED'],
    ['EMFILE', 'FILE_REFUSED'],
  ])('%s becomes %s, with the file and advice', (code, expected) => {
    const described = databaseProblem(failure(code), role('mistake'));
    expect(described).toMatchObject({
      code: expected,
      message: expect.stringMatching(/^The sample, \/data\/some\.db, .+\. .+\.$/),
    });
    expect((described as AppError).message).not.toContain('inner text');
  });

  it('gives advice about damage, and notifies its listener', () => {
    let reports = 0;
    const described = databaseProblem(failure('SQLITE_CORRUPT'), role('mistake', { onDamage: () => (reports += 1) }));
    expect((described as AppError).message).toMatch(/ is damaged: .+ Put a backup back\.$/);
    expect(reports).toBe(1);
  });

  it.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR'])('%s counts as damage only when the file causes it', (code) => {
    const error = failure(code);
    expect(databaseProblem(error, role('mistake'))).toBe(error);
    expect(databaseProblem(error, role('damage'))).toMatchObject({ code: 'DATABASE_CORRUPT', cause: error });
  });

  it.each([
    ['of the network', failure('ECONNREFUSED')],
    ['of the program', new TypeError('x')],
    ['that is described already', new AppError('DISK_FULL', 'told')],
    ['that is not an error', 'text'],
  ])('%s stays as it is', (_what, error) => {
    expect(databaseProblem(error, role('damage'))).toBe(error);
    expect(failureOf(error)).toBeNull();
  });
});
