import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOf, filesOf, settleTree } from './package-tree.mjs';
import { SetupProblem } from './problem.mjs';
import { run } from './run.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** The tools of Debian that make a repository, with their packages. */
const TOOLS = { 'dpkg-scanpackages': 'dpkg-dev', 'dpkg-deb': 'dpkg', gpg: 'gnupg', gpgv: 'gpgv' };

const POOL = 'pool/main/c/castellan';
const SUITE = 'dists/stable';
const INDEX = 'main/binary-amd64';

/** The public half of the archive key, as `Signed-By` of apt wants it. */
export const KEYRING = 'castellan-archive-keyring.gpg';

/** The tools that are not installed, with their packages. @returns {string[]} `gpg (gnupg)` */
export const missingTools = () =>
  Object.entries(TOOLS)
    .filter(([tool]) => spawnSync('which', [tool]).status !== 0)
    .map(([tool, name]) => `${tool} (${name})`);

/**
 * Makes a signed apt repository of packages (deb822(5), "Release" of the Debian repository format). The same packages, times and
 * key give the same bytes, if the key is an Ed25519 or RSA key.
 * @param {object} options
 * @param {readonly string[]} options.debs paths of the packages.
 * @param {string} options.folder appears whole or not at all, and replaces an older repository. Other content is refused.
 * @param {string} options.key fingerprint of the OpenPGP key, which gpg can use.
 * @param {number} options.date of the repository, in seconds. apt ignores a repository that is older than the one it knows.
 * @param {number} options.until after this time, in seconds, apt refuses the repository.
 * @returns {Promise<void>}
 * @throws {SetupProblem}
 */
export async function makeAptRepository({ debs, folder, key, date, until }) {
  if (until <= date)
    throw new SetupProblem('The repository would expire before its own date, so none was made.', [
      'Name a later day with --until.',
    ]);
  requireReplaceable(folder);
  requireNewer(folder, date);
  await makeWholeFolder(folder, async (partial) => {
    const tree = join(partial, 'repository');
    mkdirSync(join(tree, POOL), { recursive: true });
    mkdirSync(join(tree, SUITE, INDEX), { recursive: true });
    for (const deb of debs) copyFileSync(deb, join(tree, POOL, basename(deb)));
    const index = join(tree, SUITE, INDEX, 'Packages');
    writeFileSync(index, await packagesIndex(tree));
    writeFileSync(`${index}.gz`, gzipSync(readFileSync(index), { level: 9 }));
    writeFileSync(join(tree, SUITE, 'Release'), releaseOf({ folder: join(tree, SUITE), date, until }));
    await sign({ suite: join(tree, SUITE), keyring: join(tree, KEYRING), key, date });
    await settleTree(tree, { epoch: date, modeOf: () => 0o644 });
    return tree;
  });
}

/**
 * Refuses a folder with other content than a repository of Castellan, because the new one is put in its place.
 * @param {string} folder
 */
function requireReplaceable(folder) {
  const partial = `${folder}.partial`;
  if (hasContent(partial))
    throw new SetupProblem(`${partial} has content, so no repository was made.`, [
      'An interrupted run may have left it. Remove it if nothing in it is yours, then run the same command again.',
    ]);
  const release = join(folder, SUITE, 'Release');
  const isRepository = existsSync(release) && /^Origin: Castellan$/m.test(readFileSync(release, 'utf8'));
  if (!hasContent(folder) || isRepository) return;
  throw new SetupProblem(`${folder} is no repository of Castellan and has content, so it was not replaced.`, [
    'Name a new folder, an empty one or an earlier repository with --folder.',
  ]);
}

/** A file counts as content. @param {string} path */
const hasContent = (path) => existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0);

/**
 * Refuses a date before that of the repository in the folder: apt would go on with the newer one that it has seen.
 * @param {string} folder
 * @param {number} date
 */
function requireNewer(folder, date) {
  const path = join(folder, SUITE, 'Release');
  if (!existsSync(path)) return;
  const [, written = ''] = /^Date: (.+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (Date.parse(written) / 1000 <= date) return;
  throw new SetupProblem(`The repository in ${folder} is of ${written}, which is later. It was not replaced.`, [
    'apt ignores a repository that is older than the one before. Set SOURCE_DATE_EPOCH to a later time.',
  ]);
}

/** The index of all packages, with SHA-256 alone. @param {string} tree */
async function packagesIndex(tree) {
  const script = 'cd "$1" && exec dpkg-scanpackages --multiversion --hash sha256 pool 2>"$2"';
  const index = join(tree, '..', 'Packages');
  await run('sh', ['-c', `${script} >"$3"`, 'sh', tree, `${index}.log`, index], {
    what: 'Making the index (dpkg-scanpackages)',
  });
  return readFileSync(index, 'utf8');
}

/** @param {{ folder: string, date: number, until: number }} options */
function releaseOf({ folder, date, until }) {
  const time = (/** @type {number} */ seconds) => new Date(seconds * 1000).toUTCString().replace('GMT', 'UTC');
  const files = filesOf(folder).map((path) => {
    const bytes = readFileSync(join(folder, path)).length;
    return ` ${digestOf(join(folder, path))} ${bytes} ${path}\n`;
  });
  return `Origin: Castellan
Label: Castellan
Suite: stable
Codename: stable
Date: ${time(date)}
Valid-Until: ${time(until)}
Architectures: amd64
Components: main
Description: Castellan for Debian and Ubuntu
SHA256:
${files.join('')}`;
}

/**
 * Signs Release, inside and beside it, and exports the key. Then verifies both signatures with that key alone, as apt does.
 * The time of the signature is that of the repository, so that two signers get the same bytes.
 * @param {{ suite: string, keyring: string, key: string, date: number }} options
 */
async function sign({ suite, keyring, key, date }) {
  const release = join(suite, 'Release');
  const gpg = (/** @type {string[]} */ ...args) =>
    run('gpg', ['--batch', '--no-tty', ...args], {
      what: 'Signing (gpg)',
      byHand: [
        `gpg must have the secret key ${key}: gpg --list-secret-keys ${key}`,
        'For a passphrase on this terminal: export GPG_TTY=$(tty)',
        'The key must be older than the date of the repository.',
      ],
    });
  const options = ['--local-user', `${key}!`, '--digest-algo', 'SHA512', '--faked-system-time', `${date}!`];
  await gpg(...options, '--output', join(suite, 'InRelease'), '--clear-sign', release);
  await gpg(...options, '--output', join(suite, 'Release.gpg'), '--armor', '--detach-sign', release);
  await gpg('--output', keyring, '--export-options', 'export-minimal', '--export', key);
  for (const files of [[join(suite, 'InRelease')], [join(suite, 'Release.gpg'), release]])
    await run('gpgv', ['--quiet', '--keyring', keyring, ...files], { what: 'Verifying the signature (gpgv)' });
}
