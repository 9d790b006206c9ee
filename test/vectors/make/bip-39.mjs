/**
 * Makes bip-39.json: `node test/vectors/make/bip-39.mjs FILE`, where FILE is vectors.json of trezor/python-mnemonic. Its seeds
 * are left away: they are made with a passphrase. The member bip32JP comes from elsewhere and stays as it is.
 */
import { readFileSync } from 'node:fs';
import { writeVectors } from './rows.mjs';

const [file = ''] = process.argv.slice(2);
const read = (/** @type {string | URL} */ path) => JSON.parse(readFileSync(path, 'utf8'));
/** @type {Record<string, [string, string][]>} */
const languages = read(file);

const USED = {
  ENGLISH: 'english',
  SIMPLIFIED_CHINESE: 'chinese_simplified',
  TRADITIONAL_CHINESE: 'chinese_traditional',
  CZECH: 'czech',
  FRENCH: 'french',
  ITALIAN: 'italian',
  JAPANESE: 'japanese',
  KOREAN: 'korean',
  SPANISH: 'spanish',
};

writeVectors('bip-39', {
  words: Object.entries(USED).flatMap(([language, name]) =>
    (languages[name] ?? []).map(([entropy, words]) => [`MNEMONIC_LANGUAGE_${language}`, entropy, words]),
  ),
  bip32JP: read(new URL('../bip-39.json', import.meta.url)).bip32JP,
});
