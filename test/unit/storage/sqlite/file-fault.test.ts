import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileUse, fileFault } from '../../../../electron/storage/sqlite/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-fault-'));
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'inner'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The words for what really failed, with the folder named FOLDER. */
function found(path: string, use: FileUse): string {
  const whole = join(folder, path);
  try {
    if (use === 'read') readFileSync(whole);
    else writeFileSync(whole, '', { flag: 'r+' });
    return 'nothing failed';
  } catch (error) {
    const fault = fileFault(error, whole, use);
    return `${fault?.why}. ${fault?.advice}.`.replaceAll(folder, 'FOLDER');
  }
}

describe('a failed call is put into words', () => {
  it.each<[string, FileUse, string]>([
    ['missing', 'read', 'there is no such file or folder. Check the path.'],
    ['missing', 'written', 'nothing can be made in FOLDER. Choose another folder.'],
    ['away/missing', 'read', 'the folder FOLDER/away does not exist. Check the path.'],
    ['inner', 'read', 'it is a folder. Name a file.'],
    ['inner', 'written', 'it is a folder. Name a file.'],
    ['file/missing', 'read', 'FOLDER/file is a file, not a folder. Correct the path.'],
    ['file/missing', 'written', 'FOLDER/file is a file, not a folder. Correct the path.'],
  ])('for %s that is to be %s', (path, use, words) => {
    expect(found(path, use)).toBe(words);
  });

  // Root may do all of this, so the system's own codes stand in for it.
  it.each([
    ['EACCES', 'this user has no permission'],
    ['EPERM', 'the system does not permit it'],
    ['EROFS', 'it is on a read-only file system'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota of this user is used up'],
    ['EIO', 'the disk reported an error'],
    ['ELOOP', 'its links lead in a circle'],
    ['EMFILE', 'too many files are open'],
    ['EBADMSG', 'the system reports EBADMSG'],
  ])('for the code %s', (code, why) => {
    expect(fileFault(Object.assign(new Error(code), { code }), join(folder, 'file'), 'written')?.why).toBe(why);
  });

  it('but not an error of another kind', () => {
    for (const code of ['SQLITE_BUSY', 'ERR_INVALID_ARG_TYPE', undefined])
      expect(fileFault(Object.assign(new Error('x'), { code }), folder, 'read')).toBeNull();
  });
});
