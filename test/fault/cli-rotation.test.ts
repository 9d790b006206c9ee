import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CredentialRow } from '../../shared/model/index.ts';
import { newUserKey, type Running, type Service, Workstation } from '../contract/cli/support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;
let line: Server;
/** The request at whose answer the command is killed, and how often it is to pass before. */
let deadly: { readonly path: string; passing: number } | null = null;
let running: Running | null = null;

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
      if (request.url?.endsWith(deadly?.path ?? ' ') === true && deadly !== null) {
        deadly.passing -= 1;
        if (deadly.passing < 0) {
          deadly = null;
          running?.kill();
          return response.destroy();
        }
      }
      response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(body);
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

const keys = async () => (await workstation.json<{ credentials: CredentialRow[] }>(['key', 'list'])).credentials;

it.each([
  ['before anything is registered', '/query/whoami', 0],
  ['when the new key was registered and nobody heard of it', '/submit/create_api_keys', 0],
  ['when the new key was proven', '/query/whoami', 1],
  ['when the old key was deleted and nobody heard of it', '/submit/delete_api_keys', 0],
])(
  'a rotation that is killed %s leaves a key that the service takes, and is gone on with',
  async (_when, path, passing) => {
    const [old] = await keys();
    const id = old?.credentialId ?? '';
    deadly = { path, passing };
    running = workstation.start(['key', 'rotate', id]);
    const { exitCode } = await running.ended;
    running = null;
    expect([exitCode, deadly]).toEqual([null, null]);
    expect(await workstation.json(['call', 'whoami'])).toMatchObject({ username: 'Operator' });
    await workstation.json(['key', 'rotate', id]);
    const left = await keys();
    expect(left).toMatchObject([{ retired: false, replaces: null }]);
    expect(left[0]?.publicKey).not.toBe(old?.publicKey);
    const { apiKeys } = await workstation.json<{ apiKeys: { credential: { publicKey: string } }[] }>([
      ...['call', 'get_api_keys'],
    ]);
    expect(apiKeys.map(({ credential }) => credential.publicKey)).toEqual([left[0]?.publicKey]);
    expect(await workstation.json(['request', 'list'])).toEqual({ requests: [] });
  },
);
