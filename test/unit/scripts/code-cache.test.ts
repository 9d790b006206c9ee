import { existsSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeCodeCaches } from '../../../scripts/lib/code-cache.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const started = vi.hoisted((): { userData: string; existed: boolean }[] => []);

vi.mock('../../../scripts/lib/run.mjs', () => ({
  run: async (_file: string, args: readonly string[]) => {
    const userData = args.find((each) => each.startsWith('--user-data-dir='))?.split('=')[1] ?? '';
    started.push({ userData, existed: existsSync(userData) });
  },
}));

beforeEach(() => void started.splice(0));

it('gives Electron a folder for its own files, and removes it', async () => {
  const runtime = { executable: '/nowhere/electron' } as Parameters<typeof makeCodeCaches>[0];
  await makeCodeCaches(runtime, temporaryFolder(), () => {});
  expect(started).toHaveLength(2);
  for (const { userData, existed } of started) expect([existed, existsSync(userData)]).toEqual([true, false]);
});
