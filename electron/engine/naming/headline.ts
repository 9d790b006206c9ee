/** Adds local knowledge about each recipient to a meaning's headline. */
import { inQuotes, type Meaning, type NamedAddress, type NamedId } from '../../../shared/model/index.ts';

/** Stands behind the address of a recipient without an entry. */
export const NOT_IN_BOOK = ' (not in your address book)';

/** Recipients noted in one headline. Each further one has a row of its own. */
const MAXIMUM_NOTED = 3;

/** Rows of the summary that name a payer, a signer, an owner, a token or a token account, and so no recipient. */
const PAYING: ReadonlySet<string> = new Set([
  'Account',
  'Acts for',
  'Also signs',
  'Amount and fee paid by',
  'Extra signer',
  'Fee granted by',
  'Fee paid by',
  'Fee paid in',
  'Fee token',
  'From',
  'Issuer',
  'Mint',
  'Of',
  'Owner',
  'Owner of the token',
  'Paid by',
  'Paying token account',
  'Rent paid by',
  'Signed with',
  'Signer',
  'Token account',
]);

type Parts = Pick<Meaning, 'headline' | 'decoded' | 'rows'>;

/**
 * Returns the ranges `[start, end)` of a headline that quote foreign text. Sentences quote it with “…”, which the text
 * cannot close, or with straight marks, which it may contain. So all between the first and the last straight mark
 * counts as foreign. A cut headline with one mark counts as foreign to its end.
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

/** Returns the words of a headline that do not quote other people's text. */
export const ownWords = (headline: string): ReadonlySet<string> => new Set(wordsIn(headline).map(({ text }) => text));

/**
 * The addresses of recipients: those in the summary of contents that receive or may take something. Without contents,
 * the addresses of the request itself.
 */
function recipientsIn({ decoded, rows }: Pick<Parts, 'decoded' | 'rows'>): ReadonlySet<string> {
  const given = decoded === null ? rows.map(({ path, ...row }) => ({ ...row, name: path })) : decoded.summary;
  return new Set(given.filter(({ kind, name }) => kind === 'address' && !PAYING.has(name)).map(({ value }) => value));
}

/** Returns the only recipient of a meaning. Null for none and for several. */
export function recipientIn(meaning: Pick<Parts, 'decoded' | 'rows'>): string | null {
  const [recipient = null, ...others] = recipientsIn(meaning);
  return others.length === 0 ? recipient : null;
}

/**
 * Returns the headline with the recipients of the address book by their names, and notes behind the addresses of all
 * others. Without a book, no recipient is reported as missing from it. The summary has each address in full.
 */
export function notedHeadline(
  meaning: Parts,
  named: readonly NamedAddress[],
  hasBook: boolean,
  ids: readonly NamedId[] = [],
): string {
  return withNames(withRecipients(meaning, named, hasBook), ids);
}

/** A key is named with the words before it, which then say who can open the export. */
const KEY_HOLDER = 'the holder of the target key ';

/** Returns a headline with names in place of ids and keys. Text of other people stays as it is. */
function withNames(headline: string, ids: readonly NamedId[]): string {
  const names = new Map(ids.map(({ id, name }) => [id, name]));
  return wordsIn(headline)
    .toReversed()
    .reduce((sentence, { text, index }) => {
      const name = names.get(text);
      if (name === undefined) return sentence;
      const before = sentence.slice(0, index);
      const after = sentence.slice(index + text.length);
      return before.endsWith(KEY_HOLDER)
        ? `${before.slice(0, -KEY_HOLDER.length)}${name}${after}`
        : `${before}${inQuotes(name)}${after}`;
    }, headline);
}

function withRecipients(meaning: Parts, named: readonly NamedAddress[], hasBook: boolean): string {
  const { headline } = meaning;
  const recipients = recipientsIn(meaning);
  const own = wordsIn(headline);
  const notes = named.flatMap((each) => {
    const word = recipients.has(each.address) ? own.find(({ text }) => text === each.address) : undefined;
    const words = wordsFor(each, hasBook);
    return word === undefined || words === null ? [] : [{ ...word, words }];
  });
  if (notes.length > MAXIMUM_NOTED) return headline;
  return notes
    .toSorted((one, other) => other.index - one.index)
    .reduce(
      (sentence, { index, text, words }) => `${sentence.slice(0, index)}${words}${sentence.slice(index + text.length)}`,
      headline,
    );
}

/** Returns the words in place of an address. Null when nothing is known. A service's own name replaces no address. */
function wordsFor({ address, relation, label }: NamedAddress, hasBook: boolean): string | null {
  if (relation === 'own')
    return `${address} (your account${label === null ? '' : ` ${inQuotes(label)}`} by the service’s list)`;
  if (label !== null) return inQuotes(label);
  return hasBook ? `${address}${NOT_IN_BOOK}` : null;
}
