import { join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  ADDRESS_RULES,
  type AddressEntry,
  type AddressRow,
  type BookFormat,
  inOrder,
  type NearAddress,
  type ProfileRow,
  readSearch,
  type TakenLine,
} from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { replaceFile } from '../../storage/files/index.ts';
import type { SignedFor } from '../../storage/records/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { Base } from '../base.ts';
import type { Documents } from '../documents/documents.ts';
import type { ArrangedSlice } from '../tools/arranged.ts';
import { type Book, bookOf } from './book.ts';
import { bookChange, changeOutside } from './book-change.ts';
import { checkedEntry, keyOf, MAXIMUM_ENTRIES, requireAddress } from './entries.ts';
import { csvOf, jsonOf, labelsOf, type Reading, readEntries } from './files.ts';

/** Look-alikes of one entry that are shown. */
const MAXIMUM_ALIKE = 10;

/**
 * The operator's address book. All profiles share it, because the owner of an address is the same whoever pays. The
 * record of signed addresses belongs to each profile. The trusted window asks about every change, because names are
 * shown beside what is signed.
 */
export interface Addresses {
  /** Throws DOCUMENT_CHANGED. */
  book(): Promise<Book>;
  /**
   * Returns a slice of the entries that pass the filters of the search, by default in the order of labels. Each has the
   * time of the profile's last signature. Throws DOCUMENT_CHANGED.
   */
  list(
    slice: ArrangedSlice,
    profile: ProfileRow,
  ): Promise<{ rows: AddressRow[]; total: number; near: NearAddress | null }>;
  /** Other entries that read like this one, and the profile's signatures for it. */
  about(
    key: Pick<AddressEntry, 'address' | 'chain'>,
    profile: ProfileRow,
  ): Promise<{ alike: AddressEntry[]; signed: SignedFor | null }>;
  /**
   * The entries of one address, in any spelling that its chain accepts. Throws INVALID_INPUT for a text that is not an
   * address, DOCUMENT_CHANGED.
   */
  entriesOf(address: string): Promise<AddressEntry[]>;
  /**
   * Adds an entry, or replaces `former`. Returns the entry as stored. Throws INVALID_INPUT, NOT_CONFIRMED,
   * DOCUMENT_CHANGED.
   */
  save(entry: AddressEntry, former: Pick<AddressEntry, 'address' | 'chain'> | null): Promise<AddressEntry>;
  remove(entry: Pick<AddressEntry, 'address' | 'chain'>): Promise<void>;
  /**
   * Parses entries from a text and returns the outcome of each line. When `take` is true, takes them all at once. `as`
   * requires a format. Without it, the beginning of the text decides.
   */
  take(text: string, take: boolean, how?: Reading): Promise<{ lines: TakenLine[]; taken: number }>;
  /** The name of a file of the book. */
  fileName(as: BookFormat): string;
  /** Writes the book into a file of the operator's alone: `to`, or one of that name below the state folder. */
  write(as: BookFormat, to?: string): Promise<{ path: string }>;
  /** Asks the operator to take a book that was changed outside this program as it is. */
  confirm(): Promise<void>;
}

const entryIsThere = () =>
  new AppError('INVALID_INPUT', 'This entry is already in the address book. Nothing was changed.');
const entriesAreThere = () =>
  new AppError('INVALID_INPUT', 'All these entries are already in the address book. Nothing was changed.');
const noEntries = () => new AppError('INVALID_INPUT', 'There is no entry to take. Nothing was changed.');

export function createAddresses({ ports, records }: Base, documents: Documents): Addresses {
  let held: { readonly body: Uint8Array | null; readonly book: Promise<Book> } | null = null;

  const open = async () => {
    const body = await documents.read('addresses');
    if (held === null || held.body !== body) held = { body, book: inSlices(bookOf(body)) };
    return { body, book: await held.book };
  };

  /** Asks the operator, then writes the entries as `edit` changes them. `refusal` is for an edit without effect. */
  const change = async (
    headline: string,
    edit: (entries: Map<string, AddressEntry>) => void,
    refusal = entryIsThere,
  ) => {
    const { body, book } = await open();
    const after = new Map(book.byKey);
    edit(after);
    if (after.size > MAXIMUM_ENTRIES)
      throw new AppError(
        'INVALID_INPUT',
        sentence`An address book holds at most ${MAXIMUM_ENTRIES} entries. Nothing was changed. Remove an entry first.`,
      );
    const changed = await inSlices(bookChange(headline, book.byKey, after));
    if (changed.entries.length === 0) throw refusal();
    await documents.change('addresses', body, changed);
  };

  return {
    book: async () => (await open()).book,
    async list({ search, offset, limit, order = null }, profile) {
      const { book } = await open();
      const { text, passes } = readSearch(ADDRESS_RULES, search);
      const withUse = (entry: AddressEntry): AddressRow => ({
        ...entry,
        lastUsed: records.signed.for(profile.name, entry.address)?.lastAt ?? null,
      });
      const unused = (entry: AddressEntry): AddressRow => ({ ...entry, lastUsed: null });
      // A look-up for each entry is spared where no order asks for it.
      const known = order?.by === 'used' ? withUse : unused;
      const entries = (await inSlices(book.search(text))).map(known).filter(passes);
      const found = inOrder(ADDRESS_RULES, entries, order);
      const near = found.length > 0 ? null : book.lookalikes.first(text.trim());
      const rows = found.slice(offset, offset + limit).map(withUse);
      return { rows, total: found.length, near: near === null ? null : { address: near.address, label: near.label } };
    },
    async about({ address }, { name }) {
      const { lookalikes } = (await open()).book;
      return { alike: [...lookalikes.find(address, MAXIMUM_ALIKE)], signed: records.signed.for(name, address) };
    },
    async entriesOf(text) {
      const address = await inSlices(requireAddress(text));
      return (await open()).book.entries.filter((entry) => entry.address === address);
    },
    async save(given, former) {
      const entry = await inSlices(checkedEntry(given));
      const verb = former === null ? 'Add' : 'Change';
      await change(`${verb} “${entry.label}” ${former === null ? 'to' : 'in'} the address book`, (entries) => {
        if (former !== null) requireEntry(entries, former);
        if (former !== null) entries.delete(keyOf(former));
        const there = entries.get(keyOf(entry));
        if (there !== undefined)
          throw new AppError(
            'INVALID_INPUT',
            sentence`This address is in the book as “${there.label}”. Nothing was changed.`,
          );
        entries.set(keyOf(entry), entry);
      });
      return entry;
    },
    async remove(key) {
      const { label } = requireEntry((await open()).book.byKey, key);
      await change(`Remove “${label}” from the address book`, (entries) => void entries.delete(keyOf(key)));
    },
    async take(text, take, how) {
      const { entries, lines } = await readEntries(text, how);
      const report = { lines: [...lines], taken: entries.length };
      if (!take) return report;
      if (entries.length === 0) throw noEntries();
      await change(
        `Take ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} into the address book`,
        (book) => {
          for (const entry of entries) book.set(keyOf(entry), entry);
        },
        entries.length === 1 ? entryIsThere : entriesAreThere,
      );
      return report;
    },
    fileName,
    async write(as, to = join(ports.paths.root, fileName(as))) {
      const { entries } = (await open()).book;
      const text = await inSlices(WRITE[as](entries));
      replaceFile(to, utf8Encode(text));
      return { path: to };
    },
    confirm: () => documents.confirm('addresses', changeOutside),
  };
}

const fileName = (as: BookFormat): string => `address-book.${as === 'bip329' ? 'jsonl' : as}`;

const WRITE: Readonly<Record<BookFormat, (entries: readonly AddressEntry[]) => Steps<string>>> = {
  csv: csvOf,
  json: jsonOf,
  bip329: labelsOf,
};

function requireEntry(entries: ReadonlyMap<string, AddressEntry>, key: Pick<AddressEntry, 'address' | 'chain'>) {
  const entry = entries.get(keyOf(key));
  if (entry !== undefined) return entry;
  throw new AppError('NOT_FOUND', 'This entry is no longer in the address book. Nothing was changed.');
}
