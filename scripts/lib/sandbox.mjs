import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SETUID = 0o4000;

/**
 * Why Chromium's sandbox cannot work for this user, or undefined when it can. On Linux it needs user namespaces, or its
 * helper owned by root with the setuid bit.
 * @param {string} executable of the runtime
 * @returns {string | undefined}
 */
export function sandboxObstacle(executable) {
  if (process.platform !== 'linux') return undefined;
  const helper = statSync(join(dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false });
  return obstacleOf({
    isRoot: process.getuid?.() === 0,
    helperIsSetuid: helper !== undefined && helper.uid === 0 && (helper.mode & SETUID) !== 0,
    // The same call that Chromium makes; some systems refuse only the mapping of user ids.
    namespacesWork: () => spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0,
  });
}

/**
 * @param {{ isRoot: boolean, helperIsSetuid: boolean, namespacesWork: () => boolean }} facts
 * @returns {string | undefined}
 */
export function obstacleOf({ isRoot, helperIsSetuid, namespacesWork }) {
  if (isRoot) return 'Chromium does not sandbox for root';
  if (helperIsSetuid || namespacesWork()) return undefined;
  return 'this system refuses user namespaces to ordinary users';
}

/** How to get the sandbox on a system that refuses user namespaces. @param {string} executable @returns {string[]} */
export function sandboxByHand(executable) {
  const helper = join(dirname(executable), 'chrome-sandbox');
  return [
    'Let its helper do it, with this line, then run the same command again:',
    `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  ];
}
