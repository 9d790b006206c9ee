/** A meaning's headline with what its recipients are, each behind its address. */
import type { Meaning, NamedAddress } from '../../../shared/model/index.ts';

/** More recipients than these are not noted in one headline; each has its row. */
const MAXIMUM_NOTED = 3;

/** Rows of the summary that name who pays, signs or owns, and so no recipient. */
const PAYING: ReadonlySet<string> = new Set([
  'Account',
  'Also signs',
  'Fee granted by',
  'Fee paid by',
  'Fee paid in',
  'From',
  'Of',
  'Owner',
  'Paid by',
  'Rent paid by',
  'Signed with',
  'Signer',
]);

type Parts = Pick<Meaning, 'headline' | 'decoded' | 'rows'>;

/**
 * Returns the ranges `[start, end)` of a headline that hold text of others. Sentences quote it with “…”, which nothing in it can close, or with
 * straight marks, of which the text may have more: then all from the first mark to the last is taken for text of others, and all to
 * the end where a cut headline has one mark only.
 */
function quotedIn(headline: string): readonly (readonly [start: number, end: number])[] {
  return [/"(?:.*"|.*$)/gs, /“[^”]*”?/g].flatMap((quotation) =>
    [...headline.matchAll(quotation)].map(({ 0: text, index }) => [index, index + text.length] as const),
  );
}

interface Word {
  readonly text: string;
  readonly index: number;
}

function wordsIn(headline: string): Word[] {
  const cuts = quotedIn(headline);
  return [...headline.matchAll(/[^\s,;:.()]+/g)]
    .map(({ 0: text, index }) => ({ text, index }))
    .filter(({ index }) => !cuts.some(([start, end]) => index >= start && index < end));
}

/** The words of a headline that are no text of others. */
export const ownWords = (headline: string): ReadonlySet<string> => new Set(wordsIn(headline).map(({ text }) => text));

/**
 * The values that stand for recipients: the addresses in the summary of contents that receive or may take something, and those of
 * the request itself where there are no contents.
 */
function recipientsIn({ decoded, rows }: Parts): ReadonlySet<string> {
  const given = decoded === null ? rows.map(({ path, ...row }) => ({ ...row, name: path })) : decoded.summary;
  return new Set(given.filter(({ kind, name }) => kind === 'address' && !PAYING.has(name)).map(({ value }) => value));
}

/** The headline, with what this machine knows of each recipient behind its address. Without a book nobody is said to be missing in it. */
export function notedHeadline(meaning: Parts, named: readonly NamedAddress[], hasBook: boolean): string {
  const { headline } = meaning;
  const recipients = recipientsIn(meaning);
  const words = wordsIn(headline);
  const notes = named.flatMap((each) => {
    const word = recipients.has(each.address) ? words.find(({ text }) => text === each.address) : undefined;
    const note = noteOf(each, hasBook);
    return word === undefined || note === null ? [] : [{ at: word.index + each.address.length, note }];
  });
  if (notes.length > MAXIMUM_NOTED) return headline;
  return notes
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, note }) => `${text.slice(0, at)} (${note})${text.slice(at)}`, headline);
}

function noteOf({ relation, label }: NamedAddress, hasBook: boolean): string | null {
  if (relation === 'own') return `your account${label === null ? '' : ` “${label}”`} by the service’s list`;
  if (label !== null) return `“${label}” in your address book`;
  return hasBook ? 'not in your address book' : null;
}
