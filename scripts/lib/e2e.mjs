import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launcherScript } from './e2e-launcher.mjs';
import { packageLayout } from './package-layout.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { startOf } from './process-identity.mjs';
import { run, runForCode } from './run.mjs';
import { startXvfb } from './xvfb.mjs';

const TEST_USER = 'castellan-test';

const FOLDER_PREFIX = 'castellan-e2e-';

/**
 * Runs the end-to-end tests: Playwright on the packaged layout, in real windows on a virtual display.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {import('./log.mjs').Log} options.log
 * @param {string[]} [options.args] Playwright's own: files, --grep ...
 * @param {string} options.report where the JSON report goes
 * @returns {Promise<number>} Playwright's exit code
 */
export async function runEndToEnd({ runtime, log, args = [], report }) {
  const user = process.getuid?.() === 0 ? await testUser() : undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const layout = join(folder, 'app');
  await log.step('packaging the layout for the end-to-end tests', () =>
    packageLayout({ runtime, folder: layout, testLayout: true }),
  );
  // As an installed package has it: the way to the sandbox where user namespaces are refused.
  if (user !== undefined) chmodSync(join(layout, 'chrome-sandbox'), 0o4755);
  const homes = join(folder, 'homes');
  mkdirSync(homes, { mode: 0o755 });
  const launcher = join(folder, 'launch');
  writeFileSync(launcher, launcherScript({ executable: join(layout, 'castellan'), homes, user }));
  chmodSync(launcher, 0o755);
  const xvfb = await startXvfb();
  try {
    const { code } = await runForCode(
      process.execPath,
      [
        inRoot('node_modules/playwright/cli.js'),
        'test',
        '--config',
        inRoot('test/tools/playwright.config.ts'),
        ...args,
      ],
      {
        cwd: ROOT,
        inherit: true,
        env: {
          ...process.env,
          DISPLAY: xvfb.display,
          WAYLAND_DISPLAY: '',
          CASTELLAN_E2E_EXECUTABLE: launcher,
          CASTELLAN_E2E_HOME: homes,
          CASTELLAN_E2E_LAYOUT: layout,
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
      },
    );
    return code;
  } finally {
    xvfb.stop();
    removeFolder();
  }
}

/** The ordinary user who runs the app when root runs the tests. @returns {Promise<string>} */
async function testUser() {
  if (spawnSync('id', ['-u', TEST_USER]).status === 0) return TEST_USER;
  await run('useradd', ['--create-home', '--user-group', '--shell', '/usr/sbin/nologin', TEST_USER], {
    what: `Making the user ${TEST_USER}, who runs the tested app,`,
  });
  if (spawnSync('id', ['-u', TEST_USER]).status !== 0)
    throw new SetupProblem(`The user ${TEST_USER} could not be made.`);
  return TEST_USER;
}

/** Folders of test runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && startOf(Number(pid)) === undefined) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}
