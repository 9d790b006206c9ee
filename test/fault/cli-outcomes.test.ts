import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnsettledRequest } from '../../shared/model/index.ts';
import { Workstation } from '../contract/cli/support.ts';

const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const MAY_HAVE = 'may have reached the service';

const workstation = new Workstation();
let server: Server;
let port = 0;
/** Handles a connection to the service. */
let behave: (socket: Socket) => void;
/** Bytes of requests that reached it. */
let received = 0;

async function listen(): Promise<void> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
}

beforeAll(async () => {
  await workstation.useKeychain();
  await listen();
  const profiles = {
    desk: `http://127.0.0.1:${port}`,
    tls: `https://127.0.0.1:${port}`,
    nowhere: 'https://no.invalid',
  };
  for (const [name, url] of Object.entries(profiles)) {
    await workstation.json(['profile', 'add', name, '--base-url', url, '--organization-id', ORGANIZATION]);
    await workstation.json(['key', 'create', '--profile', name]);
  }
});
afterAll(async () => {
  server.close();
  await workstation.close();
});

/** Reads a whole request, then answers with these bytes and hangs up. */
const answering = (text: string) => (socket: Socket) => {
  let request = '';
  socket.on('data', (chunk) => {
    received += chunk.length;
    request += chunk.toString('latin1');
    const [head = '', body] = request.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (body?.length === length) socket.end(text);
  });
};
const reply = (status: string, type: string, body: string) =>
  answering(`HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
const json = (status: string, body: object) => reply(status, 'application/json', JSON.stringify(body));

const create = async (profile: string, walletName: string) => {
  received = 0;
  const parameters = JSON.stringify({ walletName, accounts: [] });
  return workstation.run(['call', 'create_wallet', '--profile', profile, '--json', parameters]);
};
const open = async (walletName: string): Promise<UnsettledRequest | undefined> => {
  const { requests } = await workstation.json<{ requests: UnsettledRequest[] }>(['request', 'list']);
  return requests.find(({ title }) => title.includes(`“${walletName}”`));
};

describe('a request that was not sent', () => {
  const expectNotSent = async (profile: string, walletName: string) => {
    const { exitCode, stdout, stderr } = await create(profile, walletName);
    expect([exitCode, stdout, received]).toEqual([1, '', 0]);
    expect(stderr).toContain('The request did not leave this machine.');
    expect(stderr).not.toContain(MAY_HAVE);
    const row = await open(walletName);
    expect(row).toMatchObject({ state: 'prepared' });
    expect(stderr).toContain(`\`castellan request discard ${row?.requestId}\``);
    return row?.requestId ?? '';
  };

  it('because nothing listens: it is sent later with the same bytes', async () => {
    server.close();
    const requestId = await expectNotSent('desk', 'Refusing port');
    await listen();
    behave = json('400 Bad Request', { code: 3, message: 'no such thing', details: [] });
    const { exitCode, stderr } = await workstation.run(['request', 'settle', requestId]);
    expect([exitCode, received > 0]).toEqual([1, true]);
    expect(stderr).toContain('no such thing');
    expect(await open('Refusing port')).toBeUndefined();
  });

  it('because the host name does not resolve: it can be discarded, then the profile can be removed', async () => {
    const requestId = await expectNotSent('nowhere', 'Nowhere');
    expect((await workstation.run(['profile', 'remove', 'nowhere'])).stderr).toContain('unsettled requests');
    await workstation.json(['request', 'discard', requestId]);
    await workstation.json(['profile', 'remove', 'nowhere']);
  });

  it('because there is no TLS', async () => {
    behave = (socket) => void socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expectNotSent('tls', 'No TLS');
  });
});

describe('a request that the service refused', () => {
  it.each([
    [
      '400 Bad Request',
      json('400 Bad Request', { code: 3, message: 'the name is taken', details: [] }),
      'the name is taken',
    ],
    ['404 Not Found', reply('404 Not Found', 'text/html', '<h1>elsewhere</h1>'), 'HTTP 404'],
  ])('with %s is closed, and nothing of it is open', async (status, behaviour, said) => {
    behave = behaviour;
    const { exitCode, stderr } = await create('desk', status);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain(MAY_HAVE);
    expect(await open(status)).toBeUndefined();
  });
});

describe('a request whose outcome is not known', () => {
  const cut = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"activity"';
  it.each([
    ['a reset before the request was read', (socket: Socket) => void socket.resetAndDestroy()],
    ['a reset after it', (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy())],
    ['an answer cut off', answering(cut)],
    ['500', json('500 Internal Server Error', { code: 13, message: 'oops', details: [] })],
    ['503 with HTML', reply('503 Service Unavailable', 'text/html', '<h1>maintenance</h1>')],
    ['200 that is no activity', json('200 OK', { wallets: [] })],
  ])('after %s stays open and ends with 3', async (name, behaviour) => {
    behave = behaviour;
    const { exitCode, stdout, stderr } = await create('desk', name);
    expect([exitCode, stdout]).toEqual([3, '']);
    expect(stderr).toContain(MAY_HAVE);
    const row = await open(name);
    expect(row).toMatchObject({ state: 'sent' });
    expect(stderr).toContain(`\`castellan request give-up ${row?.requestId} --reason TEXT\``);
  });
});
