import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnsettledRequest } from '../../shared/model/index.ts';
import type { Activity } from '../../shared/operations/index.ts';
import { findSecrets, newUserKey, type Service, Workstation } from '../contract/cli/support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;
let line: Server;
/** What the line between workstation and service does with a reply: hand it over, cut the connection, or hold it back. */
let mode: 'whole' | 'cut' | 'held';
let arrived: () => void;

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  line = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = { 'Content-Type': 'application/json', 'X-Stamp': String(request.headers['x-stamp']) };
      const url = `${service.ready.baseUrl}${request.url}`;
      const reply = await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
      const body = await reply.text();
      arrived();
      if (mode === 'cut') return response.destroy();
      if (mode === 'whole') response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  await workstation.connect({ ...service, ready: { ...service.ready, baseUrl: `http://127.0.0.1:${port}` } }, user);
});
afterAll(async () => {
  line.closeAllConnections();
  line.close();
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
  it('fails, says how to settle it, and is settled by the same bytes, never a second activity', async () => {
    mode = 'cut';
    const { exitCode, stdout, stderr } = await workstation.run(creating('Lost answer'));
    expect([exitCode, stdout]).toEqual([3, '']);
    const { requests } = await unsettled();
    expect(stderr).toContain(`\`castellan request settle ${requests[0]?.requestId}\``);
    mode = 'whole';
    await expectToSettle('Lost answer');
  });

  it('is not forgotten when the operator presses Ctrl-C while waiting for it', async () => {
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

it('none of it printed a secret', () => {
  const secrets = [Buffer.from(user.privateKey, 'hex')];
  expect(findSecrets(workstation.printed, secrets)).toEqual([]);
});
