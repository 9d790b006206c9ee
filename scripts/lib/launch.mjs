import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { programOf } from './fuses.mjs';
import { ROOT } from './paths.mjs';
import { exitCode } from './run.mjs';

/** Keeps Chromium's own log off the terminal, except for fatal errors. */
const QUIET = '--log-level=3';

/** Needs no display and draws nothing, not even in software. */
export const HEADLESS = ['--ozone-platform=headless', '--disable-gpu', '--disable-software-rasterizer', QUIET];

const PARENT_CHECK_MS = 500;

/**
 * The sandboxes for windows, each with its switches. Chromium prefers user namespaces to its helper.
 * The helper is better: no other program of the user can read the processes that it starts.
 */
const SANDBOXES = { helper: ['--disable-namespace-sandbox'], system: [], none: ['--no-sandbox'] };

/** @typedef {keyof typeof SANDBOXES} Sandbox */

/**
 * Chromium's own switches come first, then the app's folder, then `--`, then the app's own.
 * @param {string[]} appArguments
 * @param {{ headless: boolean, sandbox: Sandbox, platform?: string, environment?: NodeJS.ProcessEnv, folder?: string }} options
 * @returns {string[]}
 */
export function electronArguments(appArguments, { headless, sandbox, platform, environment, folder }) {
  const waylandOnly = (environment?.WAYLAND_DISPLAY ?? '') !== '' && (environment?.DISPLAY ?? '') === '';
  return [
    ...(headless && (platform ?? process.platform) === 'linux' ? HEADLESS : [QUIET]),
    ...(!headless && waylandOnly ? ['--ozone-platform=wayland'] : []),
    ...SANDBOXES[sandbox],
    folder ?? ROOT,
    '--',
    ...appArguments,
  ];
}

/** The environment for Electron: ELECTRON_RUN_AS_NODE, inherited from a test, would make it plain Node. */
export function electronEnvironment(environment = process.env) {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = environment;
  return rest;
}

/**
 * Starts Electron in this terminal and waits for it.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {string[]} args
 * @param {{ environment?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options] this
 *   process's own when absent.
 * @returns {Promise<number>} its exit code, 128 + n when signal n ended it
 */
export function runElectron(runtime, args, { environment = process.env, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(programOf(runtime), args, { stdio, env: electronEnvironment(environment) });
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

/**
 * Returns the sandbox for this user's windows. On Linux that is Chromium's helper (owned by root, with the setuid bit) or
 * user namespaces.
 * @param {string} executable of the runtime
 */
export function findSandbox(executable) {
  if (process.platform !== 'linux')
    return sandboxOf({ isRoot: false, helperWorks: () => false, namespacesWork: () => true });
  // The same calls that Chromium makes. The helper writes to descriptor 7.
  // Some systems allow namespaces but refuse the mapping of user ids.
  const stdio = Array.from({ length: 8 }, () => /** @type {const} */ ('ignore'));
  const works = (/** @type {string} */ command, /** @type {string[]} */ args) =>
    spawnSync(command, args, { stdio }).status === 0;
  return sandboxOf({
    isRoot: process.getuid?.() === 0,
    helperWorks: () => works(join(dirname(executable), 'chrome-sandbox'), ['/bin/true']),
    namespacesWork: () => works('unshare', ['--user', '--map-root-user', 'true']),
  });
}

/**
 * @param {{ isRoot: boolean, helperWorks: () => boolean, namespacesWork: () => boolean }} facts
 * @returns {{ sandbox: Sandbox, obstacle?: string }} `obstacle` is why there is none
 */
export function sandboxOf({ isRoot, helperWorks, namespacesWork }) {
  if (isRoot) return { sandbox: 'none', obstacle: 'Chromium does not sandbox for root' };
  if (helperWorks()) return { sandbox: 'helper' };
  if (namespacesWork()) return { sandbox: 'system' };
  return { sandbox: 'none', obstacle: 'this system refuses user namespaces to ordinary users' };
}

/** Returns the instructions for the sandbox on a system that refuses user namespaces. @param {string} executable @returns {string[]} */
export function sandboxByHand(executable) {
  const helper = join(dirname(executable), 'chrome-sandbox');
  return [
    'Let its helper do it, with this line, then run the same command again:',
    `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  ];
}
