import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeCodeCaches } from './code-cache.mjs';
import { licenceOf, licencesPage, registryLicence } from './licences.mjs';
import { readJson } from './npm.mjs';
import { nativePackages } from './package-contents.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { run } from './run.mjs';

const SOURCES = [
  'electron',
  'renderer',
  'shared',
  // The window shows the guide and the changelog.
  'docs/guide',
  'CHANGELOG.md',
  'scripts/code-cache',
  'scripts/lib/code-cache.mjs',
  'scripts/lib/bound-imports.mjs',
  'scripts/lib/language',
  'scripts/lib/lazy-files.mjs',
  'scripts/lib/licences.mjs',
  'scripts/lib/precise-imports.mjs',
  'scripts/lib/start-chunks.mjs',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];

const PARTS = ['main', 'preload', 'renderer'];

/**
 * The runtime facts for the application, which reads them beside its own bundle, as out/runtime.json.
 * @param {import('./runtime.mjs').Runtime} runtime
 */
const factsOf = ({ kind, electron, wanted, reason }) => ({ kind, electron, wanted, reason });

/** @param {import('./runtime.mjs').Runtime} runtime @returns {string} */
const buildKey = (runtime) => keyOf(ROOT, SOURCES, [JSON.stringify(factsOf(runtime))]);

/** Reports whether out/ was built from these sources for this runtime. @param {import('./runtime.mjs').Runtime} runtime */
export function isBuilt(runtime) {
  const stamp = /** @type {{ key?: string } | undefined} */ (readJson(inRoot('out/build.json')));
  return stamp?.key === buildKey(runtime) && PARTS.every((part) => existsSync(inRoot('out', part)));
}

/**
 * Builds beside out/ and moves the result into place, so that a running app never sees half a build. The key is written
 * last: after an interruption the next start builds again.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {(pid: number | undefined) => void} onPid
 */
export async function build(runtime, onPid) {
  const key = buildKey(runtime);
  const next = inRoot('out/next');
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await run(
    process.execPath,
    [inRoot('node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: ROOT,
      env: { ...process.env, CASTELLAN_BUILD_FOLDER: next, CASTELLAN_RUNTIME_KIND: runtime.kind, NO_COLOR: '1' },
      onPid,
      what: 'Building the application (electron-vite build)',
    },
  );
  await makeCodeCaches(runtime, join(next, 'main'), onPid);
  const bundled = await takeBundled(next);
  const licences = licencesOf(bundled, runtime.kind);
  await showLicences(join(next, 'renderer', 'assets'), licences);
  await rm(inRoot('out/build.json'), { force: true });
  for (const part of PARTS) {
    await rm(inRoot('out', part), { recursive: true, force: true });
    await rename(join(next, part), inRoot('out', part));
  }
  await rm(next, { recursive: true, force: true });
  await writeFile(inRoot('out/licences.txt'), licences);
  await writeFile(inRoot('out/packages.json'), `${JSON.stringify(packagesOf(bundled), null, 2)}\n`);
  await writeFile(inRoot('out/runtime.json'), `${JSON.stringify(factsOf(runtime), null, 2)}\n`);
  await writeFile(inRoot('out/build.json'), `${JSON.stringify({ key })}\n`);
}

/**
 * Collects Vite's lists of the packages that it bundled, and removes the lists from the build.
 * @param {string} folder of the build
 * @returns {Promise<import('./licences.mjs').Licence[]>}
 */
async function takeBundled(folder) {
  const bundled = [];
  for (const part of PARTS) {
    const list = join(folder, part, 'licences.json');
    bundled.push(.../** @type {import('./licences.mjs').Licence[]} */ (readJson(list)));
    await rm(list);
  }
  return bundled;
}

/**
 * Returns the licences of the bundled packages, the native packages, every runtime dependency and the ERC-7730 registry.
 * Vite does not see the typefaces, which style sheets bundle.
 * @param {import('./licences.mjs').Licence[]} bundled
 * @param {'shipping' | 'floor'} kind
 */
function licencesOf(bundled, kind) {
  const { dependencies } = /** @type {{ dependencies: Record<string, string> }} */ (readJson(inRoot('package.json')));
  return licencesPage([
    ...[...Object.keys(dependencies), ...nativePackages(kind)].map(licenceOf),
    registryLicence(),
    ...bundled,
  ]);
}

/**
 * Returns names and versions of the bundled packages, each once, in their order by name, for the software bill of materials.
 * @param {import('./licences.mjs').Licence[]} bundled
 */
function packagesOf(bundled) {
  const byName = new Map(bundled.map(({ name, version }) => [`${name}@${version}`, { name, version }]));
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/**
 * Writes the licences as a script of the page, which can load no text. It replaces
 * renderer/features/settings/licences.ts.
 * @param {string} folder of the page's files
 * @param {string} licences
 */
async function showLicences(folder, licences) {
  const file = readdirSync(folder).find((name) => /^licences-.*\.js$/.test(name));
  if (file === undefined) throw new Error('the page has no file for the licences');
  await writeFile(join(folder, file), `export const LICENCES = ${JSON.stringify(licences)};\n`);
}

/**
 * Returns a key that changes with any of the files: names and contents, in order of name.
 * @param {string} root
 * @param {string[]} paths files and folders below root, of which a missing one also counts.
 * @param {string[]} [facts] further texts the key depends on
 * @returns {string} SHA-256 in hexadecimal
 */
export function keyOf(root, paths, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`fact ${fact.length} ${fact}\n`);
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).sort()) {
    const content = readFileSync(file);
    hash.update(`file ${relative(root, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
