import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, lutimes } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Gives every file of a tree its mode, and the same time. The umask of the packager and the order of work then leave no trace.
 * @param {string} folder
 * @param {{ epoch: number, modeOf: (path: string) => number }} options `epoch` in seconds. `modeOf`: mode of a file by
 *   its path in the tree
 */
export async function settleTree(folder, { epoch, modeOf }) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, modeOf(relative(folder, path)));
    await lutimes(path, epoch, epoch);
  }
  await chmod(folder, 0o755);
  await lutimes(folder, epoch, epoch);
}

/** Returns the paths of all files in a tree, in byte order, without links. @param {string} folder @returns {string[]} */
export const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** The digest of a file in hexadecimal. @param {string} path @param {'md5' | 'sha256'} [algorithm] */
export const digestOf = (path, algorithm = 'sha256') => createHash(algorithm).update(readFileSync(path)).digest('hex');

/** A list of digests, as sha256sum writes it. @param {string} folder @param {readonly string[]} paths */
export const digestList = (folder, paths) => paths.map((path) => `${digestOf(join(folder, path))}  ${path}\n`).join('');

/**
 * Returns the newest version of glibc that a program file of the tree asks for (ELF symbol versions), as `2.34`.
 * @param {string} folder
 */
export function neededGlibc(folder) {
  const minors = filesOf(folder).flatMap((path) => {
    const file = join(folder, path);
    if (statSync(file).size < 4) return [];
    const content = readFileSync(file);
    if (content.readUInt32BE(0) !== 0x7f454c46) return [];
    return [...content.toString('latin1').matchAll(/\0GLIBC_2\.(\d+)(?=[.\0])/g)].map(([, minor]) => Number(minor));
  });
  return `2.${Math.max(...minors)}`;
}
