import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { liftingPlugin } from '../../lifted/lift.ts';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = from('../../../node_modules/.cache/castellan-vault-process-test');

/** Root reads everything. Without this capability it is treated like the operator's own programs. */
const asOperator = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'] : [];
const canRun =
  process.platform === 'linux' && (asOperator.length === 0 || spawnSync('setpriv', ['--version']).status === 0);

interface Report {
  /** Copies of the stamp key, the target key, an exported key and a local service's master key after each step. */
  readonly scans: Record<string, Record<'stamp' | 'target' | 'exported' | 'master', number>>;
  readonly hardening: Record<string, boolean>;
  readonly hardened: string;
  readonly confined: Record<string, string>;
}

describe.skipIf(!canRun)(
  canRun
    ? 'the vault’s process, seen from outside'
    : 'the vault’s process, seen from outside SKIPPED: it needs Linux (and setpriv for root)',
  () => {
    let report: Report;

    beforeAll(async () => {
      await build({
        configFile: false,
        logLevel: 'error',
        plugins: [liftingPlugin()],
        build: {
          ssr: from('process/child.ts'),
          outDir: folder,
          emptyOutDir: true,
          rolldownOptions: { external: ['koffi'], output: { entryFileNames: 'child.mjs' } },
        },
        ssr: { noExternal: true },
      });
      const [command = '', ...args] = [
        ...asOperator,
        process.execPath,
        from('process/scanner.mjs'),
        `${folder}/child.mjs`,
      ];
      const run = spawnSync(command, args, {
        encoding: 'utf8',
        timeout: 60_000,
        env: { ELECTRON_RUN_AS_NODE: '1' },
        maxBuffer: 1024 * 1024,
      });
      if (run.status !== 0) throw new Error(`the scanner ended with ${run.status}: ${run.stderr}`);
      report = JSON.parse(run.stdout) as Report;
    }, 90_000);

    test('holds each loaded or opened key exactly once, and no copy of a forgotten key', () => {
      expect(report.scans).toEqual({
        start: { stamp: 0, target: 0, exported: 0, master: 0 },
        import: { stamp: 1, target: 1, exported: 0, master: 0 },
        stamp: { stamp: 1, target: 1, exported: 0, master: 0 },
        mismatch: { stamp: 1, target: 1, exported: 0, master: 0 },
        open: { stamp: 1, target: 1, exported: 1, master: 0 },
        reveal: { stamp: 1, target: 1, exported: 0, master: 0 },
        forget: { stamp: 0, target: 0, exported: 0, master: 0 },
        handOver: { stamp: 0, target: 0, exported: 0, master: 0 },
      });
    });

    test('cannot be read by other processes after hardening', () => {
      expect(report.hardening).toMatchObject({ notDumpable: true, noCore: true });
      expect(report.hardened).toMatch(/^E(ACCES|PERM)$/);
    });

    test('reaches no network and starts no process', () => {
      expect(Object.keys(report.confined).length).toBeGreaterThan(5);
      expect(Object.values(report.confined).filter((outcome) => outcome !== 'refused')).toEqual([]);
    });
  },
);
