import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startXvfb } from './display.mjs';
import { startOf } from './lock.mjs';
import { readJson } from './npm.mjs';
import { packageIdentity } from './package-identity.mjs';
import { packageLayout } from './package-layout.mjs';
import { cacheFolder, inRoot, privateFolder, removeOwn } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { countPlaywright } from './results.mjs';
import { run } from './run.mjs';
import { runPlaywright } from './runners.mjs';

const TEST_USER = 'castellan-test';

/** With 1, a missing user is added to the machine when root runs the tests. */
const ADD_USER = 'CASTELLAN_ADD_TEST_USER';

/**
 * The number of windows tested at the same time. Each has its own display, so that none takes the focus of another.
 * One more than a small machine has cores: a window and its test use one, and more would only make each other slower.
 */
const DISPLAYS = 3;

/** The password of the test user's throw-away keyrings. It protects nothing. */
const KEYRING_PASSWORD = 'castellan-test';

/**
 * Runs the end-to-end tests: Playwright on the packaged layout, in real windows on virtual displays.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {import('./log.mjs').Log} options.log
 * @param {string[]} [options.args] Playwright's own: files, --grep ...
 * @param {string} options.report where the JSON report goes
 * @returns {Promise<number>} Playwright's exit code
 */
export async function runEndToEnd({ runtime, log, args = [], report }) {
  const user = process.getuid?.() === 0 ? await testUser() : undefined;
  const runs = privateFolder(join(cacheFolder(), 'e2e'));
  removeAbandoned(runs);
  // When root runs the tests, another user runs the app and cannot enter root's cache. The name is unpredictable.
  const folder = mkdtempSync(user === undefined ? join(runs, 'run-') : join(tmpdir(), 'castellan-e2e-'));
  writeFileSync(join(runs, `${process.pid}`), folder);
  chmodSync(folder, 0o755);
  const removeFolder = () => {
    removeOwn(folder);
    rmSync(join(runs, `${process.pid}`), { force: true });
  };
  process.once('exit', removeFolder);
  const layout = join(folder, 'app');
  await log.step('packaging the layout for the end-to-end tests', () =>
    packageLayout({ runtime, folder: layout, identity: packageIdentity(true) }),
  );
  // As an installed package has it: the way to the sandbox where user namespaces are refused.
  if (user !== undefined) chmodSync(join(layout, 'chrome-sandbox'), 0o4755);
  const homes = join(folder, 'homes');
  mkdirSync(homes, { mode: 0o755 });
  const launcher = join(folder, 'launch');
  writeFileSync(launcher, launcherScript({ executable: join(layout, 'castellan'), homes, user }));
  chmodSync(launcher, 0o755);
  const displays = await Promise.all(Array.from({ length: DISPLAYS }, startXvfb));
  try {
    return await runPlaywright('test/tools/playwright.config.ts', {
      report,
      // The pictures of the documents are of the older runtime, which draws letters in its own way.
      args: runtime.kind === 'floor' ? args : ['--ignore-snapshots', ...args],
      environment: {
        WAYLAND_DISPLAY: '',
        CASTELLAN_E2E_DISPLAYS: displays.map(({ display }) => display).join(' '),
        CASTELLAN_E2E_EXECUTABLE: launcher,
        CASTELLAN_E2E_HOME: homes,
        CASTELLAN_E2E_LAYOUT: layout,
      },
    });
  } finally {
    for (const { stop } of displays) stop();
    removeFolder();
  }
}

/** The folders of tests in windows, by the project of Playwright that runs them. */
export const WINDOW_TESTS = { jobs: 'test/e2e', windows: 'test/windows' };

/**
 * Runs the tests of one project in windows, or writes a line for each file of it that says why it is skipped.
 * @param {keyof typeof WINDOW_TESTS} project
 * @param {Omit<Parameters<typeof runEndToEnd>[0], 'args'>} options
 * @returns {Promise<import('./results.mjs').Count>}
 */
export async function testWindows(project, options) {
  const { log, report } = options;
  const folder = WINDOW_TESTS[project];
  const obstacle = endToEndObstacle();
  if (obstacle !== undefined) {
    const files = readdirSync(inRoot(folder)).filter((name) => name.endsWith('.spec.ts'));
    for (const name of files) log.line(`castellan: skipped ${folder}/${name}: ${obstacle}`);
    return { passed: 0, failed: 0, skipped: files.length, faults: [] };
  }
  log.line(`castellan: ${folder} on the packaged layout (Playwright)`);
  const code = await runEndToEnd({ ...options, args: [`--project=${project}`] });
  return countPlaywright(readJson(report), code);
}

/**
 * Returns why no window can be tested here, or undefined. Root needs an ordinary user for the tests, added only on request.
 * @param {{ isRoot: boolean, hasUser: boolean, environment: NodeJS.ProcessEnv }} [facts]
 * @returns {string | undefined}
 */
export function endToEndObstacle({ isRoot, hasUser, environment } = factsHere()) {
  if (!isRoot || hasUser || environment[ADD_USER] === '1') return undefined;
  return `root has the tested windows run by the user ${TEST_USER}, who is not there; ${ADD_USER}=1 has that user added`;
}

const factsHere = () => ({
  isRoot: process.getuid?.() === 0,
  hasUser: spawnSync('id', ['-u', TEST_USER]).status === 0,
  environment: process.env,
});

/** The ordinary user who runs the app when root runs the tests. @returns {Promise<string>} @throws {SetupProblem} */
async function testUser() {
  const obstacle = endToEndObstacle();
  if (obstacle !== undefined) throw new SetupProblem(`The end-to-end tests were not run: ${obstacle}.`);
  if (factsHere().hasUser) return TEST_USER;
  await run('useradd', ['--create-home', '--user-group', '--shell', '/usr/sbin/nologin', TEST_USER], {
    what: `Making the user ${TEST_USER}, who runs the tested app,`,
  });
  if (spawnSync('id', ['-u', TEST_USER]).status !== 0)
    throw new SetupProblem(`The user ${TEST_USER} could not be made.`);
  return TEST_USER;
}

/** Folders of test runs that were killed: each run notes its own under its process id. @param {string} runs */
function removeAbandoned(runs) {
  for (const pid of readdirSync(runs).filter((name) => /^\d+$/.test(name))) {
    if (startOf(Number(pid)) !== undefined) continue;
    removeOwn(readFileSync(join(runs, pid), 'utf8'));
    rmSync(join(runs, pid));
  }
}

/**
 * Returns the shell script that Playwright starts in place of the app, and that finally execs the app.
 * It runs as an ordinary user, so that Chromium's sandbox is on, as for operators.
 * It opens its own D-Bus session with a real gnome-keyring.
 *
 * It reads HOME, which it uses only below `homes`.
 * CASTELLAN_E2E_KEYRING is `unlocked` (when absent), `locked`, or `none` for a machine without any keychain service.
 * A keyring is locked only when a run with the same HOME made it before.
 * @param {object} options
 * @param {string} options.executable of the packaged layout.
 * @param {string} options.homes folder in which tests make their home folders.
 * @param {string | undefined} options.user to become, when root runs the tests
 * @returns {string}
 */
export function launcherScript({ executable, homes, user }) {
  return `#!/bin/sh
set -eu
stage=\${CASTELLAN_E2E_STAGE:-user}
keyring=\${CASTELLAN_E2E_KEYRING:-unlocked}

if [ "$stage" = user ]; then
  case "$HOME" in ${quote(homes)}/*) ;; *) HOME=${quote(homes)}/default ;; esac
  XDG_RUNTIME_DIR="$HOME/.runtime"
  mkdir -p "$XDG_RUNTIME_DIR"
  chmod 700 "$XDG_RUNTIME_DIR"
  unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_CURRENT_DESKTOP GNOME_KEYRING_CONTROL
  export HOME XDG_RUNTIME_DIR CASTELLAN_E2E_STAGE=session
  ${user === undefined ? 'exec "$0" "$@"' : becomeUser(user)}
fi

if [ "$stage" = session ] && [ "$keyring" != none ]; then
  export CASTELLAN_E2E_STAGE=app
  # With a display, a locked keyring asks for its password in a window that nobody answers.
  [ "$keyring" != locked ] || { export CASTELLAN_E2E_DISPLAY="\${DISPLAY:-}"; unset DISPLAY; }
  exec dbus-run-session -- "$0" "$@"
fi

[ -z "\${CASTELLAN_E2E_DISPLAY:-}" ] || export DISPLAY="$CASTELLAN_E2E_DISPLAY"
case "$keyring" in
  none) export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent ;;
  locked) gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1 ;;
  *) printf %s ${quote(KEYRING_PASSWORD)} | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1 ;;
esac
unset CASTELLAN_E2E_STAGE CASTELLAN_E2E_KEYRING CASTELLAN_E2E_DISPLAY
exec ${quote(executable)} "$@"
`;
}

/** @param {string} user */
const becomeUser = (user) => `chown -R ${quote(user)} "$HOME"
  export USER=${quote(user)} LOGNAME=${quote(user)}
  exec setpriv --reuid=${quote(user)} --regid=${quote(user)} --init-groups -- "$0" "$@"`;

/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
