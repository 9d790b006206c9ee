import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '../../../../electron/engine/doctor/index.ts';
import type { MachineFacts } from '../../../../electron/engine/doctor/machine.ts';
import { factOf, PACKAGED_GLIBC } from '../../../../electron/engine/doctor/platforms.ts';
import { tokensCheck } from '../../../../electron/engine/doctor/tokens.ts';
import { confineByKernel, goOffline, hardenProcess } from '../../../../electron/hardening/index.ts';
import { OLDEST } from '../../../../scripts/lib/package-layout.mjs';
import { check, DEBIAN_12, machineAt } from './facts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-doctor-'));
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true }));
const machine = (own: Partial<MachineFacts> = {}): MachineFacts => ({ ...machineAt(folder), ...own });

describe('the support of a system', () => {
  it.for(['darwin', 'win32'] as const)('lacks on %s what the mechanisms do not do there', async (platform) => {
    const granted = Object.values(await hardenProcess(platform, new Uint8Array(1))).includes(true);
    const { calls } = await confineByKernel('vault', { platform, arch: 'x64', pid: 1 });
    const offline = await goOffline({ platform, arch: 'x64' });
    expect([granted, calls, offline]).toEqual([false, false, false]);
    for (const part of ['memory', 'confinement', 'offline'] as const) {
      expect(factOf(part, platform).support).toBe('missing');
      expect(factOf(part, 'linux').support).toBe('tested');
    }
  });

  it('claims nothing that was not tried on this system', async () => {
    const mac = machine({ platform: 'darwin' });
    expect(await check('Main memory', mac)).toMatchObject({
      finding: 'Castellan asks for no memory protection on this system, so none was measured.',
      advice: expect.not.stringContaining('ulimit'),
    });
    expect(await check('Vault memory', mac)).toMatchObject({ advice: expect.not.stringContaining('ulimit') });
    expect((await check('Screen lock', mac))?.finding).toContain('never tested on this system');
    expect((await check('Display', mac))?.finding).toContain('This was not tried.');
    expect((await check('Sandbox', mac))?.finding).toContain('Castellan does not measure it.');
    chmodSync(folder, 0o755);
    expect(await check('State folder', machine({ platform: 'win32' }))).toMatchObject({
      status: 'ok',
      finding: expect.not.stringContaining('readable by you only'),
    });
  });

  it('distinguishes a display that does not answer, a missing one, and the sandbox', async () => {
    const silent = machine({ displays: [{ name: ':7', answers: false }] });
    expect((await check('Display', silent))?.finding).toContain('The display :7 does not answer');
    expect((await check('Display', machine({ displays: [] })))?.finding).toContain('There is no display');
    expect(await check('Sandbox', silent)).toMatchObject({ status: 'ok' });
  });

  it.for([
    ['tested on this system', 'ok', 'linux', 'x64', DEBIAN_12],
    ['Debian 13 and newer, x64: Castellan should work', 'ok', 'linux', 'x64', 'ID=debian\nVERSION_ID="14"\n'],
    ['Ubuntu 22.04 and newer, x64: Castellan should work', 'ok', 'linux', 'x64', 'ID=ubuntu\nVERSION_ID="24.04"\n'],
    ['Another Linux with glibc', 'ok', 'linux', 'x64', 'ID=fedora\nVERSION_ID=42\n'],
    ['Another Linux with glibc', 'ok', 'linux', 'x64', null],
    ['Linux, arm64: Castellan never ran', 'care', 'linux', 'arm64', DEBIAN_12],
    ['macOS, arm64: Castellan never ran', 'care', 'darwin', 'arm64', null],
    ['Windows, x64: Castellan never ran', 'care', 'win32', 'x64', null],
    ['none of the systems', 'care', 'freebsd', 'x64', null],
  ] as const)('says of the system: %s', async ([finding, status, platform, arch, osRelease]) => {
    expect(await check('System', machine({ platform, arch, osRelease }))).toMatchObject({
      status,
      finding: expect.stringContaining(finding),
    });
  });
});

describe('the glibc of a system', () => {
  const FEDORA = 'ID=fedora\nVERSION_ID=42\n';

  it.for([
    ['2.35', 'ok'],
    ['2.41', 'ok'],
    ['3.0', 'ok'],
    ['2.34', 'care'],
    ['2.4', 'care'],
    ['1.99', 'care'],
    [null, 'care'],
  ] as const)('is compared with that of the packages: %s', async ([glibc, status]) => {
    expect(await check('System', machine({ osRelease: FEDORA, glibc }))).toMatchObject({ status });
  });

  it('that is too old is named, with the systems to use', async () => {
    expect(await check('System', machine({ osRelease: FEDORA, glibc: '2.28' }))).toMatchObject({
      finding: 'Castellan needs glibc 2.35 or newer on this Linux, and found glibc 2.28.',
      advice: expect.stringContaining('Use Debian 12 or newer'),
    });
    expect((await check('System', machine({ osRelease: null, glibc: null })))?.finding).toContain('found none');
  });

  it('does not decide about a release by name', async () => {
    const jammy = machine({ osRelease: 'ID=ubuntu\nVERSION_ID="22.04"\n', glibc: '2.35' });
    expect(await check('System', jammy)).toMatchObject({ status: 'ok' });
    expect(await check('System', machine({ platform: 'darwin', glibc: null }))).toMatchObject({
      finding: expect.stringContaining('never ran'),
    });
  });

  it('is the oldest one for which packages are made', () => {
    expect(PACKAGED_GLIBC).toBe(OLDEST.glibc);
  });
});

describe('tokens', () => {
  const module = { name: 'SoftHSM2', path: '/usr/lib/softhsm/libsofthsm2.so' };

  it('are used where pkcs11js was built, and the modules of this machine are named', () => {
    expect(tokensCheck({ tokenBinding: true, platform: 'linux' }, [module])).toMatchObject({
      status: 'ok',
      finding: expect.stringContaining('SoftHSM2, /usr/lib/softhsm/libsofthsm2.so'),
      advice: null,
    });
    expect(tokensCheck({ tokenBinding: true, platform: 'linux' }, [])).toMatchObject({
      finding: expect.stringContaining('No well-known'),
    });
  });

  it('are missed, with what to do, where it was not', async () => {
    const { checks } = await examine(machine({ tokenBinding: false }), null);
    expect(checks.find(({ name }) => name === 'Tokens')).toMatchObject({
      status: 'care',
      finding: expect.stringContaining('pkcs11js was not built'),
      advice: expect.stringContaining('g++'),
    });
  });
});
