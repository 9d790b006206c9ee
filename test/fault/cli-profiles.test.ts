import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../shared/ipc/index.ts';
import type { ProfileRow } from '../../shared/model/index.ts';
import { newUserKey, type Service, Workstation } from '../contract/cli/support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;
/** Requests that came to the address of the attacker who edits the file. */
let arrived = 0;
const theirs = createServer((_request, response) => {
  arrived += 1;
  response.end('{}');
});
let elsewhere = '';

beforeAll(async () => {
  await workstation.useKeychain();
  await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`;
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
  copyFileSync(stateFile('profiles.json'), stateFile('good.json'));
});
afterAll(async () => {
  theirs.close();
  await workstation.close();
});
beforeEach(() => copyFileSync(stateFile('good.json'), stateFile('profiles.json')));

const stateFile = (name: string) => join(workstation.home, name);
const attack = (members: Partial<ProfileRow>) => {
  const path = stateFile('profiles.json');
  const content = JSON.parse(readFileSync(path, 'utf8')) as { profiles: ProfileRow[] };
  writeFileSync(
    path,
    JSON.stringify({ ...content, profiles: content.profiles.map((row) => ({ ...row, ...members })) }),
  );
};

async function expectRefused(args: readonly string[], said: string, stdin = ''): Promise<void> {
  const { exitCode, stdout, stderr } = await workstation.run(args, { stdin });
  expect(stderr).toContain('(PROFILE_CHANGED)');
  expect(stderr).toContain(`The profile “desk” was changed outside Castellan: ${said}`);
  expect([exitCode, stdout, arrived]).toEqual([1, '', 0]);
}

const OTHER = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const STRANGER = `04${'ab'.repeat(64)}`;

describe('a profile that a script changed', () => {
  it.each<[string, () => Partial<ProfileRow>, string[]]>([
    ['baseUrl', () => ({ baseUrl: elsewhere }), ['call', 'whoami']],
    ['baseUrl', () => ({ baseUrl: elsewhere }), ['call', 'webhook_keys']],
    ['authUrl', () => ({ authUrl: elsewhere }), ['call', 'whoami']],
    ['authProxyConfigId', () => ({ authProxyConfigId: OTHER }), ['call', 'whoami']],
    [
      'organizationId',
      () => ({ organizationId: OTHER }),
      ['call', 'create_wallet', '--json', '{"walletName":"x","accounts":[]}'],
    ],
    ['notarizerKey', () => ({ notarizerKey: STRANGER }), ['stamp']],
    ['kind', () => ({ kind: 'local' }), ['call', 'list_wallets']],
    ['keepServing', () => ({ keepServing: true }), ['stamp']],
    ['blindSigning', () => ({ blindSigning: true }), ['stamp']],
  ])('sends nothing and stamps nothing: %s', async (member, members, args) => {
    attack(members());
    await expectRefused(args, `${member} is `, '{}');
  });

  it('cannot replace the signer key of exports', async () => {
    const { id } = await workstation.json<{ id: string }>(['export', 'target']);
    attack({ signerKey: STRANGER });
    const bundle = ['--bundle', workstation.write('bundle.json', '{}'), '--organization-id', OTHER];
    await expectRefused(['export', 'open', '--target', id, ...bundle, '--unproven', '--out', '-'], 'signerKey is ');
  });

  it('is reported by `profile list`, `profile show` and `doctor`', async () => {
    attack({ baseUrl: elsewhere, signerKey: STRANGER });
    for (const args of [
      ['profile', 'list'],
      ['profile', 'show', 'desk'],
    ]) {
      const { exitCode, stderr, stdout } = await workstation.run(args);
      expect([exitCode, stderr]).toEqual([0, 'Profile desk was changed outside Castellan: baseUrl, signerKey.\n']);
      expect(stdout).toContain('"changed":["baseUrl","signerKey"]');
    }
    const { checks } = await workstation.json<DoctorReport>(['doctor']);
    expect(checks.find(({ name }) => name === 'Profiles')).toMatchObject({
      status: 'problem',
      finding: expect.stringContaining(`“desk” was changed outside Castellan: baseUrl is ${elsewhere} and was`),
    });
  });

  it('can be corrected member by member or confirmed as it is', async () => {
    const { baseUrl } = service.ready;
    attack({ baseUrl: elsewhere, signerKey: STRANGER });
    const put = await workstation.json<ProfileRow>(['profile', 'set', 'desk', '--base-url', baseUrl]);
    const [good] = (JSON.parse(readFileSync(stateFile('good.json'), 'utf8')) as { profiles: ProfileRow[] }).profiles;
    expect(put).toEqual({ ...good, current: true });
    await workstation.json(['call', 'whoami']);

    attack({ baseUrl: `${baseUrl}/` });
    const { exitCode, stdout, stderr } = await workstation.run(['profile', 'confirm', 'desk']);
    expect(exitCode).toBe(0);
    // The service has meanwhile reported the organization's name.
    const { organizationName: _called, ...confirmed } = JSON.parse(stdout) as ProfileRow;
    expect(confirmed).toEqual({ ...put, baseUrl: `${baseUrl}/` });
    expect(stderr).toContain(`  baseUrl: ${baseUrl}/, changed: it was ${baseUrl}\n`);
    expect(stderr).toContain(`  organizationId: ${put.organizationId}\n`);
    await workstation.json(['stamp'], { stdin: '{}' });
  });
});
