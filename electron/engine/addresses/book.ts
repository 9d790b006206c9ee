import { type AddressEntry, chainName } from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { searchTerms, searchText } from '../../storage/cache/index.ts';
import type { Steps } from '../../storage/sqlite/index.ts';
import { type Lookalikes, lookalikesOf } from './alike.ts';
import { keyOf, namespacesOf } from './entries.ts';

/** The confirmed address book, cached for each of its versions. */
export interface Book {
  /** In the order of their labels. */
  readonly entries: readonly AddressEntry[];
  /** The entries by the key of `keyOf`. */
  readonly byKey: ReadonlyMap<string, AddressEntry>;
  /**
   * Finds an entry by its address in the chain's spelling. An entry of the chain (CAIP-2, null when unknown) comes
   * before an entry of any chain.
   */
  find(address: string, chain: string | null): AddressEntry | null;
  /** Returns the entries whose rows contain all words of a search. */
  search(text: string): Steps<readonly AddressEntry[]>;
  readonly lookalikes: Lookalikes<AddressEntry>;
}

/** Entries that are written in one piece, read and put in order at once. */
const PIECE = 500;
/** Separates pieces. Text within JSON never holds a line feed. */
const BETWEEN = '\n,';

/** Parses the output of `bodyOf`. Null for none. */
export function* bookOf(body: Uint8Array | null): Steps<Book> {
  const entries: AddressEntry[] = [];
  for (const piece of body === null ? [] : utf8Decode(body).slice(1, -1).split(BETWEEN)) {
    yield;
    entries.push(...(JSON.parse(`[${piece}]`) as AddressEntry[]));
  }
  const byKey = new Map<string, AddressEntry>();
  const texts: string[] = [];
  for (const entry of entries) {
    yield;
    byKey.set(keyOf(entry), entry);
    texts.push(searchedText(entry));
  }
  return {
    entries,
    byKey,
    find(address, chain) {
      // An entry of a namespace holds on all of its chains, one of a chain only where the contents name it.
      for (const each of [chain, ...namespacesOf(address), null]) {
        const entry = byKey.get(keyOf({ address, chain: each }));
        if (entry !== undefined) return entry;
      }
      return null;
    },
    *search(text) {
      const terms = searchTerms(text);
      if (terms.length === 0) return entries;
      const found: AddressEntry[] = [];
      for (const [index, entry] of entries.entries()) {
        yield;
        if (terms.every((term) => texts[index]?.includes(term))) found.push(entry);
      }
      return found;
    },
    lookalikes: yield* lookalikesOf(entries),
  };
}

function searchedText({ address, chain, label, note, tags, allowed }: AddressEntry): string {
  const chains = namespacesOf(address).map(chainName);
  return searchText([
    label,
    address,
    chain,
    chain && chainName(chain),
    ...chains,
    ...tags,
    note,
    allowed ? 'allowed' : null,
  ]);
}

/** Entries as they are kept: a JSON list in the order of their labels. */
export function* bodyOf(entries: readonly AddressEntry[]): Steps<Uint8Array<ArrayBuffer>> {
  const runs: AddressEntry[] = [];
  for (let at = 0; at < entries.length; at += PIECE) {
    yield;
    runs.push(...entries.slice(at, at + PIECE).sort(inOrder));
  }
  yield;
  // Merging pieces that are already sorted takes a fraction of the time.
  runs.sort(inOrder);
  const pieces: string[] = [];
  for (let at = 0; at < runs.length; at += PIECE) {
    yield;
    pieces.push(JSON.stringify(runs.slice(at, at + PIECE)).slice(1, -1));
  }
  yield;
  return utf8Encode(`[${pieces.join(BETWEEN)}]`);
}

const inOrder = (one: AddressEntry, other: AddressEntry) =>
  compareTexts(one.label, other.label) || compareTexts(keyOf(one), keyOf(other));

const compareTexts = (a: string, b: string) => Number(a > b) - Number(a < b);
