import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CredentialRow } from '../../shared/model/index.ts';
import { newUserKey, type Service, Workstation } from '../contract/cli/support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
});
afterAll(() => workstation.close());

const keys = async () => {
  const { credentials } = await workstation.json<{ credentials: CredentialRow[] }>(['key', 'list']);
  return credentials.map(({ credentialId }) => credentialId);
};
const changedAt = (name: string) => statSync(join(workstation.home, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const nextChange = async (name: string, from: number, hasEnded: () => boolean) => {
  while (changedAt(name) === from && !hasEnded()) await new Promise((done) => setImmediate(done));
};

it.each([
  ['when the list of keys was changed', 'credentials.json', 0],
  ['a moment after the list of keys was changed', 'credentials.json', 8],
  ['when the log was first written', 'records.db-wal', 0],
  ['a moment after the log was first written', 'records.db-wal', 15],
  ['some moments after the log was first written', 'records.db-wal', 40],
])('a crash %s during key creation leaves a profile that stamps', async (_when, file, after) => {
  const before = await keys();
  const from = changedAt(file);
  const running = workstation.start(['key', 'create', '--profile', 'desk']);
  let hasEnded = false;
  void running.ended.then(() => {
    hasEnded = true;
  });
  await nextChange(file, from, () => hasEnded);
  await new Promise((done) => setTimeout(done, after));
  if (!hasEnded) running.kill();
  await running.ended;
  expect(await workstation.json(['call', 'whoami'])).toMatchObject({ username: 'Operator' });
  const now = await keys();
  expect(now.slice(0, before.length)).toEqual(before);
  expect(now.length - before.length).toBeLessThanOrEqual(1);
});
