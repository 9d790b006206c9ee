import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * A key that changes when any of the files does: names and contents, in order of name.
 * @param {string} root
 * @param {string[]} paths files and folders below root; one that is absent counts as absent
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
