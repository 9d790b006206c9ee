import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import '../../../fuzz/seed.ts';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { locked, readStateFile, updateStateFile } from '../../../../electron/storage/files/index.ts';
import { takeLock } from '../../../../electron/storage/sqlite/index.ts';
import { codeOf, errorOf, freshPaths, temporaryFolder } from '../support.ts';

const fresh = freshPaths(temporaryFolder());
const KIND = { format: 'castellan-sample', version: 2 } as const;
const Sample = Type.Object({
  format: Type.Literal('castellan-sample'),
  version: Type.Literal(2),
  names: Type.Array(Type.String()),
});
const sample = (...names: string[]) => ({ ...KIND, names });
const read = (path: string) => readStateFile(path, Sample, KIND);
const write = (path: string, content: ReturnType<typeof sample>) => updateStateFile(path, Sample, KIND, () => content);
const isRoot = process.getuid?.() === 0;

describe('a state file', () => {
  it('is null when it is missing, and has the written value otherwise', () => {
    const path = fresh('state.json');
    expect(read(path)).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
        write(path, sample(...names));
        expect(read(path)).toEqual(sample(...names));
      }),
      { numRuns: 40 },
    );
    expect(readdirSync(dirname(path))).toEqual(['state.json', 'state.lock']);
  });

  it('is edited from its contents, and unchanged when the edit fails', () => {
    const path = fresh('state.json');
    write(path, sample('a'));
    updateStateFile(path, Sample, KIND, (content) => sample(...(content?.names ?? []), 'b'));
    expect(read(path)).toEqual(sample('a', 'b'));
    const failed = new Error('no');
    const fail = () =>
      updateStateFile(path, Sample, KIND, () => {
        throw failed;
      });
    expect(fail).toThrow(failed);
    expect(read(path)).toEqual(sample('a', 'b'));
  });

  it('becomes private, whatever its mode was', () => {
    const path = fresh('state.json');
    write(path, sample());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o666);
    write(path, sample());
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.for([
    ['nothing', ''],
    ['half of itself', JSON.stringify(sample('a')).slice(0, -4)],
    ['no JSON', 'names: a'],
    ['null', 'null'],
    ['another format', JSON.stringify({ ...sample(), format: 'other' })],
    ['an older version that never was', JSON.stringify({ ...sample(), version: 1 })],
    ['a member of the wrong type', JSON.stringify({ ...KIND, names: 'a' })],
  ] as const)('that holds %s is damaged, named and kept', ([, content]) => {
    const path = fresh('state.json');
    writeFileSync(path, content);
    const error = errorOf(() => read(path));
    expect(error.code).toBe('STATE_FILE_CORRUPT');
    expect(error.message).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('of a newer version is reported before any other check', () => {
    const path = fresh('state.json');
    writeFileSync(path, JSON.stringify({ ...KIND, version: 3, names: 'moved' }));
    expect(codeOf(() => read(path))).toBe('STATE_FILE_NEWER');
  });

  it('that is a pipe, a folder or far too large is refused at once', () => {
    const pipe = fresh('state.json');
    execFileSync('mkfifo', [pipe]);
    const large = fresh('state.json');
    writeFileSync(large, '');
    truncateSync(large, 64 * 1024 * 1024);
    const folder = fresh('state.json');
    mkdirSync(folder);
    for (const path of [pipe, large, folder]) expect(codeOf(() => read(path))).toBe('FILE_REFUSED');
    expect(codeOf(() => write(folder, sample()))).toBe('FILE_REFUSED');
  });

  it('behind a link of the same user is written at the link’s target', () => {
    const real = fresh('real.json');
    const link = fresh('state.json');
    write(real, sample('old'));
    symlinkSync(real, link);
    write(link, sample('new'));
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([read(real), read(link)]).toEqual([sample('new'), sample('new')]);
  });

  it.skipIf(!isRoot)('behind a link to another user’s file is neither read nor replaced', () => {
    const real = fresh('real.json');
    const link = fresh('state.json');
    write(real, sample('theirs'));
    chownSync(real, 65534, 65534);
    symlinkSync(real, link);
    expect(codeOf(() => read(link))).toBe('FILE_REFUSED');
    expect(codeOf(() => write(link, sample('ours')))).toBe('FILE_REFUSED');
    expect(read(real)).toEqual(sample('theirs'));
  });

  it('behind a dangling link is refused, and not created elsewhere', () => {
    const link = fresh('state.json');
    const target = join(dirname(link), 'nowhere');
    symlinkSync(target, link);
    expect(codeOf(() => write(link, sample()))).toBe('FILE_REFUSED');
    expect(existsSync(target)).toBe(false);
  });

  it('is written despite the rests of an interrupted write', () => {
    const path = fresh('state.json');
    writeFileSync(join(dirname(path), '.state.json.tmp'), 'rest');
    write(path, sample('a'));
    expect(read(path)).toEqual(sample('a'));
    expect(readdirSync(dirname(path))).toEqual(['state.json', 'state.lock']);
  });
});

describe('the lock of a folder', () => {
  /** Holds the lock as another process does, until the function is called. */
  const held = (path: string): (() => void) => takeLock(join(dirname(path), 'state.lock'));

  it('is one empty private file that stays', () => {
    const path = fresh('state.json');
    expect(locked(path, () => readdirSync(dirname(path)))).toEqual(['state.lock']);
    expect(readdirSync(dirname(path))).toEqual(['state.lock']);
    const { size, mode } = statSync(join(dirname(path), 'state.lock'));
    expect([size, mode & 0o777]).toEqual([0, 0o600]);
  });

  it('is released after the work succeeds or fails, and passes its error on', () => {
    const path = fresh('state.json');
    const failed = new TypeError('failed');
    const fail = () =>
      locked(path, () => {
        throw failed;
      });
    expect(fail).toThrow(failed);
    expect(locked(path, () => 'done')).toBe('done');
  });

  it('is shared by all files of its folder only', () => {
    const path = fresh('state.json');
    const release = held(path);
    expect(locked(fresh('state.json'), () => 'elsewhere')).toBe('elsewhere');
    release();
    expect(locked(join(dirname(path), 'other.json'), () => 'done')).toBe('done');
  });

  it('is waited for, then reported with advice when it stays taken', { timeout: 30_000 }, () => {
    const path = fresh('state.json');
    const release = held(path);
    const error = errorOf(() => write(path, sample('a')));
    release();
    expect(error.code).toBe('DATABASE_IN_USE');
    expect(error.message).toContain(join(dirname(path), 'state.lock'));
    expect(error.message).toContain('stop the other Castellan');
    expect(read(path)).toBeNull();
    write(path, sample('a'));
  });

  it('is refused by name when it is not a lock or cannot be created', () => {
    const path = fresh('state.json');
    const lock = join(dirname(path), 'state.lock');
    writeFileSync(lock, 'x'.repeat(1000));
    const error = errorOf(() => write(path, sample('a')));
    expect(error.code).toBe('FILE_REFUSED');
    expect(error.message).toContain(lock);
    const below = join(lock, 'folder', 'state.json');
    expect(codeOf(() => write(below, sample('a')))).toBe('FILE_REFUSED');
  });
});
