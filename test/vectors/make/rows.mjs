import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Objects deeper than this stand on one line. */
const DEPTH = 2;

/**
 * JSON with one line for each member of an object and each row of a list.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string}
 */
function print(value, depth = 0) {
  const [outer, inner] = [' '.repeat(depth), ' '.repeat(depth + 1)];
  if (depth > DEPTH || typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[\n${value.map((row) => inner + JSON.stringify(row)).join(',\n')}\n${outer}]`;
  const members = Object.entries(value).map(([name, member]) => `${inner}"${name}": ${print(member, depth + 1)}`);
  return `{\n${members.join(',\n')}\n${outer}}`;
}

/**
 * Writes a file of vectors.
 * @param {string} name without `.json`
 * @param {Record<string, unknown>} vectors
 */
export function writeVectors(name, vectors) {
  writeFileSync(fileURLToPath(new URL(`../${name}.json`, import.meta.url)), `${print(vectors)}\n`);
}
