import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CredentialRow } from '../../shared/model/index.ts';
import { newUserKey, type Running, type Service, Workstation } from '../contract/cli/support.ts';
import { type Line, startLine } from './line.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;
let line: Line;
/** The request whose reply kills the command, and the number of such requests that pass before it. */
let deadly: { readonly path: string; passing: number } | null = null;
let running: Running | null = null;

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  line = await startLine(service, (path) => {
    if (deadly === null || !path.endsWith(deadly.path)) return 'whole';
    deadly.passing -= 1;
    if (deadly.passing >= 0) return 'whole';
    deadly = null;
    running?.kill();
    return 'cut';
  });
  await workstation.connect(line.service, user);
});
afterAll(async () => {
  line.end();
  await workstation.close();
});

const keys = async () => (await workstation.json<{ credentials: CredentialRow[] }>(['key', 'list'])).credentials;

it.each([
  ['before anything is registered', '/query/whoami', 0],
  ['when the new key was registered and nobody heard of it', '/submit/create_api_keys', 0],
  ['when the new key was proven', '/query/whoami', 1],
  ['when the old key was deleted and nobody heard of it', '/submit/delete_api_keys', 0],
])('a rotation killed %s leaves a key that the service accepts, and resumes', async (_when, path, passing) => {
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
});
