import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type * as Files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { writeNewFile } from '../../electron/storage/files/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the file, then has no room for its content. */
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof Files>();
  const full = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
  return {
    ...files,
    open: async (...input: Parameters<typeof files.open>) => {
      const handle = await files.open(...input);
      return new Proxy(handle, {
        get: (target, name) => (name === 'writeFile' ? full : Reflect.get(target, name)?.bind(target)),
      });
    },
  };
});

it('writing a secret to a full disk leaves no partial file and says what to do', async () => {
  const path = join(folder, 'key.hex');
  await expect(writeNewFile(path, Uint8Array.of(1, 2, 3))).rejects.toMatchObject({
    code: 'DISK_FULL',
    message: expect.stringContaining('Make room and try again.'),
  });
  expect(existsSync(path)).toBe(false);
});
