import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnsettledRequest } from '../../shared/model/index.ts';
import type { Activity } from '../../shared/operations/index.ts';
import { findSecrets, newUserKey, type Service, Workstation } from '../contract/cli/support.ts';
import { type Fate, type Line, startLine } from './line.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;
let line: Line;
/** The fate of a reply between workstation and service: hand it over, cut the connection, or hold it back. */
let mode: Fate;
let arrived: () => void;

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  line = await startLine(service, () => {
    arrived();
    return mode;
  });
  await workstation.connect(line.service, user);
});
afterAll(async () => {
  line.end();
  await workstation.close();
});

beforeEach(() => {
  mode = 'whole';
  arrived = () => {};
});

const creating = (walletName: string) => [
  'call',
  'create_wallet',
  '--json',
  JSON.stringify({ walletName, accounts: [] }),
];
const unsettled = () => workstation.json<{ requests: UnsettledRequest[] }>(['request', 'list']);

/** Settles the one open request and shows that the service has exactly one activity for it. */
async function expectToSettle(walletName: string): Promise<void> {
  const { requests } = await unsettled();
  expect(requests).toMatchObject([{ operation: 'create_wallet', state: 'sent', profile: 'desk' }]);
  const requestId = requests[0]?.requestId ?? '';
  const { activity } = await workstation.json<{ activity: Activity }>(['request', 'settle', requestId]);
  expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', fingerprint: requests[0]?.fingerprint });
  expect((await unsettled()).requests).toEqual([]);
  const { activities } = await workstation.json<{ activities: Activity[] }>(['call', 'list_activities']);
  const made = activities.filter(({ intent }) => JSON.stringify(intent).includes(walletName));
  expect(made.map(({ id }) => id)).toEqual([activity.id]);
}

describe('a request that the service took and whose answer was lost', () => {
  it('fails with advice, and is settled by the same bytes without a second activity', async () => {
    mode = 'cut';
    const { exitCode, stdout, stderr } = await workstation.run(creating('Lost answer'));
    expect([exitCode, stdout]).toEqual([3, '']);
    const { requests } = await unsettled();
    expect(stderr).toContain(`\`castellan request settle ${requests[0]?.requestId}\``);
    mode = 'whole';
    await expectToSettle('Lost answer');
  });

  it('stays open when the operator presses Ctrl-C', async () => {
    mode = 'held';
    const taken = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const call = workstation.start(creating('Interrupted'));
    await taken;
    call.interrupt();
    const { exitCode, stdout, stderr } = await call.ended;
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain('The request may have reached the service.');
    mode = 'whole';
    await expectToSettle('Interrupted');
  });
});

it('no command printed a secret', () => {
  const secrets = [Buffer.from(user.privateKey, 'hex')];
  expect(findSecrets(workstation.printed, secrets)).toEqual([]);
});
