import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../paths.mjs';
import { catalogueOf, namesReader, OTHER_LANGUAGES, translationsFor } from './catalogue.mjs';
import { REPLACED } from './pages.mjs';
import { textsOf } from './texts.mjs';
import { translated } from './translated.mjs';

const FOLDER = 'electron/main/words/';
/** A module of a language: `menu.de.ts` is `menu.ts` in German. `de.ts` imports the first of them. */
const IN_LANGUAGE = new RegExp(`^(.+?)[./](${OTHER_LANGUAGES.join('|')})\\.ts$`);
/** Passes on the functions that count, which are other ones in each language. */
const PASSES_ON = 'shared/words/index.ts';

/**
 * Adds the words that main itself shows in each other language. Modules of that folder that `electron/main/words/de.ts`
 * imports are in German, with the German forms of numbers. English is the language of the sources and loads none of it.
 * @returns {import('vite').Plugin}
 */
export function mainInLanguages() {
  const namesOf = namesReader();
  return {
    name: 'castellan-main-language',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const [, , language] = IN_LANGUAGE.exec(pathOf(importer ?? '')) ?? [];
      if (language === undefined) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved === null || resolved.external) return resolved;
      const path = pathOf(resolved.id);
      const [, ending = ''] = REPLACED.find(([file]) => file === path) ?? [];
      if (ending !== '') return join(ROOT, `renderer/language/${language}${ending}`);
      return path.startsWith(FOLDER) || path === PASSES_ON ? resolved.id.replace(/\.ts$/, `.${language}.ts`) : resolved;
    },
    load(id) {
      const path = pathOf(id);
      const [, base, language] = IN_LANGUAGE.exec(path) ?? [];
      if (language === undefined || path === `${FOLDER}${language}.ts`) return null;
      const file = `${base}.ts`;
      if (!file.startsWith(FOLDER) && file !== PASSES_ON) return null;
      const code = readFileSync(join(ROOT, file), 'utf8');
      const texts = textsOf(code, file, namesOf(file));
      return { code: translated(code, texts, translationsFor(catalogueOf(language), file)), map: null };
    },
  };
}

/** @param {string} id */
const pathOf = (id) => relative(ROOT, id).split(sep).join('/');
