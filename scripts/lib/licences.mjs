import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './npm.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';

/** The licences allowed for third-party code in the packaged program, by SPDX identifier. */
const ALLOWED = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'OFL-1.1']);

/** The file name of a package's licence. */
export const LICENCE_FILE = /^(licen[cs]e|copying)/i;

/**
 * Vite's report about a bundled package (`build.license`).
 * @typedef {object} Licence
 * @property {string} name
 * @property {string} version
 * @property {string} [identifier] SPDX, as its package.json says
 * @property {string} [text]
 */

/** The licence of an installed package. @param {string} name @returns {Licence} */
export function licenceOf(name) {
  const folder = inRoot('node_modules', name);
  const manifest = /** @type {{ name: string, version: string, license?: string } | undefined} */ (
    readJson(join(folder, 'package.json'))
  );
  if (manifest === undefined) throw new Error(`${name} is not installed`);
  const file = readdirSync(folder).find((entry) => LICENCE_FILE.test(entry));
  return {
    name: manifest.name,
    version: manifest.version,
    ...(manifest.license === undefined ? {} : { identifier: manifest.license }),
    ...(file === undefined ? {} : { text: readFileSync(join(folder, file), 'utf8').trim() }),
  };
}

/** The licence of the built-in ERC-7730 registry, which is no package. @returns {Licence} */
export function registryLicence() {
  const folder = inRoot('resources/erc7730');
  const [head = ''] = readFileSync(join(folder, 'registry.txt'), 'utf8').split('\n', 1);
  const text = readFileSync(join(folder, 'LICENSE.md'), 'utf8').trim();
  return { name: 'clear-signing-erc7730-registry', version: JSON.parse(head).date, identifier: 'CC0-1.0', text };
}

/**
 * Returns the page with the licences of all third-party code in the packaged program.
 * @param {Licence[]} licences a package may be named more than once
 * @returns {string}
 * @throws {SetupProblem} when one is not allowed, or its text is missing
 */
export function licencesPage(licences) {
  const byName = new Map(licences.map((licence) => [`${licence.name} ${licence.version}`, licence]));
  const sorted = [...byName].sort(([one], [other]) => (one < other ? -1 : 1));
  const problems = sorted.flatMap(([name, { identifier = 'no licence', text }]) => {
    const choices = identifier.replace(/^\((.*)\)$/, '$1').split(' OR ');
    if (!choices.some((choice) => ALLOWED.has(choice)))
      return [`${name}: ${identifier} is not among the licences that are allowed`];
    return text === undefined || text === '' ? [`${name}: the text of its licence is missing`] : [];
  });
  if (problems.length > 0)
    throw new SetupProblem('The application was not built: it would carry what it may not.', problems);
  const parts = sorted.map(([name, { identifier, text }]) => `${'='.repeat(72)}\n${name} (${identifier})\n\n${text}\n`);
  return `Castellan contains the work of others, under these licences.\n\n${parts.join('\n')}`;
}
