import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, FakeEngine } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const passphrase = join(folder, 'passphrase');
writeFileSync(passphrase, 'a passphrase of the backup\n', { mode: 0o600 });
const given = ['--passphrase-file', passphrase];
const ARCHIVE = 'the archive service/archive/activities-2026-09.db with 5 activities of 2026-09: it was changed';
const TOKEN = 'the token “Desk”, without which the local service does not open';

const run = (command: 'create' | 'verify' | 'restore', damaged: readonly string[]) => {
  const lacking = { notIncluded: [TOKEN, ...damaged], damaged };
  const facts = { file: 'castellan.backup', bytes: 7, createdAt: '2026-11-01T12:00:00.000Z', ...lacking };
  const made = { ...facts, keys: 2, services: 1 };
  const verified = { ...facts, profiles: [], keys: [], records: { auditEntries: 1, newestAt: null }, services: [] };
  const engine = new FakeEngine({ backups: { create: async () => made, verify: async () => verified } });
  const restoreBackup = async () => ({ ...made, folder, auditEntries: 1, auditIsWhole: true });
  const file = command === 'create' ? ['--out', 'castellan.backup'] : ['--file', 'castellan.backup'];
  return cli(['backup', command, ...file, ...given], { engine, restoreBackup });
};

describe('the passphrase file of a new backup', () => {
  it.each([
    ['a second line', 'a passphrase of\nthe backup\n'],
    ['an empty second line', 'a passphrase of the backup\n\n'],
    ['a return in it', 'a passphrase of\rthe backup'],
  ])('is refused with %s, which nobody could type', async (_what, text) => {
    const file = join(folder, 'lines');
    writeFileSync(file, text, { mode: 0o600 });
    const engine = new FakeEngine({ backups: { create: () => Promise.reject(new Error('was made')) } });
    const answer = await cli(['backup', 'create', '--out', 'x.backup', '--passphrase-file', file], { engine });
    expect([answer.exitCode, answer.stderr]).toEqual([2, expect.stringContaining('lines has more than one line.')]);
  });
});

it('an empty passphrase file is called empty, with what to do', async () => {
  const file = join(folder, 'empty');
  writeFileSync(file, '\n', { mode: 0o600 });
  const engine = new FakeEngine({ backups: { create: () => Promise.reject(new Error('was made')) } });
  const { stderr } = await cli(['backup', 'create', '--out', 'x.backup', '--passphrase-file', file], { engine });
  expect(stderr).toContain(`${file} is empty. Nothing was done. Put the passphrase into it.`);
});

describe.each(['create', 'verify', 'restore'] as const)('castellan backup %s', (command) => {
  it('names each damaged part, says what to do, and exits with 1 after its output', async () => {
    const { exitCode, stdout, stderr } = await run(command, [ARCHIVE]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ damaged: [ARCHIVE] });
    expect(stderr).toContain(`Not included: ${ARCHIVE}.\n`);
    expect(stderr).toContain('Keep the older backups');
  });

  it('exits with 0 when only keys that are elsewhere are missing', async () => {
    const { exitCode, stderr } = await run(command, []);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`Not included: ${TOKEN}.\n`);
    expect(stderr).not.toContain('older backups');
  });
});
