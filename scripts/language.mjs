import { readFileSync, writeFileSync } from 'node:fs';
import { catalogueOf, faultsOf, OTHER_LANGUAGES, sorted, untranslated, usedTexts } from './lib/language/catalogue.mjs';
import { createLog } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { main, SetupProblem } from './lib/problem.mjs';

const USAGE = [
  'npm run language                 sort the catalogues, drop texts that no source has, list what has no translation',
  'npm run language -- de FILE      first take the translations in FILE, a JSON object from English to German',
];

/** Keeps the catalogues of the window's languages in order. A translation that does not fit is named and not taken. */
await main(async () => {
  const [language, file, ...rest] = process.argv.slice(2);
  const isKnown = OTHER_LANGUAGES.some((name) => name === language);
  if (rest.length > 0 || (language !== undefined && (!isKnown || file === undefined)))
    throw new SetupProblem('Name a language and a file.', USAGE);
  const log = createLog(process.stdout);
  const used = usedTexts();
  for (const name of OTHER_LANGUAGES) {
    const given = name === language && file !== undefined ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const whole = { ...catalogueOf(name), ...given };
    const faults = faultsOf(whole, used);
    const catalogue = Object.fromEntries(
      Object.entries(whole).filter((entry) => faultsOf(Object.fromEntries([entry]), used).length === 0),
    );
    const missing = untranslated(catalogue, used);
    write(`${name}.json`, sorted(catalogue));
    write(`${name}.pending.json`, missing);
    for (const fault of faults) log.line(`castellan: not taken, ${fault}`);
    log.line(
      `castellan: ${Object.keys(catalogue).length} translations, ${Object.values(missing).flat().length} missing`,
    );
  }
  return 0;
});

/** @param {string} name @param {unknown} value */
function write(name, value) {
  writeFileSync(inRoot('renderer/language', name), `${JSON.stringify(value, null, 2)}\n`);
}
