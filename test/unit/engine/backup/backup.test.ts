import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MadeBackup } from '../../../../electron/engine/backup/create.ts';
import { temporaryFor } from '../../../../electron/engine/backup/sealed-file.ts';
import { BACKUP_SIZES } from '../../../../shared/processes/index.ts';
import { type Bench, createBench, createReadyBench } from '../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-backups-'));
const file = join(folder, 'castellan.backup');
const secret = (text = 'a passphrase of the backup') => Uint8Array.from(Buffer.from(text));

let bench: Awaited<ReturnType<typeof createReadyBench>>;
let empty: Bench;
let made: MadeBackup;

beforeAll(async () => {
  bench = await createReadyBench();
  empty = await createBench();
  made = await bench.engine.backups.create({ out: file, passphrase: secret() });
});
afterAll(async () => {
  await bench.end();
  await empty.end();
  rmSync(folder, { recursive: true, force: true });
});

const verify = (path = file, passphrase = secret()) => empty.engine.backups.verify({ file: path, passphrase });

it('wipes the passphrase for a file that does not exist', async () => {
  const passphrase = secret();
  await expect(verify(join(folder, 'missing'), passphrase)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  expect(passphrase.every((byte) => byte === 0)).toBe(true);
});

describe('a backup that is made while the service runs', () => {
  it('is whole, private, and leaves nothing else behind', () => {
    expect(made).toMatchObject({ file, services: 1, notIncluded: [], bytes: statSync(file).size });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['castellan.backup']);
    expect(readdirSync(bench.root)).not.toContain('backup.tmp');
    expect(readdirSync(join(bench.root, 'service')).filter((name) => name.includes('.new'))).toEqual([]);
  });

  it('reports its content when it is verified', async () => {
    const verified = await bench.engine.backups.verify({ file, passphrase: secret() });
    expect(verified).toMatchObject({ profiles: ['local'], notIncluded: [] });
    expect(verified.keys.map(({ purpose }) => purpose).toSorted()).toEqual(['audit', 'stamp']);
    expect(verified.services).toMatchObject([{ folder: 'service', wallets: 1, accounts: 1, keysChecked: 5 }]);
    expect(verified.records.auditEntries).toBe(2);
  });

  it('holds nothing that can be read without the passphrase', () => {
    const bytes = readFileSync(file);
    for (const text of ['Treasury', bench.address, 'SQLite format 3', 'local', 'castellan-backup-manifest'])
      expect(bytes.includes(text)).toBe(false);
  });

  it('is recorded in the audit log, with its verification', () => {
    const log = [...bench.engine.audit.export()].join('\n');
    expect(log).toContain('"operation":"backup create"');
    expect(log).toContain('"operation":"backup verify"');
    expect(bench.engine.audit.lastBackup()).toMatchObject({ since: 1 });
  });
});

describe('a backup is refused', () => {
  const changed = (name: string, change: (path: string) => void) => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(file));
    change(path);
    return path;
  };
  const flip = (at: number) => (path: string) => {
    const bytes = readFileSync(path);
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };

  it('with another passphrase', async () => {
    await expect(verify(file, secret('another passphrase'))).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
  });

  it.each([
    ['with a flipped bit in its middle', flip(5000), 'BACKUP_DAMAGED'],
    ['with a flipped bit in its last chunk', flip(-40), 'BACKUP_DAMAGED'],
    ['with a flipped bit in its header', flip(40), 'BACKUP_DAMAGED'],
    ['that is another file', flip(0), 'BACKUP_INVALID'],
    ['of a newer version', flip(16), 'BACKUP_NEWER'],
    ['that was cut in its middle', (path: string) => truncateSync(path, 5000), 'BACKUP_TRUNCATED'],
    ['that was cut in its header', (path: string) => truncateSync(path, 60), 'BACKUP_TRUNCATED'],
    ['that is empty', (path: string) => truncateSync(path, 0), 'BACKUP_INVALID'],
  ])('%s', async (name, change, code) => {
    await expect(verify(changed(name, change))).rejects.toMatchObject({ code });
  });

  it('that is a folder, or not there', async () => {
    await expect(verify(folder)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expect(verify(join(folder, 'missing'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  });
});

describe('no backup is made', () => {
  const create = (out: string, more: object = {}) =>
    bench.engine.backups.create({ out, passphrase: secret(), ...more });
  const left = () => readdirSync(folder).filter((name) => name.includes('.tmp'));

  it('over a file that is there, nor in a folder that is not', async () => {
    const before = readFileSync(file);
    await expect(create(file)).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    await expect(create(join(folder, 'missing', 'a'))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(readFileSync(file)).toEqual(before);
  });

  it.each(['a.backup', 'service/a.backup'])('inside the state folder: %s', async (name) => {
    const out = join(bench.root, name);
    await expect(create(out)).rejects.toThrow(
      `${out} is inside the state folder ${bench.root}, and would be lost with it. No backup was made.`,
    );
    expect(existsSync(out)).toBe(false);
  });

  it('with a key that does not open, which is named', async () => {
    const path = join(bench.root, 'keystore.json');
    const before = readFileSync(path, 'utf8');
    const { items } = JSON.parse(before);
    const [key, other] = ['stamp/', 'master/'].map((kind) => Object.keys(items).find((name) => name.startsWith(kind)));
    writeFileSync(path, before.replace(items[key ?? ''], items[other ?? '']));
    try {
      await expect(create(join(folder, 'damaged'))).rejects.toMatchObject({
        code: 'KEYSTORE_CORRUPT',
        message: expect.stringMatching(/^The key “.+” does not open.*No backup was made\./),
      });
    } finally {
      writeFileSync(path, before);
    }
  });

  it('beside the unfinished file of a killed run, which the next run removes', async () => {
    const temporary = temporaryFor(join(folder, 'killed'));
    writeFileSync(temporary, 'begun');
    mkdirSync(join(bench.root, 'backup.tmp'));
    writeFileSync(join(bench.root, 'backup.tmp', 'written-to'), temporary);
    await create(join(folder, 'after'));
    expect([left(), existsSync(join(bench.root, 'backup.tmp'))]).toEqual([[], false]);
  });

  it('when it is cancelled', async () => {
    const signal = AbortSignal.abort();
    await expect(create(join(folder, 'cancelled'), { signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([left(), readdirSync(folder).includes('cancelled')]).toEqual([[], false]);
  });

  it('while another one is', async () => {
    const first = create(join(folder, 'first'));
    const passphrase = secret();
    const second = bench.engine.backups.create({ out: join(folder, 'second'), passphrase });
    await expect(second).rejects.toMatchObject({ code: 'DATABASE_IN_USE' });
    expect(passphrase.every((byte) => byte === 0)).toBe(true);
    await first;
    expect(left()).toEqual([]);
  });

  it.each(['records.db', 'service/custody.db'])(
    'with a %s that no check could open, before it writes',
    async (name) => {
      const path = join(bench.root, name);
      const { size } = statSync(path);
      truncateSync(path, BACKUP_SIZES.database + 4096);
      try {
        const error = await create(join(folder, 'large')).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'FILE_REFUSED', message: expect.stringContaining('copy the whole state') });
        expect([left(), existsSync(join(folder, 'large'))]).toEqual([[], false]);
      } finally {
        truncateSync(path, size);
      }
    },
  );

  it('of nothing, nor with a short passphrase', async () => {
    const nothing = empty.engine.backups.create({ out: join(folder, 'nothing'), passphrase: secret() });
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const short = bench.engine.backups.create({ out: join(folder, 'short'), passphrase: secret('short') });
    await expect(short).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
