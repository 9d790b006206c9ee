import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** better-sqlite3 13 is a Node-API 10 addon and crashes the process on an older Node. */
const nodeApi = Number(process.versions.napi);

export default defineConfig({
  root,
  cacheDir: 'node_modules/.cache/vite',
  resolve: {
    alias: nodeApi < 10 ? [{ find: /^better-sqlite3$/, replacement: 'better-sqlite3-floor' }] : [],
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/lifted/**', '**/node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    // Generous, because it only ends what hangs: a machine that does other things too must not fail a test.
    // A long fuzz run is asked for by its number of cases; the slowest of them takes a few milliseconds.
    testTimeout: Math.max(60_000, 5 * Number(process.env.CASTELLAN_FUZZ_RUNS ?? 0)),
    hookTimeout: 60_000,
  },
});
