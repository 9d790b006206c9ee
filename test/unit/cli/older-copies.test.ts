import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cli, FakeEngine } from './support.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'castellan-copies-'));
  mkdirSync(join(root, 'service'));
});
afterEach(() => rmSync(root, { recursive: true }));

const service = () => join(root, 'service');
const copyAt = (folder: string, seconds: number) => {
  mkdirSync(join(folder, 'before-migration'));
  utimesSync(join(folder, 'before-migration'), seconds, seconds);
};
const listProfiles = (list: () => []) =>
  cli(['profile', 'list'], {
    engine: new FakeEngine({ paths: { root, service: service() }, profiles: { list, current: () => null } }),
  });

it('names each copy that this run made before a migration, at the start or by the service, once', async () => {
  copyAt(root, 2);
  const { stderr, exitCode } = await listProfiles(() => {
    copyAt(service(), 3);
    return [];
  });
  expect(exitCode).toBe(0);
  for (const folder of [root, service()])
    expect(stderr.split(`A copy of before is in ${join(folder, 'before-migration')}. Make a backup`)).toHaveLength(2);
});

it('does not name the copy of an earlier run', async () => {
  copyAt(root, 0);
  expect((await listProfiles(() => [])).stderr).not.toContain('before-migration');
});
