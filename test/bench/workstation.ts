import { spawnSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { randomBytes } from '../../electron/crypto/index.ts';
import { temporaryFor, writeSealedFile } from '../../electron/engine/backup/sealed-file.ts';
import { openRecords } from '../../electron/storage/records/index.ts';
import { requestDigest } from '../../electron/storage/records/journal-digest.ts';
import { BACKUP_SIZES } from '../../shared/processes/index.ts';
import { effort } from './effort.ts';
import { summarize } from './measure.ts';
import type { Group } from './report.ts';
import { type Setting, startVault } from './setting.ts';

const ROUNDS = effort(5, 1);
/** Half of them entries of the audit log, half of them requests in the journal, over two years. */
const ROWS = effort(1_000_000, 10_000);
const MONTHS = 24;
const END = Date.UTC(2026, 10, 15);
const BEGIN = Date.UTC(2024, 10, 1);
const BODY = 300;
const MEGABYTES = effort(256, 8);

/** Measures starts and backups of a workstation, each beside its floor. */
export async function* workstationGroups(setting: Setting): AsyncGenerator<Group> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-workstation-'));
  try {
    yield await starts(setting, folder);
    yield await backups(setting, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function starts(setting: Setting, folder: string): Promise<Group> {
  const homes = { full: join(folder, 'full'), empty: join(folder, 'empty') };
  for (const home of Object.values(homes)) {
    mkdirSync(home, { mode: 0o700 });
    openRecords(join(home, 'records.db'), join(home, 'audit.head')).close();
  }
  await fill(homes.full);
  const samples = { full: [] as number[], empty: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['full', 'empty'] as const) {
      const start = performance.now();
      list(setting, homes[name]);
      samples[name].push(performance.now() - start);
    }
  }
  const results = [
    summarize(`${ROWS} rows, earlier months archived`, samples.full),
    summarize('no rows', samples.empty),
  ];
  return { title: 'A command of the workstation, from its process on', unit: 'ms', results, skipped: null };
}

/** Runs a command that opens every database of the state folder. Throws when it fails. */
function list({ electron, app }: Setting, home: string): void {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = process.env;
  const command =
    process.platform === 'linux'
      ? ['sh', join(app, 'resources/linux/launch'), electron, app, 'command', 'profile', 'list']
      : [electron, app, '--', 'cli', 'profile', 'list'];
  const [program = '', ...args] = command;
  const env = { ...environment, CASTELLAN_HOME: home, CASTELLAN_PASSPHRASE_FILE: join(home, 'none') };
  const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`castellan profile list ended with ${status}: ${stderr}`);
}

/** Writes the rows, then archives the months that are old enough, as an unlocked window does. */
async function fill(home: string): Promise<void> {
  const path = join(home, 'records.db');
  const database = new SqliteDatabase(path);
  const body = Buffer.from(randomBytes(BODY));
  const audit = database.prepare(`
    INSERT INTO audit (sequence, at, profile, credential_id, public_key, operation, url, body, hash)
    VALUES (?, ?, 'local', 'key', '', 'sign_raw_payload', 'http://127.0.0.1/', ?, ?)`);
  const journal = database.prepare(`
    INSERT INTO journal (request_id, profile, credential_id, operation, title, url, body, stamp_name, stamp_value, fingerprint,
      created_at, state, sent_at, closed_at, activity_id, status, http_status, reason, content, entry, digest)
    VALUES (${Array.from({ length: 21 }, () => '?').join()})`);
  const [stamp, url] = ['s'.repeat(200), 'http://127.0.0.1/'];
  database.transaction(() => {
    for (let index = 0; index < ROWS / 2; index += 1) {
      const at = BEGIN + Math.floor((index * 2 * (END - BEGIN)) / ROWS);
      const name = index.toString(16).padStart(64, '0');
      audit.run(index + 1, at, body, randomBytes(32));
      const row = [
        ...[
          name,
          'local',
          'key',
          'sign_raw_payload',
          'Sign payload',
          url,
          body,
          'X-Stamp',
          stamp,
          `sha256:${name}`,
          at,
        ],
        ...['answered', at, at, name, 'ACTIVITY_STATUS_COMPLETED', 200, null, name, null],
      ];
      journal.run(...row, requestDigest(row));
    }
  })();
  database.close();
  const { archiving, close } = openRecords(path, join(home, 'audit.head'));
  for (let month = 0; month < MONTHS; month += 1) {
    const plan = archiving.plan(END);
    if (plan === null) break;
    archiving.register(await archiving.build(plan));
    await archiving.removeMoved();
  }
  close();
}

async function backups(setting: Setting, folder: string): Promise<Group> {
  const chunk = randomBytes(BACKUP_SIZES.chunk);
  const count = Math.ceil((MEGABYTES * 2 ** 20) / chunk.length);
  const vault = await startVault(setting);
  const samples = { vault: [] as number[], floor: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const passphrase = Uint8Array.from(Buffer.from('a passphrase of the benchmark'));
      const { backupId, header } = await vault.call('beginBackup', { passphrase });
      const file = join(folder, `${round}.backup`);
      const start = performance.now();
      await writeSealedFile(file, repeated(chunk, count), {
        temporary: temporaryFor(file),
        header,
        seal: async (bytes, isLast) => (await vault.call('sealBackup', { backupId, bytes, isLast })).sealed,
        whenNamed: async () => undefined,
      });
      samples.vault.push((MEGABYTES * 1000) / (performance.now() - start));
      samples.floor.push((MEGABYTES * 1000) / floor(join(folder, `${round}.floor`), chunk, count));
      for (const name of ['backup', 'floor']) rmSync(join(folder, `${round}.${name}`));
    }
  } finally {
    vault.end();
  }
  const results = [
    summarize('sealed in the vault, and written', samples.vault),
    summarize('AES-256-GCM in a loop, one file, one fsync', samples.floor),
  ];
  return { title: 'Megabytes of a backup', unit: 'a second', results, skipped: null };
}

async function* repeated(chunk: Uint8Array, count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield chunk;
}

/** Seals and writes the same bytes with nothing between. Returns milliseconds. */
function floor(path: string, chunk: Uint8Array, count: number): number {
  const key = randomBytes(32);
  const start = performance.now();
  const file = openSync(path, 'wx', 0o600);
  for (let index = 0; index < count; index += 1) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(index);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    writeSync(file, cipher.update(chunk));
    cipher.final();
    writeSync(file, cipher.getAuthTag());
  }
  fsyncSync(file);
  closeSync(file);
  return performance.now() - start;
}
