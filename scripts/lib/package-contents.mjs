import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { LICENCE_FILE } from './licences.mjs';
import { readJson } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { bindingBuilt } from './token-binding.mjs';

const RUN_TIME_FILES = new Set(['.js', '.cjs', '.json', '.node']);

/** Files that only compile or document a module, and binaries for other C libraries. */
const LEFT_OUT = new Set([
  'deps',
  'doc',
  'vendor',
  'test',
  'obj.target',
  '.deps',
  'musl_x64',
  'musl_arm64',
  'cnoke.cjs',
]);

/** The binary of koffi is a package of its own for each system, without any text. */
export const KOFFI_BINARY = `@koromix/koffi-${process.platform}-${process.arch}`;

/** Returns the packages left out of the bundle (electron.vite.config.ts), with their dependencies. @param {'shipping' | 'floor'} kind */
export const nativePackages = (kind) => [
  'keytar',
  'koffi',
  ...(bindingBuilt() ? ['pkcs11js'] : []),
  ...(kind === 'floor' ? ['better-sqlite3-floor', 'bindings', 'file-uri-to-path'] : ['better-sqlite3']),
];

/**
 * Reports whether a file of a native package is needed at run time on this system.
 * @param {string} path inside the package, with `/`
 * @param {string} system `linux-x64`
 */
export function neededAtRunTime(path, system) {
  const parts = path.split('/');
  if (parts.some((part) => LEFT_OUT.has(part))) return false;
  if (parts[0] === 'prebuilds') return parts[1] === `${system}.node` || parts[1] === system;
  const name = parts.at(-1) ?? '';
  return RUN_TIME_FILES.has(extname(name)) || LICENCE_FILE.test(name);
}

/**
 * Lays out the contents of app.asar: the manifest, the bundle, the licences, the window's icon and the native packages.
 * @param {string} folder empty
 * @param {'shipping' | 'floor'} kind
 * @param {import('./package-identity.mjs').Identity} identity
 */
export function layOutApp(folder, kind, { version }) {
  const manifest = /** @type {Record<string, unknown>} */ (readJson(inRoot('package.json')));
  const { name, productName, description, license, type, main } = manifest;
  mkdirSync(folder, { recursive: true });
  const kept = { name, productName, version, description, license, type, main };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
  for (const part of ['main', 'preload', 'renderer', 'runtime.json', 'licences.txt']) {
    cpSync(inRoot('out', part), join(folder, 'out', part), { recursive: true });
  }
  const icon = join('resources', 'icons', 'castellan-256.png');
  cpSync(inRoot(icon), join(folder, icon));
  for (const packageName of [...nativePackages(kind), KOFFI_BINARY])
    copyPackage(packageName, join(folder, 'node_modules', packageName));
}

/** @param {string} name @param {string} target */
function copyPackage(name, target) {
  const source = inRoot('node_modules', name);
  const system = `${process.platform}-${process.arch}`;
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(source.length + 1).replaceAll('\\', '/');
    if (!entry.isFile() || inside.startsWith('node_modules/') || !neededAtRunTime(inside, system)) continue;
    cpSync(path, join(target, inside));
  }
  if (!existsSync(join(target, 'package.json'))) throw new Error(`${basename(source)} is not installed`);
}
