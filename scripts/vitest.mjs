import { spawnSync } from 'node:child_process';
const run = spawnSync('/tmp/castellan/floor/electron', ['node_modules/vitest/vitest.mjs', 'run', '-c', 'test/tools/vitest.config.ts', ...process.argv.slice(2)], { stdio: 'inherit', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
process.exit(run.status ?? 1);
