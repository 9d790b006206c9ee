import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../shared/operations/index.ts';
import { findSecrets, newUserKey, type Service, Workstation } from '../contract/cli/support.ts';

const workstation = new Workstation();
const user = newUserKey();
const data = join(workstation.folder, 'data');
let service: Service;
let taken: Server;

beforeAll(async () => {
  service = await workstation.serveFor(user, '--data', data);
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  await workstation.close();
});

const takenPort = () => String((taken.address() as { port: number }).port);
const serving = (...args: string[]) => workstation.run(['serve', ...args]);
const init = () => ['--init', join(workstation.folder, 'init.json')];

describe('castellan serve refuses', () => {
  it.each(['--port', '--auth-port'])('a %s that is in use, naming it', async (option) => {
    const { exitCode, stdout, stderr } = await serving(
      option,
      takenPort(),
      '--data',
      join(workstation.folder, 'other'),
      ...init(),
    );
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('(PORT_IN_USE)');
    expect(stderr).toContain(takenPort());
  });

  it('a folder that another service uses', async () => {
    const { exitCode, stdout, stderr } = await serving('--data', data);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('(DATABASE_IN_USE)');
  });

  it('a folder with no organization and no init file', async () => {
    const { exitCode, stdout, stderr } = await serving('--data', join(workstation.folder, 'empty'));
    expect(exitCode).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('--init');
  });

  it('a wrong passphrase, and changes nothing', async () => {
    await service.stop();
    const environment = { CASTELLAN_PASSPHRASE_FILE: workstation.write('wrong', 'another one\n') };
    const { exitCode, stdout, stderr } = await workstation.run(['serve', '--data', data], { environment });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('(PASSPHRASE_WRONG)');
    service = await workstation.serve(['--data', data]);
  });
});

it('a killed service restarts with every answered activity', async () => {
  await workstation.connect(service, user);
  const json = JSON.stringify({ walletName: 'Kept', accounts: [] });
  const { activity } = await workstation.json<{ activity: Activity }>(['call', 'create_wallet', '--json', json]);
  await service.kill();
  const { baseUrl } = service.ready;
  service = await workstation.serve(['--data', data, '--port', new URL(baseUrl).port]);
  const found = await workstation.json<{ activity: Activity }>([
    'call',
    'get_activity',
    '--json',
    JSON.stringify({ activityId: activity.id }),
  ]);
  expect(found.activity).toEqual(activity);
});

it('no command printed a secret', () => {
  expect(
    findSecrets(workstation.printed, [Buffer.from(user.privateKey, 'hex'), Buffer.from(workstation.passphrase)]),
  ).toEqual([]);
});
