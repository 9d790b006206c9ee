import { AppError } from '../../../shared/errors/index.ts';
import type { HistoryParty, ProfileRow } from '../../../shared/model/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Addresses } from '../addresses/addresses.ts';
import type { Book } from '../addresses/book.ts';

/** The names of addresses, for one answer. */
export interface Parties {
  of(address: string, chain: string): HistoryParty;
  /** Addresses whose label or tag holds a word, in lowercase. */
  labelled(word: string): string[];
}

/** A book that is not to be used names nobody. */
export async function partiesOf(
  profile: ProfileRow,
  accounts: Pick<Accounts, 'cached'>,
  addresses: Pick<Addresses, 'book'>,
): Promise<Parties> {
  let book: Book | null = null;
  try {
    book = await addresses.book();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DOCUMENT_CHANGED') throw error;
  }
  const known = new Map<string, HistoryParty>();
  return {
    of(address, chain) {
      const key = `${chain} ${address}`;
      const there = known.get(key);
      if (there !== undefined) return there;
      const account = accounts.cached(profile, address);
      const name = account === null ? null : (account.name ?? account.walletName);
      const label = book?.find(address, chain)?.label ?? (name === '' ? null : name);
      const party = { address, label, own: account !== null };
      known.set(key, party);
      return party;
    },
    labelled: (word) =>
      (book?.entries ?? []).flatMap(({ address, label, tags }) =>
        [label, ...tags].some((text) => text.toLowerCase().includes(word)) ? [address] : [],
      ),
  };
}
