import { readFileSync } from 'node:fs';
import { digestOf } from './package-tree.mjs';
import { inRoot } from './paths.mjs';

const REGISTRY = inRoot('resources/erc7730/registry.txt');
const LICENCE = inRoot('resources/erc7730/LICENSE.md');
/** The first words of its licence, CC0-1.0. */
const CC0 = 'Creative Commons Legal Code\n\nCC0 1.0 Universal\n';

/**
 * The source, commit and licence of the bundled ERC-7730 registry, from its first line. Throws an Error for another licence.
 * @returns {import('./package-sbom.mjs').DataFacts}
 */
export function registryFacts() {
  const [first = ''] = readFileSync(REGISTRY, 'utf8').split('\n', 1);
  const { source, commit, date } = /** @type {Record<string, string>} */ (JSON.parse(first));
  if (source === undefined || commit === undefined || date === undefined)
    throw new Error(`${REGISTRY} names no source`);
  if (!readFileSync(LICENCE, 'utf8').startsWith(CC0)) throw new Error(`${LICENCE} is another licence than CC0-1.0`);
  return { source, commit, date, license: 'CC0-1.0', sha256: digestOf(REGISTRY) };
}
