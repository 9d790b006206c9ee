import { inRoot, ROOT } from './paths.mjs';
import { runForCode } from './run.mjs';

/**
 * Runs vitest inside Electron's own Node, so that the tests use the Node, the BoringSSL and the native modules of the app.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {string[]} args file filters and vitest's own options
 * @returns {Promise<number>} the exit code
 */
export async function runVitest(runtime, args) {
  const config = inRoot('test/tools/vitest.config.ts');
  const { code } = await runForCode(
    runtime.executable,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_OVERRIDE_DIST_PATH: runtime.folder },
      inherit: true,
    },
  );
  return code;
}
