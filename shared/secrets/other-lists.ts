import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';

/** The 11-bit value of each word in NFKD (BIP-39), by the list of each language but English. */
export const OTHER_LISTS: readonly ReadonlyMap<string, number>[] = [
  czech,
  french,
  italian,
  japanese,
  korean,
  simplifiedChinese,
  spanish,
  traditionalChinese,
].map((list) => new Map(list.map((word, bits) => [word.normalize('NFKD'), bits])));
