import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { appstreamReleases, debianChangelog } from './package-changelog.mjs';
import { MAINTAINER } from './package-identity.mjs';
import { isProgram } from './package-layout.mjs';
import { digestOf, filesOf, neededGlibc, settleTree } from './package-tree.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { dependencyOn, SYSTEM_LIBRARIES } from './system-libraries.mjs';

/** The only architecture with packages so far, in Debian's words. */
export const ARCHITECTURE = 'amd64';

/** The program's folder. Below /opt, removal deletes a folder that other programs share. */
const HOME = 'usr/lib/castellan';

const ICON = /^castellan-(\d+)\.png$/;

/** The largest icon for desktops. The larger one is for macOS. */
const LARGEST_ICON = 512;

/** Returns the file name of the package. @param {import('./package-identity.mjs').Identity} identity */
export const debName = ({ name, debian }) => `${name}_${debian}_${ARCHITECTURE}.deb`;

/**
 * @typedef {object} DebOptions
 * @property {string} layout the packaged layout, which is moved into the package.
 * @property {string} manual a folder with the manual pages and completion scripts, laid out as below /usr/share.
 * @property {string} work an empty folder.
 * @property {string} output folder for the package.
 * @property {import('./package-identity.mjs').Identity} identity
 * @property {import('./package-changelog.mjs').Release[]} releases the packaged one first.
 * @property {number} epoch seconds: the time of all files
 */

/**
 * Makes the Debian package, with dpkg-deb.
 * @param {DebOptions} options
 * @returns {Promise<string>} its path
 */
export async function makeDeb({ layout, manual, work, output, identity, releases, epoch }) {
  const tree = join(work, 'tree');
  mkdirSync(join(tree, dirname(HOME)), { recursive: true });
  await rename(layout, join(tree, HOME));
  await addSystemFiles(tree, identity, releases);
  await addManual(manual, join(tree, 'usr/share'));
  const files = filesOf(tree);
  const write = writerOf(join(tree, 'DEBIAN'));
  write('control', controlFile(identity, tree));
  write('md5sums', files.map((path) => `${digestOf(join(tree, path), 'md5')}  ${path}\n`).join(''));
  for (const script of ['postinst', 'postrm']) write(script, resource(script));
  await settleTree(tree, { epoch, modeOf: modeInDeb });
  const target = join(output, debName(identity));
  await run('dpkg-deb', ['--root-owner-group', ...compression(identity.testLayout), '--build', tree, target], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    what: 'Making the Debian package (dpkg-deb)',
  });
  return target;
}

/** A release is small. A test package is made quickly. @param {boolean} testLayout */
const compression = (testLayout) => (testLayout ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6']);

/**
 * The files outside the program's folder: the command, desktop entry, icons, metadata, service unit and documents.
 * @param {string} tree
 * @param {import('./package-identity.mjs').Identity} identity
 * @param {import('./package-changelog.mjs').Release[]} releases
 */
async function addSystemFiles(tree, identity, releases) {
  const write = writerOf(join(tree, 'usr'));
  const { name, title } = identity;
  mkdirSync(join(tree, 'usr/bin'));
  symlinkSync('../lib/castellan/bin/castellan', join(tree, 'usr/bin/castellan'));
  write('lib/castellan/apparmor', resource('apparmor'));
  write('lib/systemd/user/castellan.service', resource('castellan.service'));
  write('share/applications/castellan.desktop', resource('castellan.desktop').replace('@TITLE@', title));
  const metainfo = resource('metainfo.xml').replace('@TITLE@', title);
  write(
    'share/metainfo/example.castellan.Castellan.metainfo.xml',
    metainfo.replace('@RELEASES@', appstreamReleases(releases)),
  );
  write(`share/lintian/overrides/${name}`, resource('lintian-overrides').replaceAll(/^castellan:/gm, `${name}:`));
  write(`share/doc/${name}/copyright`, resource('copyright'));
  write(`share/doc/${name}/changelog.gz`, gzip(debianChangelog(releases, identity)));
  const icons = join(tree, 'usr/share/icons/hicolor');
  for (const icon of readdirSync(inRoot('resources/icons'))) {
    const size = Number(ICON.exec(icon)?.[1] ?? 0);
    if (size === 0 || size > LARGEST_ICON) continue;
    await cp(inRoot('resources/icons', icon), join(icons, `${size}x${size}/apps/castellan.png`));
  }
  await cp(inRoot('resources/icons/castellan.svg'), join(icons, 'scalable/apps/castellan.svg'));
}

/** Debian's policy has manual pages compressed. @param {string} manual @param {string} share */
async function addManual(manual, share) {
  const write = writerOf(share);
  for (const path of filesOf(manual)) {
    const text = readFileSync(join(manual, path), 'utf8');
    if (path.startsWith('man/')) write(`${path}.gz`, gzip(text));
    else write(path, text);
  }
}

/**
 * Returns the control file (deb-control(5)).
 * @param {import('./package-identity.mjs').Identity} identity
 * @param {string} tree
 */
function controlFile({ name, debian, testLayout }, tree) {
  const bytes = filesOf(tree).reduce((sum, path) => sum + readFileSync(join(tree, path)).length, 0);
  const dependencies = [`libc6 (>= ${neededGlibc(join(tree, HOME))})`, ...SYSTEM_LIBRARIES.map(dependencyOn)];
  const other = testLayout ? 'castellan' : 'castellan-test';
  return `Package: ${name}
Version: ${debian}
Architecture: ${ARCHITECTURE}
Maintainer: ${MAINTAINER}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${dependencies.join(', ')}
Recommends: gnome-keyring | org.freedesktop.secrets, libgl1
Conflicts: ${other}
Replaces: ${other}
Section: utils
Priority: optional
Description: ${testLayout ? 'test package of the ' : ''}workstation for wallets and keys at a custody service
 Castellan explains what you are about to sign, signs in a process of its own,
 and proves each response. It contains a complete local custody service.
 .
 The command is castellan. Without arguments it opens the window.
${testLayout ? ' .\n This package is for tests. Keep no keys of value with it.\n' : ''}`;
}

/** The mode of each file in the package. @param {string} path */
function modeInDeb(path) {
  if (path === 'DEBIAN/postinst' || path === 'DEBIAN/postrm') return 0o755;
  if (!path.startsWith(`${HOME}/`)) return 0o644;
  // dpkg restores the bit at each upgrade, and an administrator can overrule it with dpkg-statoverride.
  if (path === `${HOME}/chrome-sandbox`) return 0o4755;
  return isProgram(path.slice(HOME.length + 1)) ? 0o755 : 0o644;
}

/** @param {string} name */
const resource = (name) => readFileSync(inRoot('resources/linux', name), 'utf8');

/** Without a name and a time, so that equal texts give equal bytes. @param {string} text */
const gzip = (text) => gzipSync(text, { level: 9 });

/** @param {string} folder @returns {(path: string, content: string | Buffer) => void} */
function writerOf(folder) {
  return (path, content) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
}
