import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { AUTHORITY, INTERMEDIATE, OTHER_AUTHORITY, SERVER, SERVER_KEY } from '../../unit/main/certificates.ts';
import { Workstation } from './support.ts';

/**
 * The service stands behind a proxy, and only the proxy can resolve its name. Its certificate is from an authority of
 * its own.
 */
const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const workstation = new Workstation();
const servers: Server[] = [];
/** The hosts that the proxy was asked to connect to, and the paths that the service was asked for. */
const connected: (string | undefined)[] = [];
const asked: (string | undefined)[] = [];
let refuses = false;
/** The login that the proxy requires. Null when anybody may use it. */
let login: string | null = null;
let environment: Record<string, string>;

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  await workstation.useKeychain();
  const service = await listen(
    createTlsServer({ cert: `${SERVER}\n${INTERMEDIATE}`, key: SERVER_KEY }, (request, response) => {
      asked.push(request.url);
      const { response: body } = OPERATIONS.whoami.example;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
  const proxy = await listen(
    createServer().on('connect', ({ url, headers }, socket) => {
      if (login !== null && headers['proxy-authorization'] !== `Basic ${Buffer.from(login).toString('base64')}`)
        return void socket.end(
          'HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\r\n',
        );
      connected.push(url);
      if (refuses) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      const onward = connect(service, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      for (const end of [socket, onward]) end.on('error', () => onward.destroy());
    }),
  );
  environment = {
    https_proxy: '',
    all_proxy: '',
    no_proxy: '',
    ALL_PROXY: '',
    NO_PROXY: '',
    HTTPS_PROXY: `http://127.0.0.1:${proxy}`,
    SSL_CERT_FILE: workstation.write('authority.pem', AUTHORITY),
  };
  const where = ['--base-url', 'https://custody.test', '--organization-id', ORGANIZATION];
  await workstation.json(['profile', 'add', 'desk', ...where]);
  await workstation.json(['key', 'create', '--profile', 'desk']);
});
beforeEach(() => {
  connected.length = 0;
  asked.length = 0;
  refuses = false;
  login = null;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await workstation.close();
});

const whoami = (more: Record<string, string> = {}) =>
  workstation.run(['call', 'whoami'], { environment: { ...environment, ...more } });

describe('a service elsewhere', () => {
  it('is asked through the proxy that HTTPS_PROXY names, and trusted by the authority in SSL_CERT_FILE', async () => {
    const { exitCode, stdout, stderr } = await whoami();
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(OPERATIONS.whoami.example.response);
    expect(connected).toEqual(['custody.test:443']);
    expect(asked).toEqual([OPERATIONS.whoami.path]);
  });

  it('is not believed where another authority is trusted, and gets nothing', async () => {
    const { exitCode, stderr } = await whoami({ SSL_CERT_FILE: workstation.write('other.pem', OTHER_AUTHORITY) });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('its certificate is from an authority that this machine does not trust');
    expect(stderr).toContain('SSL_CERT_FILE');
    expect(asked).toEqual([]);
  });

  it('is not asked through the proxy when NO_PROXY names it', async () => {
    const { exitCode, stderr } = await whoami({ NO_PROXY: 'localhost, .test' });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('does not know its name');
    expect(connected).toEqual([]);
  });

  it('is asked through a proxy that wants to know who asks', async () => {
    login = 'desk:p@ss word';
    const named = environment.HTTPS_PROXY ?? '';
    const known = await whoami({ HTTPS_PROXY: named.replace('//', '//desk:p%40ss%20word@') });
    expect(JSON.parse(known.stdout)).toEqual(OPERATIONS.whoami.example.response);
    expect(connected).toEqual(['custody.test:443']);
  });

  it('is not reached, and it is said why, when the proxy refuses', async () => {
    refuses = true;
    const { exitCode, stderr } = await whoami();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the proxy of this machine refused to connect to it');
    expect(asked).toEqual([]);
  });
});

it('asks a service on this machine without a proxy', async () => {
  const port = await listen(
    createServer((_request, response) =>
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"code":5,"message":"it is here","details":[]}'),
    ),
  );
  await workstation.json(['profile', 'set', 'desk', '--base-url', `http://127.0.0.1:${port}`]);
  const { stderr } = await whoami();
  expect(stderr).toContain('it is here');
  expect(connected).toEqual([]);
});
