import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUserKey, type Service, type UserKey, Workstation } from '../contract/cli/support.ts';
import { clientOf } from '../contract/start-service.ts';

const workstation = new Workstation();
const users = { here: newUserKey(), there: newUserKey(), board: newUserKey(), second: newUserKey() };
const services: Record<string, Service> = {};

interface Moved {
  readonly moved: readonly {
    readonly name: string;
    readonly state: string;
    readonly compared: number;
    readonly waiting: { readonly step: string; readonly profile: string; readonly activityId: string } | null;
  }[];
}

const folderOf = (name: string) => join(workstation.folder, name);
const apiKeysOf = ({ publicKey }: UserKey) => [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }];

beforeAll(async () => {
  await workstation.useKeychain();
  for (const name of ['here', 'there'] as const) {
    services[name] = await workstation.serveFor(users[name], '--data', folderOf(name));
    await workstation.connect(services[name], users[name], name);
  }
  await workstation.json(['profile', 'use', 'here']);
});
afterAll(() => workstation.close());

const call = <Value>(profile: string, operation: string, request: object) =>
  workstation.json<Value>(['call', operation, '--profile', profile, '-'], { stdin: JSON.stringify(request) });
const create = (walletName: string) => call('here', 'create_wallet', { walletName, accounts: [account] });
const namesAt = async (profile: string) =>
  (await call<{ wallets: { walletName: string }[] }>(profile, 'list_wallets', {})).wallets.map(
    (each) => each.walletName,
  );
const openRequests = () => workstation.json<{ requests: object[] }>(['request', 'list']);

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

describe('a move that is killed', () => {
  it('resumes with the same command after each step, and moves the wallet once', async () => {
    await create('Killed');
    const command = ['move', 'Killed', '--to', 'there'];
    for (const step of ['Start wallet import', 'Export wallet', 'Import wallet']) {
      const running = workstation.start(command);
      await running.says(step);
      running.kill();
      await running.ended;
    }
    const { moved } = await workstation.json<Moved>(command);
    expect(moved).toMatchObject([{ name: 'Killed', state: 'moved', compared: 1 }]);
    expect(await namesAt('there')).toEqual(['Killed']);
    expect(await namesAt('here')).toEqual(['Killed']);
    expect((await openRequests()).requests).toEqual([]);
  });
});

describe('a move whose target goes away', () => {
  it('ends with an error, and resumes when the target is reachable again', async () => {
    await create('Cut');
    const command = ['move', 'Cut', '--to', 'there'];
    const running = workstation.start(command);
    await running.says('Export wallet');
    await services.there?.kill();
    const { exitCode, stderr } = await running.ended;
    expect([exitCode === 0, stderr]).toEqual([false, expect.stringMatching(/did not answer|not sent|unreachable/i)]);

    const port = new URL(services.there?.ready.baseUrl ?? '').port;
    services.there = await workstation.serve(['--data', folderOf('there'), '--port', port]);
    const { moved } = await workstation.json<Moved>(command);
    expect(moved).toMatchObject([{ name: 'Cut', state: 'moved', compared: 1 }]);
    expect(await namesAt('there')).toEqual(['Killed', 'Cut']);
    expect((await openRequests()).requests).toEqual([]);
  });
});

describe('a move that others vote on', () => {
  it('ends with exit code 3 at each vote, and resumes with the same command', async () => {
    const rootUsers = (['board', 'second'] as const).map((name) => ({
      userName: name,
      apiKeys: apiKeysOf(users[name]),
    }));
    const init = { organizationName: 'Board', rootUsers, rootQuorumThreshold: 2 };
    const file = workstation.write('board.json', JSON.stringify(init));
    const service = await workstation.serve(['--init', file, '--data', folderOf('board')]);
    await workstation.connect(service, users.board, 'board');
    await workstation.json(['profile', 'use', 'here']);
    await create('Voted');
    const { organizationId, baseUrl } = service.ready;
    const second = clientOf(baseUrl, users.second);
    const command = ['move', 'Voted', '--to', 'board'];
    for (const step of ['start', 'import']) {
      // The second run finds the same activity, and asks for no other.
      const runs = [await workstation.run(command), await workstation.run(command)];
      const [waiting, again] = runs.map(({ stdout }) => (JSON.parse(stdout) as Moved).moved[0]?.waiting);
      expect(runs.map(({ exitCode }) => exitCode)).toEqual([3, 3]);
      expect(runs[0]?.stderr).toContain('Run the same command again after it is finished.');
      expect([waiting, waiting]).toEqual([again, expect.objectContaining({ step, profile: 'board' })]);
      const { activity } = await second.getActivity({ organizationId, activityId: waiting?.activityId ?? '' });
      await second.approveActivity({
        type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: { fingerprint: activity.fingerprint },
      });
    }
    const { moved } = await workstation.json<Moved>(command);
    expect(moved).toMatchObject([{ name: 'Voted', state: 'moved', compared: 1 }]);
    expect(await namesAt('board')).toEqual(['Voted']);
  });
});
