import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../electron/engine/index.ts';
import { BACKUP_SIZES } from '../../shared/processes/index.ts';
import { restorePorts } from '../unit/engine/backup/restore-ports.ts';
import { createReadyBench } from '../unit/engine/harness.ts';
import { fillBackup } from './fill-backup.ts';

const { header: HEADER } = BACKUP_SIZES;
const NOW = 1_790_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'castellan-attacked-'));
const at = (name: string) => join(folder, name);
const file = at('castellan.backup');
const secret = () => Uint8Array.from(Buffer.from('a passphrase of the backup'));
let whole: Buffer;

beforeAll(async () => {
  const bench = await createReadyBench();
  await fillBackup(bench);
  await bench.engine.backups.create({ out: file, passphrase: secret() });
  await bench.end();
  whole = readFileSync(file);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a restore', { timeout: 60_000 }, () => {
  const portsAt = (root: string) => restorePorts(root, NOW, { report: () => undefined });
  const restore = (root: string, more: object = {}) =>
    restoreBackup(portsAt(root), { file, passphrase: secret(), store: null, ...more }).then(
      () => 'accepted',
      (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
    );
  /** Runs when the first part of the backup was read, so that the restore is under way. */
  const once = (work: () => void, call = 1) => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls === call) work();
    };
  };
  const left = () => readdirSync(folder).filter((name) => name.includes('.restoring'));

  it.each([
    [
      'a link to an empty folder',
      (root: string) => {
        mkdirSync(`${root} target`);
        symlinkSync(`${root} target`, root);
      },
    ],
    ['a link to nothing', (root: string) => symlinkSync(`${root} target`, root)],
    ['links in a circle', (root: string) => symlinkSync(root, root)],
    ['a file', (root: string) => writeFileSync(root, 'mine')],
    ['a pipe', (root: string) => void execFileSync('mkfifo', [root])],
    [
      'a folder with a link',
      (root: string) => {
        mkdirSync(root);
        symlinkSync('/etc', join(root, 'service'));
      },
    ],
  ])('into %s is refused before anything is read', async (what, put) => {
    const root = at(`root ${what}`);
    put(root);
    let isRead = false;
    const outcome = await restore(root, {
      progress: () => {
        isRead = true;
      },
    });
    expect(outcome).toContain('FILE_REFUSED ');
    expect(outcome).toContain(root);
    expect([isRead, left()]).toEqual([false, []]);
  });

  it.each([
    [
      'a link to a folder',
      (path: string) => {
        mkdirSync(`${path} target`);
        symlinkSync(`${path} target`, path);
      },
    ],
    ['a link to nothing', (path: string) => symlinkSync(`${path} target`, path)],
    ['a file', (path: string) => writeFileSync(path, 'mine')],
  ])('beside which %s has the name of its folder is refused, and leaves that', async (what, put) => {
    const root = at(`beside ${what}`);
    put(`${root}.restoring`);
    expect(await restore(root)).toMatch(/^FILE_REFUSED The folder .* exists: another restore runs or was interrupted/);
    expect(left().length).toBeGreaterThan(0);
    expect(existsSync(root)).toBe(false);
    rmSync(`${root}.restoring`, { force: true });
    rmSync(`${root}.restoring target`, { recursive: true, force: true });
  });

  it.each([
    [
      'a file appears in the state folder',
      (root: string) => {
        mkdirSync(root, { recursive: true });
        writeFileSync(join(root, 'records.db'), 'mine');
      },
      /is not empty/,
    ],
    [
      'a link takes the place of the state folder',
      (root: string) => {
        mkdirSync(`${root} target`);
        symlinkSync(`${root} target`, root);
      },
      /FILE_REFUSED/,
    ],
    ['its own folder is removed', (root: string) => rmSync(`${root}.restoring`, { recursive: true }), /FILE_REFUSED/],
    ['its keystore is removed', (root: string) => rmSync(join(`${root}.restoring`, 'keystore.json')), /KEY|FILE/],
    [
      'its list of keys is removed',
      (root: string) => rmSync(join(`${root}.restoring`, 'credentials.json')),
      /FILE_REFUSED Another program changed the list of keys/,
    ],
    [
      'its list of keys is emptied',
      (root: string) => writeFileSync(join(`${root}.restoring`, 'credentials.json'), ''),
      /KEY|FILE/,
    ],
    [
      'its database is made by somebody else',
      (root: string) => writeFileSync(join(`${root}.restoring`, 'records.db'), 'mine'),
      /FILE_REFUSED/,
    ],
    [
      'a link takes the place of its database',
      (root: string) => symlinkSync(at('victim of restore'), join(`${root}.restoring`, 'records.db')),
      /FILE_REFUSED/,
    ],
    ['the backup is cut', () => truncateSync(at('for restore'), HEADER + 9), /BACKUP_(TRUNCATED|DAMAGED)/],
  ])('during which %s ends with nothing restored', async (what, change, said) => {
    const root = at(`during ${what}`);
    writeFileSync(at('for restore'), whole);
    expect(
      await restore(root, {
        file: at('for restore'),
        progress: once(() => change(root), what.startsWith('its') && !what.includes('database') ? 3 : 1),
      }),
    ).toMatch(said);
    expect(left()).toEqual([]);
    expect(existsSync(join(root, 'credentials.json'))).toBe(false);
    expect(existsSync(at('victim of restore'))).toBe(false);
    if (what.startsWith('a file')) expect(readFileSync(join(root, 'records.db'), 'utf8')).toBe('mine');
  });
});
