import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { checkRegistry } from './check-registry.mjs';
import { npmCommand } from './npm-command.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { proxyLine, readNetwork } from './proxy.mjs';
import { isUnproven, UNPROVEN_ADVICE } from './request.mjs';
import { run } from './run.mjs';

/** The limits for an answer that npm waits for, and for its repeated questions. Its own limits add up to a quarter of an hour. */
const WAITS = { timeoutMs: 30_000, retries: 1 };

/** @typedef {typeof WAITS} Waits */

/**
 * Runs an npm command that downloads. A failure first says what to check: the authorities or the proxy.
 * @param {string[]} args
 * @param {import('./run.mjs').RunOptions} options
 * @param {Waits} waits
 */
async function npmDownload(args, options, { timeoutMs, retries }) {
  const network = readNetwork();
  await checkRegistry(network, { what: options.what ?? 'npm', timeoutMs });
  try {
    await npm([...args, `--fetch-timeout=${timeoutMs}`, `--fetch-retries=${retries}`], options);
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    const advice = error.byHand.some((line) => isUnproven(/^npm error code (\S+)$/.exec(line)?.[1]))
      ? UNPROVEN_ADVICE
      : [proxyLine(network)];
    throw new SetupProblem(error.message, [...advice, ...error.byHand]);
  }
}

/**
 * Runs npm in the checkout (or in `cwd`).
 * @param {string[]} args
 * @param {import('./run.mjs').RunOptions} [options]
 */
export function npm(args, options = {}) {
  const command = npmCommand();
  return run(command.file, [...command.args, ...args], { cwd: ROOT, what: `npm ${args[0]}`, ...options });
}

/**
 * Reports whether the installed packages are those of the lock file.
 * npm writes node_modules/.package-lock.json as the last step, so after an interrupted installation it is absent.
 * @param {unknown} wanted package-lock.json
 * @param {unknown} installed node_modules/.package-lock.json
 * @returns {boolean}
 */
export function matchesLock(wanted, installed) {
  const wantedPackages = packagesOf(wanted);
  const installedPackages = packagesOf(installed);
  if (wantedPackages === undefined || installedPackages === undefined) return false;
  return Object.entries(wantedPackages).every(([path, entry]) => {
    if (path === '') return true;
    const found = installedPackages[path];
    // An optional package may be for another platform.
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 */

/** @param {unknown} lock @returns {Record<string, LockEntry> | undefined} */
const packagesOf = (lock) =>
  /** @type {{ packages?: Record<string, LockEntry> } | undefined | null} */ (lock)?.packages;

/** @param {string} path @returns {unknown} the file's JSON, undefined when it cannot be read */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The libraries that tests compare with: a package of its own, because only tests need them and they are large. */
export const PEERS = inRoot('test/peers');

/** Reports whether node_modules of the checkout (or of another folder) matches its package-lock.json. */
export const packagesInstalled = (folder = ROOT) =>
  matchesLock(
    readJson(join(folder, 'package-lock.json')),
    readJson(join(folder, 'node_modules', '.package-lock.json')),
  );

/**
 * Installs the packages of package-lock.json without their scripts.
 * @param {(pid: number | undefined) => void} onPid
 * @param {string} [folder] the checkout when absent
 * @param {Waits} [waits]
 */
export async function installPackagesFromLock(onPid, folder = ROOT, waits = WAITS) {
  const options = {
    cwd: folder,
    onPid,
    what: 'Installing the npm packages (npm ci)',
    byHand: [
      `By hand, in ${folder === ROOT ? 'this folder' : relative(ROOT, folder)}: npm ci --ignore-scripts`,
      'A registry other than the default one is set with: npm config set registry URL',
    ],
  };
  const parts = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await npmDownload(['ci', ...parts], options, waits);
}

/**
 * Downloads the archive of one package. npm fetches it, so that the registry, proxies, certificates and credentials are
 * those of the user's npm. Its cache is a folder of ours, which shows the progress and is removed afterwards.
 * @param {{ name: string, bytes: number }} archive the package as `name@version`, and how many bytes its archive has.
 * @param {string} folder where the archive goes.
 * @param {{ log: import('./log.mjs').Log, onPid: (pid: number | undefined) => void, waits?: Waits }} options
 * @returns {Promise<string>} the archive's path, still without an integrity check
 */
export async function downloadArchive({ name, bytes }, folder, { log, onPid, waits = WAITS }) {
  const cache = join(folder, 'npm-cache');
  const show = () => log.progress(Math.min(bytesIn(cache), bytes), bytes, `downloading ${name}`);
  const timer = setInterval(show, 500);
  try {
    const options = {
      onPid,
      what: `Downloading ${name} from the npm registry`,
      byHand: ['By hand, in this folder, to see the whole error:', `npm pack ${name} --pack-destination /tmp`],
    };
    const parts = ['--ignore-scripts', '--pack-destination', folder, '--cache', cache];
    await npmDownload(['pack', name, ...parts], options, waits);
  } finally {
    clearInterval(timer);
  }
  show();
  const file = readdirSync(folder).find((entry) => entry.endsWith('.tgz'));
  if (file === undefined) throw new SetupProblem(`npm pack ${name} left no archive.`);
  await rm(cache, { recursive: true, force: true });
  return join(folder, file);
}

/** @param {string} folder @returns {number} bytes of the files in it, 0 when it is not there */
function bytesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
  } catch {
    return 0;
  }
}
