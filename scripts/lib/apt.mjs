import { spawnSync } from 'node:child_process';
import { SetupProblem } from './problem.mjs';
import { run, runForCode } from './run.mjs';
import { SYSTEM_LIBRARIES } from './system-libraries.mjs';

/** The packages that the end-to-end tests add: a display and a real keychain without a desktop. */
const TEST = ['dbus', 'dbus-daemon', 'dbus-x11', 'gnome-keyring', 'strace', 'util-linux', 'xauth', 'xvfb'];

/** The packages for tests of keys on tokens: a software token, and the compiler that pkcs11js and bad modules need. */
const TOKEN = ['g++', 'softhsm2'];

/** The package for `npm run test:current`: the current Chromium of the distribution. */
const BROWSER = ['chromium'];

/** Limits of waiting, in seconds: for another apt, and for an answer of a server or proxy. */
export const APT_LIMITS = [
  ['DPkg::Lock::Timeout', 300],
  ['Acquire::Retries', 1],
  ['Acquire::http::Timeout', 30],
  ['Acquire::https::Timeout', 30],
].flatMap(([name, value]) => ['-o', `${name}=${value}`]);

/**
 * @typedef {object} Extras
 * @property {boolean} [tests] also the packages of the end-to-end tests.
 * @property {boolean} [tokens] also those of the tests of keys on tokens.
 * @property {boolean} [current] also those of the tests on the current Node and Chromium
 */

/**
 * Returns the required packages that are not installed.
 * @param {ReadonlySet<string>} installed names of installed packages and of what they provide
 * @param {Extras} extras
 * @returns {string[]}
 */
export function missingPackages(installed, extras) {
  const wanted = [
    ...SYSTEM_LIBRARIES,
    ...(extras.tests ? TEST : []),
    ...(extras.tests || extras.tokens ? TOKEN : []),
    ...(extras.current ? BROWSER : []),
  ];
  return wanted.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}

/**
 * Returns the names for apt. Releases after Debian 12 renamed some libraries for their 64-bit time (`libgtk-3-0t64`).
 * @param {string[]} missing
 * @param {ReadonlySet<string>} available
 */
export const namesFor = (missing, available) =>
  missing.map((name) => (!available.has(name) && available.has(`${name}t64`) ? `${name}t64` : name));

/** The one line that installs them by hand. @param {string[]} names */
export const aptLine = (names) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;

/**
 * Returns the names of installed packages and of the packages they provide.
 * @param {string} listing of dpkg-query, a line each: status, package, what it provides
 * @returns {Set<string>}
 */
export function readInstalled(listing) {
  const names = new Set();
  for (const line of listing.split('\n')) {
    const [, name, provided = ''] = /^installed (\S+) ?(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    names.add(name);
    for (const virtual of provided.split(',')) {
      const virtualName = virtual.trim().split(' ')[0];
      if (virtualName) names.add(virtualName);
    }
  }
  return names;
}

/**
 * Returns the packages to install here. Returns none without Debian's package tools: then only the runtime's own start
 * shows the missing ones.
 * @param {Extras} extras
 * @returns {string[]}
 */
export function missingHere(extras) {
  const format = `${['db:Status-Status', 'Package', 'Provides'].map((field) => `\${${field}}`).join(' ')}\n`;
  const query = spawnSync('dpkg-query', ['-W', '-f', format], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return query.status === 0 ? missingPackages(readInstalled(query.stdout), extras) : [];
}

/**
 * Installs system packages as root. For another user, it throws an error with the command line that does.
 * @param {string[]} missing
 * @param {{ isRoot: boolean, onPid: (pid: number | undefined) => void }} options
 */
export async function installPackages(missing, { isRoot, onPid }) {
  if (!isRoot) {
    throw new SetupProblem(`System packages are missing, and only root may install them: ${missing.join(', ')}.`, [
      'Install them with this line, then run the same command again:',
      aptLine(namesFor(missing, availableOf(missing))),
    ]);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-q', ...APT_LIMITS];
  const byHand = (/** @type {string[]} */ names) => ['By hand, as root:', aptLine(names)];
  // Completes an interrupted dpkg installation. Does nothing otherwise.
  await runForCode('dpkg', ['--configure', '-a'], { env, onPid });
  // A stale or partly unreachable list may still hold all that is needed, so only the installation decides.
  const update = await runForCode('apt-get', [...options, 'update'], { env, onPid });
  const names = namesFor(missing, availableOf(missing));
  await run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...names], {
    env,
    onPid,
    what: 'Installing system packages (apt-get)',
    byHand: [
      ...(update.code === 0 ? [] : ['(apt-get update had failed before.)']),
      ...byHand(names),
      aptProxyLine(process.env, aptConfiguration()),
    ],
  });
}

/**
 * The line for a failed installation that names the proxy of apt, without its password.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} configuration as `apt-config dump` prints it
 */
export function aptProxyLine(environment, configuration) {
  const configured = /^Acquire::https?::Proxy "([^"]+)";$/m.exec(configuration)?.[1];
  const proxy = configured ?? (environment.http_proxy || environment.https_proxy);
  if (!proxy) return 'apt used no proxy. If this network needs one, set Acquire::http::Proxy in /etc/apt/apt.conf.d.';
  const name = proxy.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1');
  return `apt used the proxy ${name}. Check that it is right and answers: apt-config dump | grep Proxy`;
}

const aptConfiguration = () => spawnSync('apt-config', ['dump'], { encoding: 'utf8' }).stdout ?? '';

/** Returns those of the names and of their t64 forms that apt could install. @param {string[]} names @returns {Set<string>} */
function availableOf(names) {
  const asked = names.flatMap((name) => [name, `${name}t64`]);
  const { stdout } = spawnSync('apt-cache', ['policy', ...asked], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const available = new Set();
  for (const block of (stdout ?? '').split(/^(?=\S)/m)) {
    const candidate = /^ {2}Candidate: (.+)$/m.exec(block)?.[1];
    if (candidate !== undefined && candidate !== '(none)') available.add(block.slice(0, block.indexOf(':')));
  }
  return available;
}
