import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { inRoot } from '../paths.mjs';
import { mainSentences } from './sentences.mjs';
import { textsOf } from './texts.mjs';
import { holesOf } from './translated.mjs';

/** The languages of the window beside English, in which the sources are written. */
export const OTHER_LANGUAGES = /** @type {const} */ (['de']);

const FOLDER = 'renderer/language';
/** The sources whose texts the windows show. The functions of shared/words are in the pages too. */
const SOURCES = ['renderer', 'shared/words', 'electron/main/words'];

/** @typedef {Readonly<Record<string, string>>} Catalogue */
/** @typedef {{ file: string, line: number }} Use */

/** @param {string} name @returns {unknown} */
const json = (name) => JSON.parse(readFileSync(inRoot(FOLDER, name), 'utf8'));

/**
 * Returns the translations of a language, by the English text.
 * @param {string} language
 * @returns {Catalogue}
 */
export const catalogueOf = (language) => /** @type {Catalogue} */ (json(`${language}.json`));

/** Returns the texts that are said by `say`, from tables that the program also compares. @returns {readonly string[]} */
export const tableWords = () => /** @type {string[]} */ (json('table-words.json'));

/**
 * Returns the texts that look like words and are names for the program or for standards, in every file and in single files.
 * @returns {(file: string) => ReadonlySet<string>}
 */
export function namesReader() {
  const groups = /** @type {Record<string, { names: string[], files?: string[] }>} */ (json('names.json'));
  return (file) =>
    new Set(
      Object.values(groups).flatMap(({ names, files }) =>
        files === undefined || files.some((own) => file.startsWith(own)) ? names : [],
      ),
    );
}

/** A file with texts of the windows has this path from the root of the checkout, with slashes. @param {string} path */
export const isShownSource = (path) =>
  /^(?:renderer|shared\/words|electron\/main\/words)\/.*\.tsx?$/.test(path) &&
  !path.startsWith(`${FOLDER}/`) &&
  !path.endsWith('.d.ts');

/** @returns {string[]} */
const sources = () =>
  SOURCES.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path).split(sep).join('/'),
    ),
  ).sort();

/**
 * Returns the key of every text of the windows with its places in the sources, in the order of the keys. The sentences of
 * main that they show are among them.
 * @returns {Map<string, Use[]>}
 */
export function usedTexts() {
  const namesOf = namesReader();
  /** @type {Map<string, Use[]>} */
  const used = new Map();
  const add = (/** @type {string} */ key, /** @type {Use} */ use) => used.set(key, [...(used.get(key) ?? []), use]);
  for (const file of sources()) {
    if (!isShownSource(file) && !file.endsWith('.html')) continue;
    const code = readFileSync(inRoot(file), 'utf8');
    const lineAt = (/** @type {number} */ at) => code.slice(0, at).split('\n').length;
    if (file.endsWith('.html')) {
      for (const { key, start } of pageTexts(code)) add(key, { file, line: lineAt(start) });
      continue;
    }
    for (const { start, texts } of textsOf(code, file, namesOf(file)))
      for (const key of new Set(texts.map((text) => text.key))) add(key, { file, line: lineAt(start) });
  }
  for (const key of tableWords()) add(key, { file: `${FOLDER}/table-words.json`, line: 0 });
  for (const { key, file, line } of mainSentences(namesOf)) add(key, { file, line });
  return new Map([...used].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns the sentences of main that the pages show, with their translations. The translation is undefined if none is there.
 * @param {Catalogue} catalogue
 * @param {boolean} ofTemplates True for the templates of errors and the texts for their values, false for all others.
 * @returns {Map<string, string | undefined>}
 */
export function sentencesOfMain(catalogue, ofTemplates = false) {
  const said = mainSentences(namesReader()).filter(({ isTemplate = false }) => isTemplate === ofTemplates);
  const lookups = new Map(
    [...new Set(said.map(({ file }) => file))].map((file) => [file, translationsFor(catalogue, file)]),
  );
  return new Map(said.map(({ key, file }) => /** @type {const} */ ([key, lookups.get(file)?.(key)])).sort());
}

/** The name of the program is in the documents as well. */
const DOCUMENT_TEXT = />([^<>]*\p{Ll}[^<>]*)</gu;

/**
 * Returns the texts of a page's document.
 * @param {string} html
 */
export const pageTexts = (html) =>
  [...html.matchAll(DOCUMENT_TEXT)]
    .map(({ 1: text = '', index }) => ({ key: text.trim(), start: index + 1 + text.indexOf(text.trim()) }))
    .filter(({ key }) => key !== 'Castellan');

/**
 * Returns a lookup of translations in one file. A key that ends in ` @` and the start of a path holds for such files alone.
 * An English word can have two translations by it.
 * @param {Catalogue} catalogue
 * @param {string} file
 * @returns {(key: string) => string | undefined}
 */
export function translationsFor(catalogue, file) {
  const own = Object.entries(catalogue).flatMap(([key, text]) => {
    const [, base = '', path = ''] = /^(.*) @([\w./-]+)$/s.exec(key) ?? [];
    return path !== '' && file.startsWith(path) ? [/** @type {const} */ ([base, text])] : [];
  });
  const here = new Map(own);
  return (key) => here.get(key) ?? (Object.hasOwn(catalogue, key) ? catalogue[key] : undefined);
}

/** Returns the key without the path of the files for which it holds alone. @param {string} key */
const baseOf = (key) => key.replace(/ @[\w./-]+$/s, '');

/**
 * Returns what is wrong with the translations of a language: keys that no source has, other holes, and empty texts.
 * @param {Catalogue} catalogue
 * @param {ReadonlyMap<string, readonly Use[]>} used
 * @returns {string[]}
 */
export const faultsOf = (catalogue, used) =>
  Object.entries(catalogue).flatMap(([key, text]) => {
    const base = baseOf(key);
    if (!used.has(base)) return [`no source has this text: ${key}`];
    if (text.trim() === '') return [`the translation is empty: ${key}`];
    if (text !== text.trim()) return [`the translation begins or ends with a space: ${key}`];
    if (holesOf(base).join(' ') !== holesOf(text).join(' ')) return [`the holes differ: ${key}`];
    const forms = [...text.matchAll(/\{\d+:([^}]*)\}/g)].filter(([, each = '']) => each.split('|').length !== 2);
    return forms.length === 0 ? [] : [`a counted noun has two forms: ${key}`];
  });

/**
 * Returns the texts that have no translation, by the file that has them first.
 * @param {Catalogue} catalogue
 * @param {ReadonlyMap<string, readonly Use[]>} used
 * @returns {Record<string, string[]>}
 */
export function untranslated(catalogue, used) {
  /** @type {Record<string, string[]>} */
  const missing = {};
  for (const [key, [first]] of used) {
    const file = first?.file ?? '';
    if (catalogue[key] === undefined) missing[file] = [...(missing[file] ?? []), key];
  }
  return sorted(missing);
}

/**
 * Returns a record in the order of its keys.
 * @template Value
 * @param {Readonly<Record<string, Value>>} record
 * @returns {Record<string, Value>}
 */
export const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
