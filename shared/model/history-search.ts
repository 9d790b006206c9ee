import { HISTORY_DIRECTIONS, HISTORY_STATES, type HistoryRow } from './history.ts';
import { joinSearch } from './search-parts.ts';

/** The filters of a history. In a search each is a word, such as `chain:base`. Only this file knows the syntax. */
export const HISTORY_FILTERS = ['chain', 'account', 'direction', 'state'] as const;
export type HistoryFilter = (typeof HISTORY_FILTERS)[number];

/** The columns that order a history. */
export const HISTORY_ORDERS = ['time', 'direction', 'counterparty', 'amount', 'chain', 'state'] as const;

/** A word of a search. The value is null for a direction or a state that does not exist. */
export type HistoryTerm =
  | { readonly filter: 'chain' | 'account'; readonly value: string }
  | { readonly filter: 'direction'; readonly value: HistoryRow['direction'] | null }
  | { readonly filter: 'state'; readonly value: HistoryRow['state'] | null }
  | { readonly filter: null; readonly value: string };

function splitFilter(word: string): { readonly filter: HistoryFilter; readonly value: string } | null {
  const at = word.indexOf(':');
  const filter = HISTORY_FILTERS.find((known) => known === word.slice(0, Math.max(at, 0)).toLowerCase());
  return filter === undefined ? null : { filter, value: word.slice(at + 1) };
}

/**
 * Reads one word of a search, in lowercase.
 *
 * @example
 * readHistoryTerm('direction:in');
 * // { filter: 'direction', value: 'in' }
 */
export function readHistoryTerm(word: string): HistoryTerm {
  const { filter, value } = splitFilter(word) ?? { filter: null, value: '' };
  if (filter === null || value === '') return { filter: null, value: word };
  if (filter === 'direction') return { filter, value: HISTORY_DIRECTIONS.find((known) => known === value) ?? null };
  if (filter === 'state') return { filter, value: HISTORY_STATES.find((known) => known === value) ?? null };
  return { filter, value };
}

/** Returns the word of a search for a filter and its value. */
export const filterWord = (filter: HistoryFilter, value: string): string => `${filter}:${value}`;

/** Returns a filter's value in a search, such as `base` of `chain:base`, or null. */
export function filterIn(search: string, filter: HistoryFilter): string | null {
  const found = search.split(/\s+/).find((word) => splitFilter(word)?.filter === filter);
  return found === undefined ? null : (splitFilter(found)?.value ?? null);
}

/**
 * Returns the search with this value of a filter, or without the filter for null. The filters come first, each with a
 * space after it, so that the search field draws them as tokens.
 *
 * @example
 * withFilter('acme', 'chain', 'base');
 * // 'chain:base acme'
 */
export function withFilter(search: string, filter: HistoryFilter, value: string | null): string {
  const words = search.split(/\s+/).filter((word) => word !== '' && splitFilter(word)?.filter !== filter);
  const tokens = words.filter((word) => splitFilter(word) !== null);
  const text = words.filter((word) => splitFilter(word) === null).join(' ');
  return joinSearch({ tokens: [...(value === null ? [] : [filterWord(filter, value)]), ...tokens], text });
}
