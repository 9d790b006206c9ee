import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKUP_ENDING, BACKUP_SIZES } from '../../shared/processes/index.ts';
import { type Bench, createBench, createReadyBench } from '../unit/engine/harness.ts';
import { fillBackup } from './fill-backup.ts';

const { header: HEADER, chunk: CHUNK, tag: TAG, ending: ENDING } = BACKUP_SIZES;
const folder = mkdtempSync(join(tmpdir(), 'castellan-attacked-'));
const at = (name: string) => join(folder, name);
const file = at('castellan.backup');
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));

let bench: Awaited<ReturnType<typeof createReadyBench>>;
let reader: Bench;
let whole: Buffer;
/** A second backup of the same state under the same passphrase. */
let other: Buffer;

beforeAll(async () => {
  bench = await createReadyBench();
  await fillBackup(bench);
  await bench.engine.backups.create({ out: file, passphrase: secret() });
  await bench.engine.backups.create({ out: at('other.backup'), passphrase: secret() });
  reader = await createBench();
  [whole, other] = [readFileSync(file), readFileSync(at('other.backup'))];
});
afterAll(async () => {
  await bench.end();
  await reader.end();
  rmSync(folder, { recursive: true, force: true });
});

const header = (bytes: Buffer) => bytes.subarray(0, HEADER);
const ending = Buffer.from(BACKUP_ENDING);
const chunksOf = (bytes: Buffer): Buffer[] => {
  const body = bytes.subarray(HEADER, bytes.length - ENDING);
  return Array.from({ length: Math.ceil(body.length / (CHUNK + TAG)) }, (_, index) =>
    body.subarray(index * (CHUNK + TAG), (index + 1) * (CHUNK + TAG)),
  );
};
const fileOf = (head: Buffer, chunks: readonly (Buffer | undefined)[]) =>
  Buffer.concat([head, ...chunks.map((chunk) => chunk ?? Buffer.alloc(0)), ending]);
/** The header with other bytes, under a digest that fits. */
const withHeader = (offset: number, ...bytes: number[]) => {
  const changed = Buffer.from(whole);
  changed.set(bytes, offset);
  changed.set(createHash('sha256').update(changed.subarray(0, 92)).digest(), 92);
  return changed;
};

const verify = (path: string, more: object = {}) =>
  reader.engine.backups.verify({ file: path, passphrase: secret(), ...more }).then(
    () => 'accepted',
    (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
  );
const create = (out: string, more: object = {}) =>
  bench.engine.backups.create({ out, passphrase: secret(), ...more }).then(
    () => 'accepted',
    (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
  );

describe('an edited backup is refused by name', () => {
  const EDITS: Readonly<Record<string, readonly [() => Buffer, string]>> = {
    'two chunks in each other’s place': [
      () => {
        const [a, b, ...rest] = chunksOf(whole);
        return fileOf(header(whole), [b, a, ...rest]);
      },
      'BACKUP_DAMAGED',
    ],
    'a chunk twice': [
      () => {
        const [a, ...rest] = chunksOf(whole);
        return fileOf(header(whole), [a, a, ...rest]);
      },
      'BACKUP_DAMAGED',
    ],
    'a missing first chunk': [() => fileOf(header(whole), chunksOf(whole).slice(1)), 'BACKUP_DAMAGED'],
    'a missing middle chunk': [
      () =>
        fileOf(
          header(whole),
          chunksOf(whole).filter((_, index) => index !== 1),
        ),
      'BACKUP_INVALID',
    ],
    'a missing last chunk': [() => fileOf(header(whole), chunksOf(whole).slice(0, -1)), 'BACKUP_INVALID'],
    'the first chunk of another backup': [
      () => fileOf(header(whole), [chunksOf(other)[0], ...chunksOf(whole).slice(1)]),
      'BACKUP_DAMAGED',
    ],
    'the last chunk of another backup': [
      () => fileOf(header(whole), [...chunksOf(whole).slice(0, -1), chunksOf(other).at(-1)]),
      'BACKUP_DAMAGED',
    ],
    'the header of another backup': [() => fileOf(header(other), chunksOf(whole)), 'BACKUP_DAMAGED'],
    'no chunk': [() => fileOf(header(whole), []), 'BACKUP_TRUNCATED'],
    'one byte less than a tag': [() => fileOf(header(whole), [Buffer.alloc(TAG - 1)]), 'BACKUP_TRUNCATED'],
    'an empty last chunk': [() => fileOf(header(whole), [...chunksOf(whole), Buffer.alloc(TAG)]), 'BACKUP_DAMAGED'],
    'a byte behind its ending': [() => Buffer.concat([whole, Buffer.from([0])]), 'BACKUP_DAMAGED'],
    'its ending twice': [() => Buffer.concat([whole, ending]), 'BACKUP_DAMAGED'],
    'a byte before its ending': [() => fileOf(header(whole), [...chunksOf(whole), Buffer.from([0])]), 'BACKUP_DAMAGED'],
    'another backup behind it': [() => Buffer.concat([whole, other]), 'BACKUP_DAMAGED'],
    'its body without a header': [() => whole.subarray(HEADER), 'BACKUP_INVALID'],
    nothing: [() => Buffer.alloc(0), 'BACKUP_INVALID'],
    'its magic alone': [() => whole.subarray(0, 16), 'BACKUP_TRUNCATED'],
    'its header alone': [() => header(whole), 'BACKUP_TRUNCATED'],
    'the cost of 2^31': [() => withHeader(18, 31), 'BACKUP_INVALID'],
    'no cost': [() => withHeader(18, 0), 'BACKUP_INVALID'],
    'a lower cost': [() => withHeader(18, 16), 'BACKUP_INVALID'],
    'another r': [() => withHeader(19, 255), 'BACKUP_INVALID'],
    'another p': [() => withHeader(20, 255), 'BACKUP_INVALID'],
    'no zeros': [() => withHeader(21, 1), 'BACKUP_INVALID'],
    'a chunk length of 0': [() => withHeader(24, 0, 0, 0, 0), 'BACKUP_INVALID'],
    'a chunk length of 4 GiB': [() => withHeader(24, 255, 255, 255, 255), 'BACKUP_INVALID'],
    'the version 0': [() => withHeader(16, 0, 0), 'BACKUP_INVALID'],
    'the version 65535': [() => withHeader(16, 255, 255), 'BACKUP_NEWER'],
    'another salt': [() => withHeader(28, 1, 2, 3), 'PASSPHRASE_WRONG'],
    'another passphrase check': [() => withHeader(60, 1, 2, 3), 'PASSPHRASE_WRONG'],
  };
  it.each(Object.entries(EDITS))('with %s', { timeout: 60_000 }, async (_what, [edit, code]) => {
    expect(chunksOf(whole).length).toBeGreaterThan(2);
    writeFileSync(at('edited.backup'), edit());
    expect(await verify(at('edited.backup'))).toMatch(new RegExp(`^${code} `));
  });
});

describe('a path in place of a backup', () => {
  it('is refused for a pipe, a device, a folder, a dangling link and links in a circle', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('a-folder'));
    symlinkSync(at('nowhere'), at('dangling'));
    symlinkSync(at('circle'), at('circle'));
    for (const path of [at('pipe'), '/dev/zero', at('a-folder'), at('dangling'), at('circle')])
      expect(await verify(path)).toContain(`FILE_REFUSED ${path} `);
  });

  it('is refused at once when it is enormous', async () => {
    for (const [name, beginning] of [
      ['zeros', Buffer.alloc(0)],
      ['long', whole],
    ] as const) {
      writeFileSync(at(name), beginning);
      truncateSync(at(name), 2 ** 40);
    }
    expect(await verify(at('zeros'))).toMatch(/^BACKUP_INVALID /);
    expect(await verify(at('long'))).toMatch(/^BACKUP_TRUNCATED /);
    const descriptor = openSync(at('long'), 'r+');
    ftruncateSync(descriptor, 2 ** 40 - ENDING);
    closeSync(descriptor);
    writeFileSync(at('long'), ending, { flag: 'a' });
    expect(await verify(at('long'))).toMatch(/^BACKUP_DAMAGED /);
  });

  it.each([
    ['cut', (path: string) => truncateSync(path, HEADER + CHUNK + TAG + 9), /^BACKUP_(TRUNCATED|DAMAGED) /],
    [
      'overwritten',
      (path: string) => writeFileSync(path, Buffer.alloc(whole.length, 7), { flag: 'r+' }),
      /^BACKUP_DAMAGED /,
    ],
    ['emptied', (path: string) => writeFileSync(path, ''), /^BACKUP_TRUNCATED /],
    ['replaced by another backup', (path: string) => renameSync(at('next'), path), /^accepted$/],
    ['removed', (path: string) => rmSync(path), /^accepted$/],
  ])('that is %s while it is read gives the first file or nothing', async (_what, change, outcome) => {
    const path = at('changing.backup');
    writeFileSync(path, whole);
    writeFileSync(at('next'), other);
    let isChanged = false;
    const progress = () => {
      if (isChanged) return;
      isChanged = true;
      change(path);
    };
    expect(await verify(path, { progress })).toMatch(outcome);
  });
});

describe('a backup is not written', () => {
  const CASES: Readonly<Record<string, readonly [() => string, RegExp]>> = {
    'through a link to a file': [
      () => {
        writeFileSync(at('victim'), 'mine');
        symlinkSync(at('victim'), at('l1'));
        return at('l1');
      },
      /exists already and is never overwritten/,
    ],
    'through a dangling link': [
      () => {
        symlinkSync(at('made-by-link'), at('l2'));
        return at('l2');
      },
      /exists already and is never overwritten/,
    ],
    'through links in a circle': [
      () => {
        symlinkSync(at('l3'), at('l3'));
        return at('l3');
      },
      /exists already and is never overwritten/,
    ],
    'over a folder': [
      () => {
        mkdirSync(at('taken'));
        return at('taken');
      },
      /exists already and is never overwritten/,
    ],
    'over a pipe': [
      () => {
        execFileSync('mkfifo', [at('pipe-out')]);
        return at('pipe-out');
      },
      /exists already and is never overwritten/,
    ],
    'below a file': [
      () => {
        writeFileSync(at('plain'), '');
        return join(at('plain'), 'x');
      },
      /is not a folder|There is no folder/,
    ],
    'below a dangling link': [
      () => {
        symlinkSync(at('none'), at('l4'));
        return join(at('l4'), 'x');
      },
      /There is no folder/,
    ],
    'under a name that is too long': [() => at('n'.repeat(300)), /FILE_REFUSED .*name/],
  };
  it.each(Object.entries(CASES))('%s', async (_what, [prepare, said]) => {
    const path = prepare();
    const before = readdirSync(folder).toSorted();
    const outcome = await create(path);
    expect(outcome).toMatch(/^FILE_REFUSED /);
    expect(outcome).toMatch(said);
    expect(readdirSync(folder).toSorted()).toEqual(before);
    if (existsSync(at('victim'))) expect(readFileSync(at('victim'), 'utf8')).toBe('mine');
  });

  it.each([
    ['file', (path: string) => writeFileSync(path, 'mine')],
    ['dangling link', (path: string) => symlinkSync(at('made-later'), path)],
    ['folder', (path: string) => mkdirSync(path)],
  ])('over a %s that appears while it is written', async (kind, appear) => {
    const path = at(`raced by a ${kind}`);
    let isThere = false;
    const progress = ({ text }: { text: string }) => {
      if (isThere || text !== 'Writing the backup') return;
      isThere = true;
      appear(path);
    };
    expect(await create(path, { progress })).toMatch(/^FILE_REFUSED .* exists already and is never overwritten/);
    expect(existsSync(at('made-later'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the state folder of a backup', () => {
  it('loses nothing when its folder for copies is a link', async () => {
    mkdirSync(at('precious'));
    writeFileSync(join(at('precious'), 'mine'), 'mine');
    symlinkSync(at('precious'), join(bench.root, 'backup.tmp'));
    expect(await create(at('behind a link'))).toBe('accepted');
    expect(readdirSync(at('precious'))).toEqual(['mine']);
    expect(existsSync(join(bench.root, 'backup.tmp'))).toBe(false);
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    ['a dangling link', (path: string) => symlinkSync(at('no-profiles'), path)],
  ])('is not backed up without its profiles when %s is in their place', async (kind, put) => {
    const profiles = join(bench.root, 'profiles.json');
    renameSync(profiles, at('kept-profiles'));
    put(profiles);
    try {
      expect(await create(at(`without profiles, ${kind}`))).toMatch(/^(FILE_REFUSED|PROFILES_\w+) .*profiles\.json/);
      expect(existsSync(at(`without profiles, ${kind}`))).toBe(false);
    } finally {
      rmSync(profiles, { recursive: true, force: true });
      renameSync(at('kept-profiles'), profiles);
    }
  });
});
