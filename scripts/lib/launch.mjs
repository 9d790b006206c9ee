import { spawn } from 'node:child_process';
import { programOf } from './fuses.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { exitCode } from './run.mjs';

/** The script that also starts an installed copy on Linux. It finds the sandbox and knows Chromium's switches. */
const LAUNCHER = inRoot('resources/linux/launch');

const PARENT_CHECK_MS = 500;

/**
 * Returns the command that starts the program of a checkout.
 * @param {string} program
 * @param {'window' | 'command'} mode
 * @param {readonly string[]} words Castellan's own arguments.
 * @param {{ platform?: string, app?: string }} [options] `app`: folder of the application, the checkout when absent.
 * @returns {[file: string, ...args: string[]]}
 */
export function launchCommand(program, mode, words, { platform = process.platform, app = ROOT } = {}) {
  if (platform === 'linux') return ['sh', LAUNCHER, program, app, mode, ...words];
  return [program, '--log-level=3', app, '--', ...(mode === 'command' ? ['cli'] : []), ...words];
}

/** The environment for Electron: ELECTRON_RUN_AS_NODE, inherited from a test, would make it plain Node. */
export function electronEnvironment(environment = process.env) {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = environment;
  return rest;
}

/**
 * Starts Castellan in this terminal and waits for it.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {'window' | 'command'} mode
 * @param {readonly string[]} words
 * @param {{ app?: string, environment?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 *   `environment` and `stdio`: this process's own when absent.
 * @returns {Promise<number>} its exit code, 128 + n when signal n ended it
 */
export function launch(runtime, mode, words, { environment = process.env, stdio = 'inherit', ...options } = {}) {
  return new Promise((resolve, reject) => {
    const [file, ...args] = launchCommand(programOf(runtime), mode, words, options);
    const child = spawn(file, args, { stdio, env: electronEnvironment(environment) });
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
      // From a terminal, Ctrl-C reaches the whole group: passing it on would interrupt twice.
      process.on(signal, () => {
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      });
    }
    whenNpmEnds(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Runs `action` when npm ends. npm runs a script through a shell that dies of a signal without passing it on.
 * This process then loses its parent and must not stay behind. Started without npm, it may outlive its shell.
 * @param {() => void} action
 */
function whenNpmEnds(action) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, PARENT_CHECK_MS);
  timer.unref();
}
