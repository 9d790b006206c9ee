import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { newUserKey, type Service, Workstation } from './support.ts';

const KEY = 'node-key-5f1c9ab7';
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const workstation = new Workstation();
const user = newUserKey();
let service: Service | undefined;
let node: Server | undefined;
/** The path and the login of each request to the node. */
const asked: [path: string | undefined, login: string | undefined][] = [];
let chain = '0x1';
const balance = [
  'call',
  'get_nonces',
  '--profile',
  'desk',
  '--json',
  JSON.stringify({ address: ADDRESS, caip2: 'eip155:1' }),
];

afterEach(async () => {
  await service?.stop();
  asked.length = 0;
});
afterAll(async () => {
  node?.close();
  await workstation.close();
});

it('asks the node that --rpc names, with its login, and repeats its address nowhere', async () => {
  node = createServer((request, response) => {
    asked.push([request.url, request.headers.authorization]);
    void (async () => {
      const { id, method } = JSON.parse((await request.toArray()).join('')) as { id: number; method: string };
      const result = method === 'eth_chainId' ? chain : '0x7';
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    })();
  });
  await once(node.listen(0, '127.0.0.1'), 'listening');
  const { port } = node.address() as AddressInfo;
  const endpoint = `eip155:1=http://desk:p%40ss@127.0.0.1:${port}/v1/${KEY}`;
  service = await workstation.serveFor(user, '--rpc', endpoint);
  await workstation.connect(service, user);

  expect(await workstation.json(balance)).toEqual({ nonce: '7' });
  const login = `Basic ${Buffer.from('desk:p@ss').toString('base64')}`;
  // It knows no batches: both at once, then of which chain it is, then the nonce.
  expect(asked).toEqual(Array(3).fill([`/v1/${KEY}`, login]));

  chain = '0x5';
  node.closeAllConnections();
  node.close();
  const gone = await workstation.run(balance);
  expect(gone.exitCode).toBe(1);
  expect(gone.stderr).toContain('the node of eip155:1 cannot be used: it did not answer');
  node = createServer((_request, response) => {
    response.end('{"jsonrpc":"2.0","id":0,"result":"0x5"}');
  });
  await once(node.listen(port, '127.0.0.1'), 'listening');
  const wrong = await workstation.run(balance);
  expect(wrong.stderr).toContain('it is a node of eip155:5');

  const { stdout, stderr } = await service.stop();
  const files = filesBelow(workstation.home);
  expect(files.some((text) => text.includes('endpoint 1 of eip155:1'))).toBe(true);
  for (const text of [stdout, stderr, gone.stderr, wrong.stderr, ...files]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('p@ss');
  }
});

it('reports an unusable endpoint and starts nothing', async () => {
  const refused = await workstation.run(['serve', '--rpc', `eip155:1=http://node.test/${KEY}`]);
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('begins with http://, which is for nodes on this machine; write https://');
  expect(refused.stderr).not.toContain(KEY);
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'));
}
