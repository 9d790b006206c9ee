import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeCalls } from '../../tools/whole-calls.ts';
import { newUserKey, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();

/** A profile of a service that is not there. */
const SERVICE = 'https://192.0.2.1';

beforeAll(async () => {
  await workstation.useKeychain();
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  await workstation.json([
    ...['profile', 'add', 'elsewhere', '--base-url', SERVICE, '--organization-id', organizationId],
  ]);
  await workstation.json(['key', 'import', '--profile', 'elsewhere'], { stdin: user.privateKey });
});
afterAll(() => workstation.close());

const isThere = (program: string) => spawnSync('which', [program]).status === 0;
const DERIVE = [
  'derive',
  '--path',
  "m/44'/60'/0'/0/0",
  '--curve',
  'CURVE_SECP256K1',
  '--format',
  'ADDRESS_FORMAT_ETHEREUM',
];
const WORDS = `${'test '.repeat(11)}junk`;

describe('--offline', () => {
  it('stamps a request for another machine to send', async () => {
    const stamping = ['call', 'create_wallet', '--json', '{"walletName":"Hot","accounts":[]}', '--dry-run'];
    const { url, headers } = await workstation.json<{ url: string; headers: Record<string, string> }>([
      '--offline',
      ...stamping,
    ]);
    expect(url).toBe(`${SERVICE}/public/v1/submit/create_wallet`);
    expect(headers['X-Stamp']).toMatch(/^[\w-]+$/);
  });

  it('makes no connection: a request is not sent, and the local service does not start', async () => {
    const asked = await workstation.run(['--offline', 'call', 'whoami']);
    expect([asked.exitCode, asked.stdout]).toEqual([1, '']);
    expect(asked.stderr).toContain('Castellan was started with --offline, so no connection to 192.0.2.1 was made.');
    expect(asked.stderr).toContain('(OFFLINE)');
    const served = await workstation.run(['--offline', 'serve', '--data', join(workstation.folder, 'data')]);
    expect(served.exitCode).toBe(1);
    expect(served.stderr).toContain('so the local service was not started');
  });

  it('is shown by doctor, as measured', async () => {
    const { checks } = await workstation.json<{ checks: { name: string; finding: string }[] }>(['--offline', 'doctor']);
    expect(checks.find(({ name }) => name === 'Network')?.finding).toContain(
      'the kernel refuses this run every connection',
    );
  });

  it('behind a command is wrong usage, never ignored', async () => {
    const { exitCode, stderr } = await workstation.run(['key', 'list', '--offline']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--offline');
  });

  it.runIf(isThere('strace'))(
    'opens no socket that leaves the machine once the kernel filters, and connects none before',
    async () => {
      const trace = join(workstation.folder, 'trace');
      const prefix = ['strace', '-f', '-qq', '-e', 'trace=socket,connect,sendto,sendmsg,bind,seccomp', '-o', trace];
      const { exitCode } = await workstation.run(['--offline', ...DERIVE], { stdin: WORDS, prefix });
      expect(exitCode).toBe(0);
      const calls = wholeCalls(readFileSync(trace, 'utf8').split('\n'));
      const filtered = calls.findIndex((call) => call.includes('seccomp(SECCOMP_SET_MODE_FILTER'));
      expect(filtered).toBeGreaterThan(-1);
      const leaving = /AF_(?!UNIX|UNSPEC)[A-Z0-9]+/;
      // Chromium asks the kernel for the names of the interfaces (AF_NETLINK).
      const asksKernel = /AF_NETLINK/;
      const opened = calls.slice(filtered).filter((call) => /socket\(/.test(call) && leaving.test(call));
      expect(opened.length).toBeGreaterThan(0);
      expect(opened.filter((call) => !call.includes('EPERM'))).toEqual([]);
      const sending = calls.filter((call) => /(connect|sendto|sendmsg)\(/.test(call) && leaving.test(call));
      expect(sending.filter((call) => !asksKernel.test(call))).toEqual([]);
    },
  );

  it.runIf(spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true']).status === 0)(
    'works in a network namespace without interfaces',
    async () => {
      const prefix = ['unshare', '--user', '--map-root-user', '--net'];
      const { exitCode, stdout } = await workstation.run(['--offline', ...DERIVE], { stdin: WORDS, prefix });
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' });
    },
  );
});
