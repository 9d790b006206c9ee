import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { deriveKey } from '../../../../electron/crypto/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { testKey } from '../../vault/process/test-key.mjs';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = from('../../../../node_modules/.cache/castellan-key-copies-test');
const onLinux = process.platform === 'linux';

test.skipIf(!onLinux)(
  `a process that used a secp256k1 key, derived one and wiped both holds no copy of either${onLinux ? '' : ' SKIPPED: it needs Linux'}`,
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
    const { privateKey } = deriveKey(testKey(), 'CURVE_SECP256K1', "m/44'/60'/0'/0/7");
    const wanted = hexEncode(privateKey.map((byte) => ~byte));
    const run = spawnSync(process.execPath, [from('../../vault/process/scanner.mjs'), `${folder}/child.mjs`, wanted], {
      encoding: 'utf8',
      timeout: 60_000,
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
    expect(run.stderr).toBe('');
    const { scans } = JSON.parse(run.stdout) as { scans: object };
    const none = { stamp: 0, target: 0, exported: 0, master: 0 };
    // `open` keeps a copy of each on purpose: the scan must find those.
    const kept = { ...none, stamp: 1, exported: 1 };
    expect(scans).toEqual({
      start: none,
      import: none,
      stamp: none,
      open: kept,
      mismatch: none,
      reveal: kept,
      forget: none,
      handOver: none,
    });
  },
  90_000,
);
