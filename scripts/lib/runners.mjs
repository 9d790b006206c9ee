import { inRoot, ROOT } from './paths.mjs';
import { runForCode } from './run.mjs';

/**
 * Runs vitest on a plain Node, or on Electron's own Node.
 * In Electron, the tests use the Node, the BoringSSL and the native modules of the app.
 * @param {{ executable: string, folder: string }} runtime
 * @param {string[]} args file filters and vitest's own options.
 * @param {{ config?: string, environment?: NodeJS.ProcessEnv, report?: string }} [options] `config`: path in the
 *   checkout. `report`: path of an additional JSON report.
 * @returns {Promise<number>} the exit code
 */
export async function runVitest(runtime, args, options = {}) {
  const { config = 'test/tools/vitest.config.ts', environment, report } = options;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runForCode(
    runtime.executable,
    [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      inRoot(config),
      ...(report === undefined ? [] : reporters),
      ...args,
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        ...environment,
        ...plainOutput(),
        ELECTRON_RUN_AS_NODE: '1',
        ELECTRON_OVERRIDE_DIST_PATH: runtime.folder,
      },
      inherit: true,
    },
  );
  return code;
}

/**
 * Runs Playwright's tests.
 * @param {string} config path in the checkout
 * @param {object} options
 * @param {string} options.report where the JSON report goes.
 * @param {string} [options.node] the Node to run on, by default this process's own.
 * @param {string[]} [options.args] Playwright's own: files, --grep ...
 * @param {NodeJS.ProcessEnv} [options.environment]
 * @returns {Promise<number>} the exit code
 */
export async function runPlaywright(config, { report, node = process.execPath, args = [], environment = {} }) {
  const { code } = await runForCode(
    node,
    [inRoot('node_modules/playwright/cli.js'), 'test', '--config', inRoot(config), ...args],
    {
      cwd: ROOT,
      inherit: true,
      env: { ...process.env, ...environment, ...plainOutput(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  return code;
}

/** No colour codes in a file or a pipe. @returns {NodeJS.ProcessEnv} */
const plainOutput = () => (process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' });
