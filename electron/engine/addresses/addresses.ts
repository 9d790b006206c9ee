import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import type { ComparedMember } from '../../../shared/ipc/index.ts';
import {
  type AddressEntry,
  type AddressRow,
  type BookFormat,
  chainName,
  type NearAddress,
  type ProfileRow,
  type TakenLine,
} from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { type Slice, searchTerms, searchText } from '../../storage/cache/index.ts';
import { replaceFile } from '../../storage/files/index.ts';
import type { SignedFor } from '../../storage/records/index.ts';
import type { Base } from '../base.ts';
import type { ChangedDocument, DocumentChange, Documents } from '../documents.ts';
import type { Counting } from '../ports.ts';
import { areAlike, createLookalikes, foldAddress, type Lookalikes } from './alike.ts';
import { checkedEntry, keyOf, MAXIMUM_ENTRIES, namespacesOf, requireAddress } from './entries.ts';
import { csvOf, jsonOf, labelsOf, readEntries, readEntriesInSlices } from './files.ts';

/** Look-alikes of one entry that are shown. */
const MAXIMUM_ALIKE = 10;

/** The address book as it was confirmed, made once for each state of it. */
export interface Book {
  /** In the order of their labels. */
  readonly entries: readonly AddressEntry[];
  /** The entry of an address in its chain's spelling: that of the chain (CAIP-2, or null where none is told) before that of any. */
  find(address: string, chain: string | null): AddressEntry | null;
  readonly lookalikes: Lookalikes<AddressEntry>;
}

/**
 * The operator's address book: one for all profiles, because who an address belongs to is the same whoever pays; what was signed
 * for it before is of each profile. Every change is asked in the trusted window: names are shown beside what is signed.
 */
export interface Addresses {
  /** Throws DOCUMENT_CHANGED. */
  book(): Promise<Book>;
  /** A slice of it in the order of labels, with when the profile last signed something for each. Throws DOCUMENT_CHANGED. */
  list(slice: Slice, profile: ProfileRow): Promise<{ rows: AddressRow[]; total: number; near: NearAddress | null }>;
  /** Other entries that read like one, and what the profile signed for it. */
  about(
    key: Pick<AddressEntry, 'address' | 'chain'>,
    profile: ProfileRow,
  ): Promise<{ alike: AddressEntry[]; signed: SignedFor | null }>;
  /** Those of one address, in whichever spelling its chain takes. Throws INVALID_INPUT for what is no address, DOCUMENT_CHANGED. */
  entriesOf(address: string): Promise<AddressEntry[]>;
  /** Adds an entry, or puts it in the place of `former`; gives it as it is kept. Throws INVALID_INPUT, NOT_CONFIRMED, DOCUMENT_CHANGED. */
  save(entry: AddressEntry, former: Pick<AddressEntry, 'address' | 'chain'> | null): Promise<AddressEntry>;
  remove(entry: Pick<AddressEntry, 'address' | 'chain'>): Promise<void>;
  /**
   * Reads entries from a text and says of each line what becomes of it; takes them, all at once, when `take` is true. `as` is what the
   * text must be; without it, what it begins like.
   */
  take(
    text: string,
    take: boolean,
    how?: Counting & { readonly as?: BookFormat | undefined },
  ): Promise<{ lines: TakenLine[]; taken: number }>;
  /** Writes the book into a file of the operator's alone below the state folder, and gives its path. */
  write(as: BookFormat): Promise<string>;
  /** Asks the operator to take a book that was changed outside this program as it is. */
  confirm(): Promise<void>;
}

export function createAddresses({ ports, records }: Base, documents: Documents): Addresses {
  let held: { readonly body: Uint8Array | null; readonly book: Book; readonly texts: readonly string[] } | null = null;

  const open = async () => {
    const body = await documents.read('addresses');
    if (held === null || held.body !== body) held = { body, ...bookOf(entriesIn(body)) };
    return held;
  };

  /** Asks, and then writes what `edit` makes of the entries. */
  const change = async (headline: string, edit: (entries: Map<string, AddressEntry>) => void) => {
    const { body, book } = await open();
    const before = new Map(book.entries.map((entry) => [keyOf(entry), entry]));
    const after = new Map(before);
    edit(after);
    if (after.size > MAXIMUM_ENTRIES)
      throw new AppError('INVALID_INPUT', `An address book holds ${MAXIMUM_ENTRIES} entries. Nothing was changed.`);
    const entries = compared(before, after);
    if (entries.length === 0)
      throw new AppError('INVALID_INPUT', 'That is in the address book already. Nothing was changed.');
    await documents.change('addresses', body, { headline, entries, body: bodyOf([...after.values()]) });
  };

  return {
    book: async () => (await open()).book,
    async list({ search, offset, limit }, profile) {
      const { book, texts } = await open();
      const terms = searchTerms(search);
      const found =
        terms.length === 0 ? book.entries : book.entries.filter((_entry, index) => holds(texts[index] ?? '', terms));
      const near = found.length > 0 ? null : book.lookalikes.find(foldAddress(search.trim()));
      const rows = found
        .slice(offset, offset + limit)
        .map((entry) => ({ ...entry, lastUsed: records.signed.for(profile.name, entry.address)?.lastAt ?? null }));
      return { rows, total: found.length, near: near === null ? null : { address: near.address, label: near.label } };
    },
    async about({ address }, { name }) {
      const { entries } = (await open()).book;
      const folded = foldAddress(address);
      const alike = entries.filter((entry) => areAlike(foldAddress(entry.address), folded));
      return { alike: alike.slice(0, MAXIMUM_ALIKE), signed: records.signed.for(name, address) };
    },
    async entriesOf(text) {
      const address = requireAddress(text);
      return (await open()).book.entries.filter((entry) => entry.address === address);
    },
    async save(given, former) {
      const entry = checkedEntry(given);
      const verb = former === null ? 'Add' : 'Change';
      await change(`${verb} “${entry.label}” ${former === null ? 'to' : 'in'} the address book`, (entries) => {
        if (former !== null) requireEntry(entries, former);
        if (former !== null) entries.delete(keyOf(former));
        const there = entries.get(keyOf(entry));
        if (there !== undefined)
          throw new AppError('INVALID_INPUT', `This address is in the book as “${there.label}”. Nothing was changed.`);
        entries.set(keyOf(entry), entry);
      });
      return entry;
    },
    async remove(key) {
      const { label } = requireEntry(new Map((await open()).book.entries.map((entry) => [keyOf(entry), entry])), key);
      await change(`Remove “${label}” from the address book`, (entries) => void entries.delete(keyOf(key)));
    },
    async take(text, take, how) {
      const { entries, lines } = await readEntriesInSlices(text, how);
      if (take)
        await change(
          `Take ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} into the address book`,
          (book) => {
            for (const entry of entries) book.set(keyOf(entry), entry);
          },
        );
      return { lines: [...lines], taken: entries.length };
    },
    async write(as) {
      const { entries } = (await open()).book;
      const path = join(ports.paths.root, `address-book.${as === 'bip329' ? 'jsonl' : as}`);
      replaceFile(path, utf8Encode(WRITE[as](entries)));
      return path;
    },
    confirm: () => documents.confirm('addresses', compareBooks),
  };
}

function bookOf(entries: readonly AddressEntry[]): { book: Book; texts: readonly string[] } {
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const find: Book['find'] = (address, chain) => {
    // An entry of a namespace holds on all of its chains, one of a chain only where the contents name it.
    for (const each of [chain, ...namespacesOf(address), null]) {
      const entry = byKey.get(keyOf({ address, chain: each }));
      if (entry !== undefined) return entry;
    }
    return null;
  };
  const texts = entries.map(({ address, chain, label, note, tags, allowed }) =>
    searchText([
      label,
      address,
      chain,
      chain && chainName(chain),
      ...namespacesOf(address).map(chainName),
      ...tags,
      note,
      allowed ? 'allowed' : null,
    ]),
  );
  return { book: { entries, find, lookalikes: createLookalikes(entries) }, texts };
}

const WRITE: Readonly<Record<BookFormat, (entries: readonly AddressEntry[]) => string>> = {
  csv: csvOf,
  json: jsonOf,
  bip329: labelsOf,
};

function entriesIn(body: Uint8Array | null): AddressEntry[] {
  return body === null ? [] : (JSON.parse(utf8Decode(body)) as AddressEntry[]);
}

function bodyOf(entries: readonly AddressEntry[]): Uint8Array<ArrayBuffer> {
  const inOrder = entries.toSorted((a, b) => compareTexts(a.label, b.label) || compareTexts(keyOf(a), keyOf(b)));
  return utf8Encode(JSON.stringify(inOrder));
}

const compareTexts = (a: string, b: string) => Number(a > b) - Number(a < b);

function requireEntry(entries: ReadonlyMap<string, AddressEntry>, key: Pick<AddressEntry, 'address' | 'chain'>) {
  const entry = entries.get(keyOf(key));
  if (entry !== undefined) return entry;
  throw new AppError('NOT_FOUND', 'This entry is not in the address book any more. Nothing was changed.');
}

const words = ({ label, note, tags, allowed }: AddressEntry) =>
  [
    `“${label}”`,
    allowed ? 'allowed' : null,
    tags.length === 0 ? null : `tags ${tags.join(', ')}`,
    note === '' ? null : `note: ${note}`,
  ]
    .filter((part) => part !== null)
    .join('; ');

/** What is other, entry by entry. */
function compared(
  before: ReadonlyMap<string, AddressEntry>,
  after: ReadonlyMap<string, AddressEntry>,
): ComparedMember[] {
  // What allows most comes first, then what was there: neither is to be found behind many that are added.
  const weight = (key: string) => {
    const isAllowed = after.get(key)?.allowed === true && before.get(key)?.allowed !== true;
    return isAllowed ? 0 : before.has(key) ? 1 : 2;
  };
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => weight(a) - weight(b));
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)].map((entry) => (entry === undefined ? null : words(entry)));
    const { address = '', chain = null } = after.get(key) ?? before.get(key) ?? {};
    const member = chain === null ? address : `${address} on ${chain}`;
    return was === is ? [] : [{ member, is: is ?? 'none', was: was ?? null, changed: true }];
  });
}

/** What another program made of the book, as far as the copy tells; without one every entry is shown. */
function compareBooks({ is, was }: ChangedDocument): DocumentChange {
  const mapOf = (body: Uint8Array | null) => new Map(requireEntries(body).map((entry) => [keyOf(entry), entry]));
  return { headline: 'Use the address book as it is now', entries: compared(mapOf(was), mapOf(is)) };
}

/** Entries that somebody else wrote: each is checked as if it were typed. Throws INVALID_INPUT. */
function requireEntries(body: Uint8Array | null): AddressEntry[] {
  if (body === null) return [];
  const { entries, lines } = readEntries(new TextDecoder().decode(body));
  const problem = lines.find((line) => line.problem !== null);
  if (problem === undefined) return [...entries];
  throw new AppError(
    'INVALID_INPUT',
    `The address book as it lies there cannot be used: entry ${problem.line}: ${problem.problem}. Nothing was changed. Put back the files from a backup.`,
  );
}

function holds(text: string, terms: readonly string[]): boolean {
  return terms.every((term) => text.includes(term));
}
