import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '../../../../electron/engine/doctor/index.ts';
import { type MachineFacts, swapCheck } from '../../../../electron/engine/doctor/machine.ts';
import { createStores } from '../../../../electron/engine/keys/stores.ts';
import { pathsBelow } from '../../../../electron/main/paths.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { Protection } from '../../../../shared/processes/index.ts';
import { PROTECTED } from '../../protection.ts';
import { check, engine, keychainWith, machineAt, pathsAt } from './facts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-doctor-'));
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true }));

const machine = (own: Partial<MachineFacts> = {}): MachineFacts => ({ ...machineAt(folder), ...own });

describe('the doctor', () => {
  it('finds nothing wrong with a healthy machine', async () => {
    const { checks } = await examine(machine(), engine());
    expect(checks.filter(({ name }) => name !== 'Swap').filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'System',
      'Runtime',
      'Sandbox',
      'Main memory',
      'Display',
      'Screen lock',
      'Keychain',
      'Passphrase file',
      'Tokens',
      'State folder',
      'Databases',
      'Audit log',
      'Archives',
      'Backup',
      'Profiles',
      'Clock',
      'Vault',
      'Vault memory',
      'Vault confinement',
      'Service memory',
      'Service confinement',
      'Local service',
      'Swap',
    ]);
  });

  it('reports what it can check when the state could not be opened', async () => {
    const { checks } = await examine(machine(), null);
    expect(checks.map(({ name }) => name)).toEqual([
      'System',
      'Runtime',
      'Sandbox',
      'Main memory',
      'Display',
      'Screen lock',
      'Keychain',
      'Passphrase file',
      'Tokens',
      'State folder',
      'Swap',
    ]);
  });

  it.for([
    ['Runtime', 'care', { runtime: { kind: 'floor', electron: '33.2.1', supported: false, reason: 'x' } }],
    ['Sandbox', 'problem', { sandbox: { on: false, reason: 'root' } }],
    ['Sandbox', 'care', { sandbox: null }],
    ['Display', 'care', { displays: [] }],
    ['Display', 'care', { displays: [{ name: ':7', answers: false }] }],
    ['Display', 'care', { displays: [{ name: 'desk:10.0', answers: null }] }],
    [
      ...(['Display', 'ok'] as const),
      {
        displays: [
          { name: ':7', answers: false },
          { name: 'wayland-0', answers: true },
        ],
      },
    ],
    ['Sandbox', 'care', { platform: 'darwin' }],
    ['Tokens', 'care', { platform: 'win32' }],
    ['Screen lock', 'care', { platform: 'linux', sessionBus: null }],
    ['Screen lock', 'ok', { platform: 'linux' }],
    ['Screen lock', 'care', { platform: 'darwin', sessionBus: null }],
    ['Main memory', 'care', { platform: 'darwin' }],
    ['Keychain', 'care', { probeStores: keychainWith('It is locked.') }],
    ['Keychain', 'ok', { probeStores: createStores(pathsAt('/nowhere'), 'file').probe }],
  ] as const)('%s: %s', async ([name, status, facts]) => {
    expect(await check(name, machine(facts))).toMatchObject({ status });
  });

  it('does not touch the keychain when it must not', async () => {
    expect(
      await check('Keychain', machine({ probeStores: createStores(pathsAt('/nowhere'), 'file').probe })),
    ).toMatchObject({
      finding: expect.stringContaining('Not touched'),
    });
  });

  it('names another store that can keep keys until the keychain can', async () => {
    expect(await check('Keychain', machine({ probeStores: keychainWith('It is locked.') }))).toMatchObject({
      finding: 'It is locked.',
      advice: 'Until then you can store keys in the passphrase file (--store file).',
    });
  });

  it('finds a passphrase file that others can read', async () => {
    const path = join(folder, 'keystore.json');
    writeFileSync(path, '{}', { mode: 0o644 });
    expect(
      await check('Passphrase file', machine({ probeStores: createStores(pathsAt(folder), 'file').probe })),
    ).toMatchObject({
      status: 'care',
      finding: expect.stringContaining(`chmod 600 '${path}'`),
      advice: null,
    });
  });

  it('finds a state folder that others can read', async () => {
    chmodSync(folder, 0o750);
    expect(await check('State folder', machine())).toMatchObject({ status: 'problem', advice: `chmod 700 ${folder}` });
  });

  it('finds a state folder that is a file, and that there is none', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '', { mode: 0o600 });
    const found = await check('State folder', machine({ paths: pathsBelow(file) }), null);
    expect(found?.finding).toBe(`${file} cannot be used: it is a file, not a folder.`);
    expect(await check('State folder', machine({ paths: pathsBelow(join(folder, 'missing')) }), null)).toMatchObject({
      status: 'problem',
    });
  });

  it('finds a changed audit log', async () => {
    const verify = () => Promise.reject(new AppError('AUDIT_BROKEN', 'Entry 2 was changed.'));
    expect(await check('Audit log', machine(), engine({ verify }))).toMatchObject({
      status: 'problem',
      finding: 'Entry 2 was changed.',
    });
  });

  it('finds a profile that was changed, and does not say so when the vault is locked', async () => {
    const changed = async () => ['The profile “desk” was changed.', 'The profile “old” was removed.'];
    expect(await check('Profiles', machine(), engine({ examine: changed }))).toMatchObject({
      status: 'problem',
      finding: 'The profile “desk” was changed. The profile “old” was removed.',
    });
    const locked = () => Promise.reject(new AppError('VAULT_LOCKED', 'It is locked.'));
    expect(await check('Profiles', machine(), engine({ examine: locked }))).toMatchObject({
      status: 'care',
      finding: 'Not checked. It is locked.',
    });
  });

  it('says when the last backup was made and what came after it', async () => {
    expect(await check('Backup', machine())).toEqual({
      name: 'Backup',
      status: 'ok',
      finding: 'The last one was made at 1 Jan 1970, 00:15:00 UTC. 3 entries of the audit log came after it.',
      advice: null,
    });
    expect(await check('Backup', machine(), engine({ lastBackup: null }))).toMatchObject({ status: 'care' });
    expect(await check('Backup', machine(), engine({ lastBackup: null, entries: 0 }))).toMatchObject({ status: 'ok' });
  });

  it('names the copies from before a migration', async () => {
    expect(await check('Copy before migration', machine())).toBeUndefined();
    const olderCopies = ['/state/before-migration', '/state/service/before-migration'];
    expect(await check('Copy before migration', machine(), engine({ olderCopies }))).toMatchObject({
      finding:
        'The databases of the version before are in /state/before-migration and /state/service/before-migration.',
    });
  });

  it('finds a clock that runs backwards', async () => {
    expect(await check('Clock', machine(), engine({ lastAt: 999_999 }))).toMatchObject({ status: 'ok' });
    expect(await check('Clock', machine(), engine({ lastAt: 1_000_001 }))).toMatchObject({ status: 'problem' });
  });

  it('finds requests that a crash left open', async () => {
    expect(await check('Databases', machine(), engine({ unsettled: 2 }))).toMatchObject({
      status: 'care',
      finding: expect.stringContaining('2 requests'),
    });
  });

  it('finds a vault that does not pass its self-test', async () => {
    const report = () => Promise.reject(new AppError('VAULT_SELF_TEST_FAILED', 'HPKE gave a wrong answer.'));
    expect(await check('Vault', machine(), engine({ report }))).toMatchObject({
      status: 'problem',
      finding: 'HPKE gave a wrong answer.',
    });
  });

  it('finds protections that the system did not grant', async () => {
    const report = async () => ({
      selfTest: ['HPKE'],
      protection: { ...PROTECTED, hardening: { ...PROTECTED.hardening, lockedMemory: false } },
    });
    expect(await check('Vault memory', machine(), engine({ report }))).toMatchObject({
      status: 'care',
      finding: expect.stringContaining('swap'),
    });
    const hardening = { notDumpable: false, noCore: true, lockedMemory: false };
    expect(await check('Main memory', machine({ hardening }))).toMatchObject({
      status: 'care',
      finding: 'The operating system did not grant everything: other programs of yours can read its memory.',
    });
  });

  it('lists the calls that the kernel refuses to the vault and the local service, and where it refuses none', async () => {
    const confined = (confinement: Partial<Protection['confinement']>) =>
      engine({ service: { ...PROTECTED, confinement: { ...PROTECTED.confinement, ...confinement } } });
    expect(await check('Vault confinement', machine())).toMatchObject({
      status: 'ok',
      finding: 'The kernel refused these attempts: connect. Landlock denies access to all other files.',
    });
    expect(await check('Service confinement', machine(), confined({ files: false }))).toMatchObject({
      status: 'ok',
      finding: expect.stringContaining('This kernel has no Landlock, which would also deny access to files'),
    });
    expect(await check('Service confinement', machine(), confined({ files: null }))).toMatchObject({
      finding: 'The kernel refused these attempts: connect.',
    });
    expect(await check('Service confinement', machine(), confined({ ring: true }))).toMatchObject({
      finding: expect.stringContaining('uses io_uring'),
    });
    const without = confined({ calls: false, files: null, refused: [] });
    expect(await check('Service confinement', machine(), without)).toMatchObject({
      status: 'care',
      finding: expect.stringContaining('This kernel or processor does not support the system call filter'),
    });
    expect(await check('Service confinement', machine({ platform: 'win32' }), without)).toMatchObject({
      finding: expect.stringContaining('This system does not support the system call filter'),
    });
  });

  it('finds swap', () => {
    const header = 'Filename\tType\tSize\tUsed\tPriority\n';
    expect(swapCheck(machine(), () => header)).toMatchObject({ status: 'ok' });
    expect(swapCheck(machine(), () => `${header}/swapfile file 1 0 -2\n`)).toMatchObject({
      status: 'care',
      finding: expect.stringContaining('/swapfile'),
    });
  });
});
