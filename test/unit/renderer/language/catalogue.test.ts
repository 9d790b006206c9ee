import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  catalogueOf,
  faultsOf,
  OTHER_LANGUAGES,
  sorted,
  untranslated,
  usedTexts,
} from '../../../../scripts/lib/language/catalogue.mjs';
import { LANGUAGES } from '../../../../shared/ipc/index.ts';
import { tableWordsInUse } from './table-words.ts';

const FOLDER = join(import.meta.dirname, '../../../../renderer/language');
const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

describe('the catalogue', () => {
  it('has the words of every table that the pages show', async () => {
    await expect(json(tableWordsInUse())).toMatchFileSnapshot(join(FOLDER, 'table-words.json'));
  });

  it('is there for each language that can be chosen, beside English', () => {
    expect(['en', ...OTHER_LANGUAGES]).toEqual(LANGUAGES);
  });

  it.for(OTHER_LANGUAGES)('has each text of the pages in %s, or names it as missing', (language) => {
    expect(untranslated(catalogueOf(language), usedTexts())).toEqual(read(`${language}.pending.json`));
  });

  it.for(OTHER_LANGUAGES)('has only texts of the pages in %s, with their holes', (language) => {
    expect(faultsOf(catalogueOf(language), usedTexts())).toEqual([]);
  });

  it.for(OTHER_LANGUAGES)('of %s is sorted, so that two changes seldom meet', (language) => {
    const catalogue = catalogueOf(language);
    expect(Object.keys(catalogue)).toEqual(Object.keys(sorted(catalogue)));
  });

  it('names only texts that the sources have as no texts', () => {
    const groups = read('names.json') as Record<string, { names: string[]; files?: string[] }>;
    const sources = readFileSync(join(FOLDER, 'names.json'), 'utf8');
    expect(sources).toBe(json(groups));
    for (const { names } of Object.values(groups)) expect(names).toEqual([...names].sort());
  });

  it.for([
    [{ 'Delete {0}': 'Löschen' }, 'the holes differ: Delete {0}'],
    [{ 'Delete {0}': ' ' }, 'the translation is empty: Delete {0}'],
    [{ 'Delete {0}': '{0} löschen ' }, 'the translation begins or ends with a space: Delete {0}'],
    [{ Delete: 'Löschen' }, 'no source has this text: Delete'],
    [{ '{0:entry|entries}': '{0}' }, 'the holes differ: {0:entry|entries}'],
    [{ '{0:entry|entries}': '{0:Eintrag}' }, 'a counted noun has two forms: {0:entry|entries}'],
  ] as const)('refuses %j', ([catalogue, fault]) => {
    const used = new Map(['Delete {0}', '{0:entry|entries}'].map((key) => [key, []]));
    expect(faultsOf(catalogue, used)).toEqual([fault]);
  });

  it('takes holes in another order, and a text for some files alone', () => {
    const used = new Map(['{0} of {1}', 'Open'].map((key) => [key, []]));
    const catalogue = { '{0} of {1}': 'von {1} {0}', 'Open @renderer/app/': 'Offen', Open: 'Öffnen' };
    expect(faultsOf(catalogue, used)).toEqual([]);
  });
});
