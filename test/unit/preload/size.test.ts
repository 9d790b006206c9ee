import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../../electron/preload/index.ts', import.meta.url));

/** Every page loads the preload script, and a person can review all of it. */
const MOST_BYTES = 16 * 1024;

test('the built preload is small and imports only Electron', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      write: false,
      rolldownOptions: { external: ['electron'], output: { format: 'cjs', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = output;
  expect(others).toEqual([]);
  expect(Buffer.byteLength(chunk.code)).toBeLessThanOrEqual(MOST_BYTES);
  expect([...chunk.code.matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
}, 60_000);
