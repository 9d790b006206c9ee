import { fileURLToPath } from 'node:url';
import type { TestProjectConfiguration, ViteUserConfig } from 'vitest/config';
import { mainInLanguages } from '../../scripts/lib/language/main.mjs';
import { LongestFirst } from './longest-first.ts';

/** better-sqlite3 13 is a Node-API 10 addon and crashes the process on an older Node. */
const nodeApi = Number(process.versions.napi);

/** Settings that all runs of vitest share. */
export const SHARED = {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: 'node_modules/.cache/vite',
  plugins: [mainInLanguages()],
  resolve: {
    alias: [
      ...(nodeApi < 10 ? [{ find: /^better-sqlite3$/, replacement: 'better-sqlite3-floor' }] : []),
      {
        find: /^@noble\/hashes\/scrypt\.js$/,
        replacement: fileURLToPath(new URL('derive-once.ts', import.meta.url)),
      },
    ],
  },
  test: {
    // As many as a small machine has cores: each loads the modules once, and the processes that tests start use the rest.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Generous, because it only ends a test that hangs: a busy machine must not fail a test. Files share modules, so a
    // timeout that a module sets holds for the first of them only.
    // A long fuzz run is requested by its number of cases. The slowest case takes a few milliseconds.
    testTimeout: Math.max(900_000, 5 * Number(process.env.CASTELLAN_FUZZ_RUNS ?? 0)),
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
} satisfies ViteUserConfig;

/** Patterns of the files that vitest runs, and of those it leaves out. */
export const INCLUDED = ['test/**/*.test.{ts,tsx}'];
export const EXCLUDED = ['test/e2e/**', 'test/lifted/**', '**/node_modules/**'];

/** Folders of tests that exchange a module or a global: each file has a process of its own. */
export const EXCHANGING = ['test/unit/main/', 'test/unit/preload/', 'test/unit/renderer/'];
const ISOLATED = [
  'test/contract/authentication/attested-at-once.test.ts',
  'test/contract/organizations/votes-at-once.test.ts',
  'test/fault/cli-full-disk.test.ts',
  'test/unit/crypto/curves/libsecp256k1.test.ts',
  'test/unit/engine/audit/audit-stores.test.ts',
  'test/unit/engine/backup/restore.test.ts',
  'test/unit/engine/vault/lost-header.test.ts',
  'test/unit/engine/vault/security-keys.test.ts',
  'test/unit/scripts/code-cache.test.ts',
  'test/unit/scripts/prepare.test.ts',
  ...EXCHANGING.map((folder) => `${folder}**/*.test.{ts,tsx}`),
];

/**
 * The suite in two projects: most files share the modules that were loaded for the files before them, which halves the time.
 * @param leftOut patterns of files that do not run
 */
export const projects = (leftOut: readonly string[] = []): TestProjectConfiguration[] => [
  {
    extends: true,
    test: { name: 'shared', isolate: false, include: INCLUDED, exclude: [...EXCLUDED, ...ISOLATED, ...leftOut] },
  },
  { extends: true, test: { name: 'isolated', include: ISOLATED, exclude: [...EXCLUDED, ...leftOut] } },
];
