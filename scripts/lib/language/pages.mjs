import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../paths.mjs';
import {
  catalogueOf,
  isShownSource,
  namesReader,
  pageTexts,
  sentencesOfMain,
  tableWords,
  translationsFor,
} from './catalogue.mjs';
import { textsOf } from './texts.mjs';
import { translated } from './translated.mjs';

/** The modules of another language in place of those of English. */
export const REPLACED = [
  ['renderer/language/table-words.ts', ''],
  ['renderer/language/locale.ts', '.ts'],
  ['shared/words/number.ts', '.number.ts'],
];

/**
 * Writes the texts of a page's sources in another language while they are bundled. English has no plugin.
 * @param {string} language
 * @returns {import('vite').Plugin}
 */
export function inLanguage(language) {
  const catalogue = catalogueOf(language);
  const namesOf = namesReader();
  const path = (/** @type {string} */ id) => relative(ROOT, id).split(sep).join('/');
  return {
    name: 'castellan-language',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved === null) return null;
      const [, ending = ''] = REPLACED.find(([file]) => file === path(resolved.id)) ?? [];
      return ending === '' ? resolved : join(ROOT, `renderer/language/${language}${ending}`);
    },
    transform(code, id) {
      const file = path(id);
      if (file === 'renderer/language/table-words.ts')
        return {
          code: mapModule('TABLE_WORDS', new Map(tableWords().map((word) => [word, catalogue[word]]))),
          map: null,
        };
      if (file === 'renderer/language/sentences.ts')
        return {
          code:
            mapModule('SENTENCES', sentencesOfMain(catalogue)) +
            mapModule('TEMPLATES', sentencesOfMain(catalogue, true)),
          map: null,
        };
      if (!isShownSource(file)) return null;
      const texts = textsOf(code, file, namesOf(file));
      return { code: translated(code, texts, translationsFor(catalogue, file)), map: null };
    },
    transformIndexHtml: { order: 'pre', handler: (html) => document(html, language, catalogue) },
  };
}

/**
 * Returns a module that exports the translations of some texts.
 * @param {string} name
 * @param {ReadonlyMap<string, string | undefined>} texts
 */
function mapModule(name, texts) {
  const known = [...texts].filter(([, text]) => text !== undefined);
  return `export const ${name} = new Map(${JSON.stringify(known)});\n`;
}

/** @param {string} html @param {string} language @param {import('./catalogue.mjs').Catalogue} catalogue */
function document(html, language, catalogue) {
  let written = html;
  for (const { key, start } of pageTexts(html).reverse())
    written = written.slice(0, start) + (catalogue[key] ?? key) + written.slice(start + key.length);
  return written.replace('<html lang="en">', `<html lang="${language}">`);
}

/**
 * Builds the pages in another language after those in English. The documents stand in a folder of the language. All files
 * of the pages stand in one folder, so a file that is equal in both is there once.
 * @param {string} language
 * @param {string} folder of the built pages
 * @param {(outDir: string) => import('vite').InlineConfig} pages the settings of the pages in this language
 * @returns {import('vite').Plugin}
 */
export const alsoIn = (language, folder, pages) => ({
  name: `castellan-pages-${language}`,
  async closeBundle() {
    const own = join(folder, language);
    await build({ configFile: false, base: './', logLevel: 'warn', ...pages(own) });
    rmSync(join(own, 'licences.json'), { force: true });
    mkdirSync(join(folder, 'assets'), { recursive: true });
    for (const name of readdirSync(join(own, 'assets'))) {
      const [from, to] = [join(own, 'assets', name), join(folder, 'assets', name)];
      if (!existsSync(to)) renameSync(from, to);
      else if (!readFileSync(from).equals(readFileSync(to)))
        throw new Error(`two files of the pages are called ${name}`);
    }
    rmSync(join(own, 'assets'), { recursive: true });
  },
});
