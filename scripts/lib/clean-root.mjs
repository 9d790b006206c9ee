import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { run, runForCode } from './run.mjs';

const SUITE = 'bookworm';

/** An ordinary user of the clean system. */
const USER = 'tester';

/** The programs that making and entering a clean system take, with their Debian packages. */
const NEEDED = {
  debootstrap: 'debootstrap',
  unshare: 'util-linux',
  setpriv: 'util-linux',
  chroot: 'coreutils',
  // The windows of the clean system open on a display of this machine.
  Xvfb: 'xvfb',
};

/**
 * Returns why no clean system can be made here, or undefined. Without a network, only making one shows that.
 * @param {{ isRoot?: boolean, isInstalled?: (name: string) => boolean }} [machine]
 */
export function cleanRootObstacle({
  isRoot = process.getuid?.() === 0,
  isInstalled = (name) => spawnSync('which', [name]).status === 0,
} = {}) {
  if (!isRoot) return 'only root can make a clean Debian system';
  const missing = Object.entries(NEEDED).filter(([name]) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  return `${missing.map(([name, debian]) => `${name} (${debian})`).join(' and ')} is not installed`;
}

/**
 * A clean Debian 12 in a folder, with nothing but its base packages.
 * @typedef {object} CleanRoot
 * @property {string} folder
 * @property {(...command: string[]) => Promise<{ code: number, output: string }>} asRoot runs a command in it.
 * @property {(namespaces: boolean, environment: Record<string, string>, ...command: string[]) => Promise<{ code: number, output: string }>} asUser
 *   runs a command as an ordinary user. `namespaces`: whether the kernel lets that user make user namespaces.
 * @property {() => Promise<void>} remove
 */

/**
 * Makes a clean Debian 12. The download is kept in the cache folder.
 * @param {string} displays folder with the sockets of X displays, which the clean system sees.
 * @returns {Promise<CleanRoot>}
 * @throws {SetupProblem} when it cannot be made, as without a network
 */
export async function makeCleanRoot(displays) {
  const base = await baseSystem();
  const folder = await mkdtemp(join(cacheFolder(), 'clean-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await fillRoot(folder, base, displays);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    asRoot: (...command) => enter(folder, displays, false, undefined, {}, command),
    asUser: (namespaces, environment, ...command) => enter(folder, displays, namespaces, USER, environment, command),
    remove,
  };
}

/** @param {string} folder @param {string} base @param {string} displays */
async function fillRoot(folder, base, displays) {
  chmodSync(folder, 0o755);
  await run('cp', ['--archive', '--reflink=auto', `${base}/.`, folder], { what: 'Copying the clean system' });
  // Otherwise packages would start services of the clean system on this machine.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'), { dereference: true });
  for (const command of [`useradd --create-home ${USER}`, 'apt-get -q update']) {
    const { code, output } = await enter(folder, displays, false, undefined, {}, command.split(' '));
    if (code !== 0)
      throw new SetupProblem(`${command} failed in the clean system.`, [output.trim(), 'It needs a Debian mirror.']);
  }
}

/** The folder with the base packages, made at the first call. @returns {Promise<string>} */
async function baseSystem() {
  const folder = join(cacheFolder(), `debian-${SUITE}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder(), { recursive: true });
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await run('debootstrap', ['--variant=minbase', '--force-check-gpg', SUITE, partial], {
    what: 'Making a clean Debian (debootstrap)',
    byHand: ['It needs a Debian mirror.'],
  });
  await rename(partial, folder);
  return folder;
}

/**
 * Runs a command in the folder as the root of a mount namespace of its own. After chroot(2) the kernel refuses user
 * namespaces, as some systems do for ordinary users. After pivot_root(2) it allows them.
 * @param {string} folder
 * @param {string} displays
 * @param {boolean} namespaces
 * @param {string | undefined} user root when undefined.
 * @param {Record<string, string>} environment
 * @param {string[]} command
 */
function enter(folder, displays, namespaces, user, environment, command) {
  const script = `set -eu
root=$1 displays=$2 way=$3 user=$4; shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir "$root/tmp/.X11-unix"
[ -z "$displays" ] || mount --bind "$displays" "$root/tmp/.X11-unix"
cd "$root"
become="setpriv --reuid=$user --regid=$user --init-groups"
[ "$user" != root ] || become=
if [ "$way" = pivot ]; then
  mkdir -p old
  pivot_root . old
  umount -l /old
  cd /
  exec $become "$@"
fi
exec chroot . $become "$@"
`;
  const home = user === undefined ? '/' : `/home/${user}`;
  return runForCode(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'sh', '-c', script, 'enter'],
      ...[folder, displays, namespaces ? 'pivot' : 'chroot', user ?? 'root', ...command],
    ],
    {
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: home,
        LC_ALL: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        ...environment,
      },
    },
  );
}
