import { spawnSync } from 'node:child_process';
import { ROOT } from './paths.mjs';
import { SetupProblem } from './problem.mjs';

/**
 * The commit that a package is made from.
 * @typedef {object} Source
 * @property {string} commit its id.
 * @property {number} epoch when it was committed, in seconds: the time of every file in a package.
 * @property {boolean} changed true when the checkout differs from the commit
 */

/**
 * Returns the commit of the checkout.
 * @param {string} [folder]
 * @returns {Source}
 * @throws {SetupProblem} without git or a commit
 */
export function readSource(folder = ROOT) {
  const git = (/** @type {string[]} */ ...args) => {
    // The checkout may belong to another user, as in a container.
    const ran = spawnSync('git', ['-c', `safe.directory=${folder}`, '-C', folder, ...args], { encoding: 'utf8' });
    if (ran.status === 0) return ran.stdout.trim();
    throw new SetupProblem('Git names no commit for this checkout, so nothing was packaged.', [
      ran.error?.message ?? ran.stderr.trim(),
      'Package from a clone of the repository.',
    ]);
  };
  const [commit = '', epoch = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  return { commit, epoch: Number(epoch), changed: git('status', '--porcelain') !== '' };
}

/**
 * Refuses a release whose record would name a commit that it was not made from.
 * @param {Source} source
 * @param {boolean} testLayout
 * @throws {SetupProblem}
 */
export function checkCommitted({ changed }, testLayout) {
  if (!changed || testLayout) return;
  throw new SetupProblem('The checkout has uncommitted changes, so no release was packaged.', [
    'Commit or remove them (git status), then run the same command again.',
  ]);
}
