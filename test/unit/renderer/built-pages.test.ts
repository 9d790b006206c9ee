import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogueOf, OTHER_LANGUAGES } from '../../../scripts/lib/language/catalogue.mjs';

const BUILT = join(import.meta.dirname, '../../../out/renderer');
const PAGES = ['index.html', 'trusted/index.html', 'passkey/index.html'];
const DOCUMENTS = [...PAGES, ...OTHER_LANGUAGES.flatMap((language) => PAGES.map((page) => `${language}/${page}`))];
const NAMED = /(?:src|href)="([^"]+\.js)"/g;
/** Imports at the start and later ones. */
const IMPORTED = /(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g;

/** Returns the files that match in a file, as paths. */
const named = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path = '']) => join(file, '..', path));

/** Main serves each document at the top of its page's address, so `../assets` and `./assets` are one folder. */
const served = (path: string): string => join(BUILT, 'assets', basename(path));

/** Returns the file with the program of a page. */
function programOf(document: string): string {
  const [program = ''] = named(join(BUILT, document), NAMED);
  return served(program);
}

/** Returns every file that a page can load, at its start or later. */
function filesOf(document: string): ReadonlySet<string> {
  const files = new Set(named(join(BUILT, document), NAMED).map(served));
  for (const file of files) for (const imported of named(file, IMPORTED)) files.add(imported);
  return files;
}

it.for(DOCUMENTS)('%s can load the program of no other page', (document) => {
  const files = filesOf(document);
  expect(files).toContain(programOf(document));
  // A program without texts is one file in every language.
  const others = DOCUMENTS.map(programOf).filter((program) => program !== programOf(document));
  expect(others.filter((program) => files.has(program))).toEqual([]);
});

it.for(OTHER_LANGUAGES)('a page in %s loads no file with texts of English', (language) => {
  const own = filesOf(`${language}/index.html`);
  expect(own).not.toContain(programOf('index.html'));
  expect(readFileSync(join(BUILT, language, 'index.html'), 'utf8')).toContain(`<html lang="${language}">`);
});

it.for(OTHER_LANGUAGES)('a page in English loads no text of %s', (language) => {
  const catalogue = catalogueOf(language);
  const said = Object.values(catalogue).filter((text) => /[äöüß]/.test(text) && !text.includes('{'));
  const files = PAGES.flatMap((page) => [...filesOf(page)]).map((file) => readFileSync(file, 'utf8'));
  expect(said.filter((text) => files.some((code) => code.includes(`\`${text}\``)))).toEqual([]);
});

it('the app loads at most three scripts at its start', () => {
  expect(named(join(BUILT, 'index.html'), NAMED).length).toBeLessThanOrEqual(3);
});
