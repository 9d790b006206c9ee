import { describe, expect, it } from 'vitest';
import { describeStoreError } from '../../../../electron/custody/store/errors.ts';
import { AppError } from '../../../../shared/errors/index.ts';

const failure = (code: string) => Object.assign(new Error('inner text'), { code });

describe('a failure of the database', () => {
  it.each([
    ['SQLITE_BUSY', 'DATABASE_IN_USE'],
    ['SQLITE_CORRUPT_INDEX', 'DATABASE_CORRUPT'],
    ['SQLITE_NOTADB', 'DATABASE_CORRUPT'],
    ['SQLITE_FULL', 'DISK_FULL'],
    ['SQLITE_IOERR_WRITE', 'DISK_FULL'],
    ['ENOSPC', 'DISK_FULL'],
    ['SQLITE_IOERR_FSYNC', 'FILE_REFUSED'],
    ['SQLITE_READONLY_DIRECTORY', 'FILE_REFUSED'],
    ['SQLITE_CANTOPEN', 'FILE_REFUSED'],
    ['EROFS', 'FILE_REFUSED'],
  ])('%s is told as %s, with the file and what to do', (code, expected) => {
    const described = describeStoreError(failure(code), '/data/custody.db');
    expect(described).toMatchObject({
      code: expected,
      message: expect.stringMatching(/^The database of the local service, \/data\/custody\.db, .+\. .+\.$/),
    });
    expect((described as AppError).message).not.toContain('inner text');
  });

  it.each([
    ['that SQLite has no word for', failure('SQLITE_CONSTRAINT')],
    ['of the program', new TypeError('x')],
    ['that is described already', new AppError('DISK_FULL', 'told')],
    ['that is not an error', 'text'],
  ])('%s stays as it is', (_what, error) => {
    expect(describeStoreError(error, 'f')).toBe(error);
  });
});
