import { TABLE_WORDS } from './table-words.ts';

/**
 * Returns a word of a table in the language of the page: the title of an operation, or a name that the program compares.
 * table-words.json lists them. Any other text stays as it is, so data is never translated.
 */
export const worded = (word: string): string => TABLE_WORDS.get(word) ?? word;
