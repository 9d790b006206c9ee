import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ROOT } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { run } from './run.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** Folders that Git ignores, and that a package is made of. */
const MADE = ['node_modules', 'out'];

/**
 * Makes a release from a commit and the network alone, in a new clone. npm checks its packages against the lock file.
 * Electron is downloaded and checked again. Nothing that this machine kept gets into the release.
 * @param {object} options
 * @param {string} [options.root] the checkout.
 * @param {string} options.commit
 * @param {string[]} options.args of scripts/package.mjs.
 * @param {string} options.folder of the packages, which appears whole or not at all, and replaces an older one.
 */
export async function packageInFreshClone({ root = ROOT, commit, args, folder }) {
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'release-'));
  try {
    const clone = join(work, 'castellan');
    // The checkout may belong to another user. A clone reads this permission only from a file. Settings of this user and
    // machine could change files, such as the ends of lines.
    const gitconfig = join(work, 'gitconfig');
    writeFileSync(gitconfig, '[safe]\n\tdirectory = *\n');
    const git = { env: { ...process.env, GIT_CONFIG_GLOBAL: gitconfig, GIT_CONFIG_NOSYSTEM: '1' } };
    await run('git', ['clone', '--quiet', '--no-checkout', root, clone], git);
    await run('git', ['-C', clone, 'checkout', '--quiet', '--detach', commit], git);
    await run(process.execPath, ['scripts/package.mjs', '--fresh', ...args], {
      cwd: clone,
      env: { ...process.env, XDG_CACHE_HOME: join(work, 'cache') },
      inherit: true,
      what: 'Packaging in a new clone',
    });
    await makeWholeFolder(folder, async (partial) => {
      cpSync(join(clone, 'release'), join(partial, 'release'), { recursive: true });
      return join(partial, 'release');
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Refuses a release from a folder with files that Git does not know.
 * @param {{ root?: string, cache?: string }} [folders] the checkout, and the cache with the runtime
 * @throws {SetupProblem}
 */
export function checkFresh({ root = ROOT, cache = cacheFolder() } = {}) {
  const left = MADE.map((name) => join(root, name)).filter((path) => existsSync(path));
  if (existsSync(cache)) left.push(...readdirSync(cache).map((name) => join(cache, name)));
  if (left.length === 0) return;
  throw new SetupProblem('Files from before are here, so no release was packaged.', [
    ...left,
    'Run: npm run package. It makes a new clone itself.',
  ]);
}
