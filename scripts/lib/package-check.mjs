import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanRootObstacle, makeCleanRoot } from './clean-root.mjs';
import { startXvfb } from './display.mjs';
import { checkInstalled } from './package-check-installed.mjs';
import { filesOf } from './package-tree.mjs';
import { cacheFolder, inRoot, ROOT } from './paths.mjs';
import { messageOf, SetupProblem } from './problem.mjs';
import { run, runForCode } from './run.mjs';

/**
 * One check: returns normally when it passed, returns the reason when it could not run, and throws when it failed.
 * @typedef {{ name: string, work: () => Promise<string | undefined> }} Check
 */

/**
 * Checks the packages in a folder: the same bytes from another folder, the tools of Debian, and an installation in a
 * clean Debian 12. Prints a line for each check, also for one that did not run.
 * @param {object} options
 * @param {string} options.folder with the packages.
 * @param {string} options.deb name of the Debian package in it.
 * @param {string[]} options.args that made them.
 * @param {import('./package-source.mjs').Source} options.source
 * @param {import('./log.mjs').Log} options.log
 * @returns {Promise<number>} the exit code: 1 when a check failed
 */
export async function checkPackages({ folder, deb, args, source, log }) {
  const path = join(folder, deb);
  const checks = [
    { name: 'two builds in two folders have the same bytes', work: () => checkSameBytes(folder, args, source) },
    ...toolChecks(path),
  ];
  let failed = 0;
  for (const check of checks) failed += await runCheck(check, log);
  failed += await inCleanRoot(path, log);
  return failed === 0 ? 0 : 1;
}

/** @param {Check} check @param {import('./log.mjs').Log} log @returns {Promise<number>} the number of failures */
async function runCheck({ name, work }, log) {
  try {
    const reason = await work();
    log.line(reason === undefined ? `castellan: passed: ${name}` : `castellan: not run: ${name}: ${reason}`);
    return 0;
  } catch (error) {
    const lines = error instanceof SetupProblem ? error.byHand : [];
    log.line([`castellan: failed: ${name}: ${messageOf(error)}`, ...lines].join('\n  '));
    return 1;
  }
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {import('./package-source.mjs').Source} source
 */
async function checkSameBytes(folder, args, { changed }) {
  if (changed) return 'the checkout has uncommitted changes';
  const other = mkdtempSync(join(cacheFolder(), 'second-build-'));
  try {
    // The checkout may belong to another user. A clone reads this permission only from a file.
    writeFileSync(join(other, 'gitconfig'), '[safe]\n\tdirectory = *\n');
    await run('git', ['clone', '--quiet', ROOT, join(other, 'castellan')], {
      env: { ...process.env, GIT_CONFIG_GLOBAL: join(other, 'gitconfig') },
    });
    const modules = ['--archive', join(ROOT, 'node_modules'), join(other, 'castellan/node_modules')];
    // Links are quick, but only within one disk.
    if ((await runForCode('cp', ['--link', ...modules])).code !== 0) await run('cp', modules);
    await run('sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, 'scripts/package.mjs', ...args], {
      cwd: join(other, 'castellan'),
      env: { ...process.env, TZ: 'Pacific/Auckland' },
      what: 'The second build',
    });
    const second = join(other, 'castellan/release');
    const different = filesOf(folder).filter(
      (name) => !readFileSync(join(folder, name)).equals(readFileSync(join(second, name))),
    );
    if (different.length > 0) throw new Error(`these files differ: ${different.join(', ')}`);
    return undefined;
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
}

/** @param {string} deb @returns {Check[]} */
function toolChecks(deb) {
  const extracted = async (/** @type {(folder: string) => Promise<void>} */ work) => {
    const folder = mkdtempSync(join(tmpdir(), 'castellan-deb-'));
    try {
      await run('dpkg-deb', ['--extract', deb, folder]);
      await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  return [
    tool('lintian', async () => {
      const output = await run('lintian', ['--allow-root', '--fail-on=error,warning', '--tag-display-limit=0', deb]);
      if (/^[EW]: /m.test(output)) throw new Error(output);
    }),
    tool('shellcheck', async () => {
      await run(
        'shellcheck',
        ['launch', 'castellan', 'postinst', 'postrm'].map((name) => inRoot('resources/linux', name)),
      );
    }),
    tool('desktop-file-validate', () =>
      extracted(async (folder) => {
        const output = await run('desktop-file-validate', [join(folder, 'usr/share/applications/castellan.desktop')]);
        if (output !== '') throw new Error(output);
      }),
    ),
    tool('appstreamcli', () =>
      extracted(async (folder) => {
        await run('appstreamcli', ['validate', '--no-net', ...metainfo(folder)]);
      }),
    ),
  ];
}

/** @param {string} folder */
const metainfo = (folder) =>
  filesOf(join(folder, 'usr/share/metainfo')).map((name) => join(folder, 'usr/share/metainfo', name));

/** @param {string} name @param {() => Promise<void>} work @returns {Check} */
const tool = (name, work) => ({
  name,
  async work() {
    if (spawnSync('which', [name]).status !== 0) return `${name} is not installed`;
    await work();
    return undefined;
  },
});

/**
 * Installs the package in a clean Debian. Prints why that was not possible, as without a display or a network.
 * @param {string} deb
 * @param {import('./log.mjs').Log} log
 * @returns {Promise<number>} the number of failures
 */
async function inCleanRoot(deb, log) {
  const notRun = (/** @type {string[]} */ ...why) => {
    log.line(`castellan: not run: installation in a clean Debian 12: ${why.join('\n  ')}`);
    return 0;
  };
  const obstacle = cleanRootObstacle();
  if (obstacle !== undefined) return notRun(obstacle);
  const display = await startXvfb();
  try {
    const root = await makeCleanRoot('/tmp/.X11-unix').catch((/** @type {unknown} */ error) => {
      if (error instanceof SetupProblem) return error;
      throw error;
    });
    if (root instanceof SetupProblem) return notRun(root.message, ...root.byHand);
    try {
      let failed = 0;
      for await (const check of checkInstalled({ root, deb, display: display.display }))
        failed += await runCheck(check, log);
      return failed;
    } finally {
      await root.remove();
    }
  } finally {
    display.stop();
  }
}
