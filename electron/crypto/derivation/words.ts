/**
 * The word lists of BIP-39 as tables of bytes, so that secret words are looked up without making strings of them. Each
 * table is made when it is first needed. Words are public, but the timing of a lookup is not hidden.
 */
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import type { MnemonicLanguage } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';

/** The longest word of all lists in NFKD: Korean, eleven letters of three bytes. */
export const LONGEST_WORD = 33;

const LISTS: Readonly<Record<MnemonicLanguage, readonly string[]>> = {
  MNEMONIC_LANGUAGE_ENGLISH: english,
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: simplifiedChinese,
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: traditionalChinese,
  MNEMONIC_LANGUAGE_CZECH: czech,
  MNEMONIC_LANGUAGE_FRENCH: french,
  MNEMONIC_LANGUAGE_ITALIAN: italian,
  MNEMONIC_LANGUAGE_JAPANESE: japanese,
  MNEMONIC_LANGUAGE_KOREAN: korean,
  MNEMONIC_LANGUAGE_SPANISH: spanish,
};

/** The spellings of a list's words (NFKD, and NFC where it differs) in one array, in the order of their bytes. */
interface WordTable {
  readonly bytes: Uint8Array;
  /** The start of each spelling, with one more entry than there are spellings. */
  readonly starts: Uint32Array;
  /** The number in the list of each spelling's word. */
  readonly words: Uint16Array;
  /** The number of each word's NFKD spelling. */
  readonly canonical: Uint16Array;
}

const tables = new Map<MnemonicLanguage, WordTable>();

/** Returns the number of the word spelled by these bytes, in NFKD or NFC, or -1 when the list does not have it. */
export function findWord(language: MnemonicLanguage, bytes: Uint8Array, start: number, end: number): number {
  const table = tableOf(language);
  let low = 0;
  let high = table.words.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compare(bytes.subarray(start, end), spelling(table, middle));
    if (order === 0) return table.words[middle] ?? -1;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return -1;
}

/** Returns the NFKD bytes of a word: a view of the table that must not be written to. */
export function canonicalWord(language: MnemonicLanguage, word: number): Uint8Array {
  const table = tableOf(language);
  return spelling(table, table.canonical[word] ?? 0);
}

function tableOf(language: MnemonicLanguage): WordTable {
  const known = tables.get(language);
  if (known !== undefined) return known;
  const table = makeTable(LISTS[language]);
  tables.set(language, table);
  return table;
}

function makeTable(list: readonly string[]): WordTable {
  const spellings = list.flatMap((text, word) => {
    const forms = new Set([text.normalize('NFKD'), text.normalize('NFC')]);
    return [...forms].map((form, index) => ({ bytes: utf8Encode(form), word, isCanonical: index === 0 }));
  });
  spellings.sort((a, b) => compare(a.bytes, b.bytes));
  const bytes = new Uint8Array(spellings.reduce((length, each) => length + each.bytes.length, 0));
  const starts = new Uint32Array(spellings.length + 1);
  const canonical = new Uint16Array(list.length);
  for (const [index, each] of spellings.entries()) {
    const start = starts[index] ?? 0;
    bytes.set(each.bytes, start);
    starts[index + 1] = start + each.bytes.length;
    if (each.isCanonical) canonical[each.word] = index;
  }
  return { bytes, starts, words: Uint16Array.from(spellings, ({ word }) => word), canonical };
}

function spelling({ bytes, starts }: WordTable, index: number): Uint8Array {
  return bytes.subarray(starts[index], starts[index + 1]);
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
