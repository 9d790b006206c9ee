import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUserKey, type Service, Workstation } from '../contract/cli/support.ts';
import {
  AUTHORITY,
  ELDER_AUTHORITY,
  EXPIRED_SERVER,
  INTERMEDIATE,
  OTHER_AUTHORITY,
  SERVER,
  SERVER_KEY,
} from '../unit/main/certificates.ts';
import { type AnvilNode, anvilMissing, startAnvil } from './anvil-node.ts';

const CHAIN = 'eip155:1';
const KEY = 'node-key-77d0c3e1';
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NONCES = JSON.stringify({ address: ADDRESS, caip2: CHAIN, nonce: true });
const missing = anvilMissing();
const CURRENT = { cert: `${SERVER}\n${INTERMEDIATE}`, key: SERVER_KEY };

/**
 * A real node stands behind a proxy, and only the proxy can resolve its name. Its certificate is from an authority of
 * its own.
 */
describe.skipIf(missing !== null)(`a real node behind a proxy${missing === null ? '' : ` SKIPPED: ${missing}`}`, () => {
  const user = newUserKey();
  const servers: Server[] = [];
  /** The hosts that the proxy was asked to connect to, and the paths that the node was asked for. */
  const connected: (string | undefined)[] = [];
  const asked = new Set<string | undefined>();
  let login: string | null = null;
  let node: AnvilNode;
  let tls: TlsServer;
  let workstation: Workstation;
  let service: Service | undefined;
  let environment: Record<string, string>;

  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  beforeAll(async () => {
    node = await startAnvil('--chain-id', '1', '--accounts', '1');
    await node.call('anvil_setNonce', ADDRESS, '0x9');
    tls = createTlsServer(CURRENT, (incoming, response) => {
      asked.add(incoming.url);
      const { 'content-type': type = '' } = incoming.headers;
      const onward = request(node.url, { method: 'POST', headers: { 'content-type': type } }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' });
        answer.pipe(response);
      });
      incoming.pipe(onward);
    });
    const secured = await listen(tls);
    const proxy = await listen(
      createServer().on('connect', ({ url, headers }, socket) => {
        const given = headers['proxy-authorization'];
        if (login !== null && given !== `Basic ${Buffer.from(login).toString('base64')}`)
          return void socket.end(
            'HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\r\n',
          );
        connected.push(url);
        const onward = connect(secured, '127.0.0.1', () => {
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
    };
  });
  beforeEach(async () => {
    workstation = new Workstation();
    await workstation.useKeychain();
    connected.length = 0;
    asked.clear();
    login = null;
    tls.setSecureContext(CURRENT);
  });
  afterEach(async () => {
    await service?.stop();
    await workstation.close();
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await node?.end();
  });

  /** Starts the service with the node, has it asked, and looks for the key of its address in all that was written. */
  const ask = async (more: Record<string, string>, host = 'custody.test') => {
    const init = {
      organizationName: 'Treasury',
      rootUsers: [
        {
          userName: 'Operator',
          apiKeys: [{ apiKeyName: 'Key', publicKey: user.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        },
      ],
    };
    const file = workstation.write('init.json', JSON.stringify(init));
    const endpoint = `${CHAIN}=https://${host}/v1/${KEY}`;
    service = await workstation.serve(['--init', file, '--rpc', endpoint], { ...environment, ...more });
    await workstation.connect(service, user);
    const answer = await workstation.run(['call', 'get_nonces', '--profile', 'desk', '--json', NONCES]);
    const { stdout, stderr } = await service.stop();
    for (const text of [stdout, stderr, answer.stdout, answer.stderr, ...filesBelow(workstation.home)])
      expect(text).not.toContain(KEY);
    return answer;
  };
  const authority = (pem: string) => ({ SSL_CERT_FILE: workstation.write('authority.pem', pem) });

  it('is reached through the environment’s proxy and trusted by its authority', async () => {
    const { stdout, stderr } = await ask(authority(AUTHORITY));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ nonce: '9' });
    expect(new Set(connected)).toEqual(new Set(['custody.test:443']));
    expect([...asked]).toEqual([`/v1/${KEY}`]);
  });

  it('is reached through a proxy with authentication', async () => {
    login = 'desk:p@ss word';
    const named = environment.HTTPS_PROXY ?? '';
    const { stdout } = await ask({
      ...authority(AUTHORITY),
      HTTPS_PROXY: named.replace('//', '//desk:p%40ss%20word@'),
    });
    expect(JSON.parse(stdout)).toEqual({ nonce: '9' });
  });

  it.each([
    ['whose authority is not named', OTHER_AUTHORITY, 'custody.test', 'name a PEM file with it in SSL_CERT_FILE'],
    ['that is for another name', AUTHORITY, 'other.test', 'for another name; use the address'],
    ['that has expired', ELDER_AUTHORITY, 'custody.test', 'has expired or is not valid yet; have it renewed'],
  ])('gets no request when it shows a certificate %s, and the error gives advice', async (_what, pem, host, says) => {
    if (pem === ELDER_AUTHORITY) tls.setSecureContext({ cert: EXPIRED_SERVER, key: SERVER_KEY });
    const { exitCode, stderr } = await ask(authority(pem), host);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`the node of ${CHAIN} cannot be used: its certificate`);
    expect(stderr).toContain(says);
    expect([...asked]).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
}
