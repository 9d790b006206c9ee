import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OURS = /[\\/](?:electron|shared|renderer)[\\/].*\.tsx?$/;
const NAMED_FROM_INDEX = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.ts)';/gm;
const NAMED_EXPORT = /^export \{([^}]*)\} from '(\.[^']*)';/gm;
const STAR_EXPORT = /^export \* from '(\.[^']*)';/gm;
const TYPEBOX_DEFAULT = /^import (Type|Value)(?:, \{[^}]*\})? from '(typebox[^']*)';/gm;

/** @typedef {{ names: Map<string, [file: string, name: string]>, stars: string[], text: string }} Exports */

/**
 * Makes the bundler split programs by what they use. It assigns modules to files by import statements, so a program that
 * imports one name from an index.ts would load everything behind that index. This plugin imports and passes on each name
 * from the module that declares it. It also imports TypeBox by its names, because its default export holds all of TypeBox.
 * @returns {import('vite').Plugin}
 */
export function preciseImports() {
  /** @type {Map<string, Exports>} */
  const read = new Map();
  return {
    name: 'castellan-precise-imports',
    enforce: 'pre',
    buildStart: () => read.clear(),
    transform(code, id) {
      if (!OURS.test(id)) return null;
      const precise = code
        .replace(TYPEBOX_DEFAULT, "import * as $1 from '$2';")
        .replace(NAMED_FROM_INDEX, (whole, keyword, names, from) => {
          const index = resolve(dirname(id), from);
          return existsSync(index) ? statementsOf(keyword, words(names), index, read) : whole;
        });
      return precise === code ? null : { code: precise, map: null };
    },
  };
}

/**
 * Returns the statements that import or export these names of an index.ts from the modules that declare them.
 * @param {'import' | 'export'} keyword
 * @param {[imported: string, local: string][]} names
 * @param {string} index
 * @param {Map<string, Exports>} read
 */
function statementsOf(keyword, names, index, read) {
  return names
    .map(([imported, local]) => {
      const [file, name] = declaration(index, imported, read);
      return `${keyword} { ${name} as ${local} } from ${JSON.stringify(file)};`;
    })
    .join(' ');
}

/**
 * Returns the module that declares an exported name, and its name there.
 * @param {string} file
 * @param {string} name
 * @param {Map<string, Exports>} read
 * @returns {[file: string, name: string]}
 */
function declaration(file, name, read) {
  const { names, stars } = exportsOf(file, read);
  const known = names.get(name);
  if (known !== undefined) return declaration(...known, read);
  const declares = new RegExp(
    `^export (?:async )?(?:const|function\\*?|class|let|enum) ${name.replaceAll('$', '\\$')}\\b`,
    'm',
  );
  for (const star of stars) {
    const behind = exportsOf(star, read);
    if (declares.test(behind.text)) return [star, name];
    if (behind.names.has(name)) return declaration(star, name, read);
  }
  return [file, name];
}

/** @param {string} file @param {Map<string, Exports>} read @returns {Exports} */
function exportsOf(file, read) {
  const known = read.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const from = (/** @type {string} */ path) => resolve(dirname(file), path);
  /** @type {Exports} */
  const found = { names: new Map(), stars: [], text };
  for (const [, names = '', path = ''] of text.matchAll(NAMED_EXPORT))
    for (const [name, exported] of words(names)) found.names.set(exported, [from(path), name]);
  for (const [, path = ''] of text.matchAll(STAR_EXPORT)) found.stars.push(from(path));
  read.set(file, found);
  return found;
}

/**
 * Reads `a, type B, c as d` without its types.
 * @param {string} list
 * @returns {[name: string, as: string][]}
 */
const words = (list) =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && !word.startsWith('type '))
    .map((word) => {
      const [name = '', as = name] = word.split(/\s+as\s+/);
      return [name, as];
    });
