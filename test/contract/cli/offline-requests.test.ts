import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../../shared/operations/index.ts';
import { newUserKey, type Service, Workstation } from './support.ts';

/** Two state folders: the key that the service knows is only in the offline one, under the kernel’s filter. */
const online = new Workstation();
const offline = new Workstation();
const user = newUserKey();
let service: Service;
const path = (name: string) => join(online.folder, name);
const compose = (name: string) => [
  ...['call', 'create_wallet', '--json', `{"walletName":"${name}","accounts":[]}`],
  ...['--to-stamp', path(`${name}.castellan`)],
];

beforeAll(async () => {
  await Promise.all([online.useKeychain(), offline.useKeychain()]);
  service = await online.serveFor(user);
  const { baseUrl, organizationId, keys } = service.ready;
  const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
  await online.json(['profile', 'add', 'desk', ...where]);
  await online.json(['key', 'create', '--profile', 'desk']);
  await offline.json(['--offline', 'profile', 'add', 'desk', ...where]);
  await offline.json(['--offline', 'key', 'import', '--profile', 'desk'], { stdin: user.privateKey });
});
afterAll(() => Promise.all([online.close(), offline.close()]));

describe('a request from compose to send, with an offline machine', () => {
  it('is composed online, shown and stamped offline, and sent online', async () => {
    await online.json(compose('Hot'));
    const stamping = ['--offline', 'stamp', path('Hot.castellan'), '--out', path('Hot.stamped')];
    const unasked = await offline.run(stamping);
    expect([unasked.exitCode, unasked.stderr]).toEqual([1, expect.stringContaining('There is no terminal to ask on.')]);
    expect(existsSync(path('Hot.stamped'))).toBe(false);
    const [fingerprint = ''] = /sha256:[0-9a-f]{64}/.exec(unasked.stderr) ?? [];
    const other = await offline.run([...stamping, '--fingerprint', fingerprint.replace(/.$/, 'x')]);
    expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining('The request has another fingerprint')]);
    const { exitCode, stderr } = await offline.run([...stamping, '--fingerprint', fingerprint]);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/wallet[\s\S]*Hot/i)]);
    expect(stderr).toMatch(/The service takes it for \d+ more minutes\./);
    const sent = await online.json<{ activity: Activity }>(['send', path('Hot.stamped')]);
    expect(sent.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', type: 'ACTIVITY_TYPE_CREATE_WALLET' });
  });

  it('is not sent without a stamp, and not stamped after a change', async () => {
    await online.json(compose('Cold'));
    const unstamped = await online.run(['send', path('Cold.castellan')]);
    expect(unstamped.exitCode).toBe(2);
    expect(unstamped.stderr).toContain('The file holds a request to stamp, which this step does not take.');
    const edited = readFileSync(path('Cold.castellan'), 'utf8').replace('Cold', 'Gold');
    const { exitCode, stderr } = await offline.run([
      ...['--offline', 'stamp', offline.write('edited.castellan', edited), '--out', path('Gold.stamped')],
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('its digest does not fit its content')]);
  });
});
