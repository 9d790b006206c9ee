import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workstation } from '../contract/cli/support.ts';
import { eventually } from '../tools/eventually.ts';

const workstation = new Workstation();
const passphrase = ['--passphrase-file', workstation.write('backup-passphrase', 'the passphrase of the backup\n')];
const inFolder = (name: string) => join(workstation.folder, name);
const whole = inFolder('whole.backup');
const restored = { CASTELLAN_HOME: inFolder('restored') };
afterAll(() => workstation.close());

beforeAll(async () => {
  await workstation.json(['init', '--store', 'file']);
  await workstation.json(['backup', 'create', '--out', whole, ...passphrase]);
});

const intact = async (environment = {}) =>
  expect(await workstation.json(['audit', 'verify'], { environment })).toMatchObject({ ok: true });
/** The files of backups, finished or not. */
const files = () => readdirSync(workstation.folder).filter((name) => name.includes('.backup'));

it('a killed create leaves no file of that name, and the next one works', async () => {
  const running = workstation.start(['backup', 'create', '--out', inFolder('killed.backup'), ...passphrase]);
  await eventually(() => expect(existsSync(join(workstation.home, 'backup.tmp'))).toBe(true));
  running.kill();
  await running.ended;
  expect(existsSync(inFolder('killed.backup'))).toBe(false);
  await intact();
  await workstation.json(['backup', 'create', '--out', inFolder('killed.backup'), ...passphrase]);
  expect(existsSync(join(workstation.home, 'backup.tmp'))).toBe(false);
  await workstation.json(['backup', 'verify', '--file', inFolder('killed.backup'), ...passphrase]);
});

it('a killed restore leaves no state folder, and the next one works', async () => {
  const command = ['backup', 'restore', '--file', whole, ...passphrase];
  const running = workstation.start(command, restored);
  const staging = `${restored.CASTELLAN_HOME}.restoring`;
  await eventually(() => expect(existsSync(staging)).toBe(true));
  running.kill();
  await running.ended;
  expect(existsSync(join(restored.CASTELLAN_HOME, 'records.db'))).toBe(false);
  const refused = await workstation.run(command, { environment: restored });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(staging)]);
  rmSync(staging, { recursive: true });
  await workstation.json(command, { environment: restored });
  await intact(restored);
  await intact();
});

it('a second restore into the folder is refused and changes nothing', async () => {
  const before = readdirSync(restored.CASTELLAN_HOME);
  const command = ['backup', 'restore', '--file', whole, ...passphrase];
  const { exitCode, stderr } = await workstation.run(command, { environment: restored });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not empty')]);
  expect(readdirSync(restored.CASTELLAN_HOME)).toEqual(before);
});

it('a full or read-only disk under the backup leaves no file, and says what to do', async () => {
  const before = files();
  // Room for the copy of the service's database, and not for the backup, which holds more.
  const { size } = statSync(join(workstation.home, 'service', 'custody.db'));
  const prefix = ['bash', '-c', `ulimit -f ${Math.ceil(size / 1024) + 16}; exec "$0" "$@"`];
  const full = await workstation.run(['backup', 'create', '--out', inFolder('full.backup'), ...passphrase], { prefix });
  expect([full.exitCode, full.stderr]).toEqual([1, expect.stringContaining('(DISK_FULL)')]);
  const refused = await workstation.run(['backup', 'create', '--out', '/proc/castellan.backup', ...passphrase]);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('(FILE_REFUSED)')]);
  expect(files()).toEqual(before);
  await intact();
});

it('a full disk under the restore leaves no folder, and says what to do', async () => {
  const environment = { CASTELLAN_HOME: inFolder('full') };
  const prefix = ['bash', '-c', 'ulimit -f 300; exec "$0" "$@"'];
  const command = ['backup', 'restore', '--file', whole, ...passphrase];
  const { exitCode, stderr } = await workstation.run(command, { environment, prefix });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('(DISK_FULL)')]);
  expect(existsSync(`${environment.CASTELLAN_HOME}.restoring`)).toBe(false);
  await workstation.json(command, { environment });
  await intact(environment);
});
