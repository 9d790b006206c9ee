import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = from('../../../../node_modules/.cache/castellan-key-copies-test');
const onLinux = process.platform === 'linux';

test.skipIf(!onLinux)(
  `a process that used a secp256k1 key and wiped it holds no copy${onLinux ? '' : ' SKIPPED: it needs Linux'}`,
  async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: from('key-copies-child.ts'),
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
      },
      ssr: { noExternal: true },
    });
    const run = spawnSync(process.execPath, [from('../../vault/process/scanner.mjs'), `${folder}/child.mjs`], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
    expect(run.stderr).toBe('');
    const { scans } = JSON.parse(run.stdout) as { scans: Record<string, { stamp: number }> };
    const copies = Object.fromEntries(Object.entries(scans).map(([command, found]) => [command, found.stamp]));
    // `open` keeps a copy on purpose: the scan must find that one.
    expect(copies).toEqual({ start: 0, import: 0, stamp: 0, open: 1, reveal: 1, forget: 0 });
  },
  90_000,
);
