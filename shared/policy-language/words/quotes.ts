/** Texts of other people inside the words of a policy. None of them can end its own quotes or read like the sentence. */
import { codePointName, inQuotes } from '../../model/index.ts';

/** Returns a part of an expression in backquotes, with the backquotes inside by their code point. */
export const inBackquotes = (text: string): string => `\`${text.replaceAll('`', `<${codePointName(0x60)}>`)}\``;

/** Words of the sentences themselves. A person with such a name is in quotes. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  ...['anyone', 'anybody', 'anything', 'everyone', 'everybody', 'everything', 'nobody', 'nothing', 'no-one', 'always'],
  ...['never', 'empty', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'no', 'all'],
  ...['any', 'each', 'and', 'or', 'not', 'people', 'person', 'those', 'its', 'it', 'among', 'where', 'at', 'of', 'the'],
]);
const PLAIN = /^\p{Lu}[\p{L}\p{N}_-]{0,31}$/u;

/** Returns a name. One that reads like part of the sentence is in quotes. */
export const nameWords = (name: string): string =>
  PLAIN.test(name) && !OWN_WORDS.has(name.toLowerCase()) ? name : inQuotes(name);

const ADDRESS = /^(?:0x[0-9a-f]{6,}|(?=.*\d)[0-9a-z]{25,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Returns true for a name that reads like an address or an identifier. The words then show the value that it names. */
export const looksLikeValue = (name: string): boolean => ADDRESS.test(name.trim());
