import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { chainName } from './chains.ts';
import { chainLabel } from './labels.ts';
import type { AddressRow } from './names.ts';
import type { AccountRow, ActivityRow, WaitingRow } from './rows.ts';
import { searchParts } from './search-parts.ts';

/** The order of a list: by one of its columns. */
export const RowOrder = Closed({ by: Type.String({ minLength: 1, maxLength: 32 }), descending: Type.Boolean() });
export type RowOrder = Static<typeof RowOrder>;

/** Rows that an operator can choose one by one for a file. */
const MAXIMUM_CHOSEN = 10_000;

/** Rows of a list by their ids: the only ones, or with `allBut` the ones left out. */
export const ChosenRows = Closed({
  allBut: Type.Boolean(),
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: MAXIMUM_CHOSEN }),
});
export type ChosenRows = Static<typeof ChosenRows>;

/** The orders and filters of a list. The page and main apply the same ones. */
export interface RowRules<Row> {
  /** The value of a row by the key of the column. A row without one comes last, in both directions. */
  readonly orders: Readonly<Record<string, (row: Row) => string | number | null>>;
  /** The filters of the search by name, such as `wallet` of `wallet:treasury`. The value is in lowercase. */
  readonly filters: Readonly<Record<string, (row: Row, value: string) => boolean>>;
}

let collator: Intl.Collator | undefined;

/** Compares text as people read it: `Account 2` comes before `Account 10`. Intl loads its data at the first use. */
function compareText(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/** A search, as the list's rules read it. */
export interface ReadSearch<Row> {
  /** The words that are no filters. */
  readonly text: string;
  readonly passes: (row: Row) => boolean;
  /** True when the search has no filter: every row passes. */
  readonly isPlain: boolean;
}

/**
 * Reads the filters out of a search.
 *
 * @example
 * readSearch(ACCOUNT_RULES, 'chain:solana pay').text;
 * // 'pay'
 */
export function readSearch<Row>({ filters }: RowRules<Row>, search: string): ReadSearch<Row> {
  const { tokens, text } = searchParts(search, Object.keys(filters));
  const passes = (row: Row) =>
    tokens.every((token) => {
      const at = token.indexOf(':');
      return filters[token.slice(0, at).toLowerCase()]?.(row, token.slice(at + 1).toLowerCase()) ?? false;
    });
  return { text, passes, isPlain: tokens.length === 0 };
}

/** Returns the rows in an order. Equal rows keep theirs. An order by an unknown column changes nothing. */
export function inOrder<Row>({ orders }: RowRules<Row>, rows: readonly Row[], order: RowOrder | null): readonly Row[] {
  const keyOf = order === null || !Object.hasOwn(orders, order.by) ? undefined : orders[order.by];
  if (order === null || keyOf === undefined) return rows;
  const way = order.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: keyOf(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return way * (typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b)));
    })
    .map(({ row }) => row);
}

/** Returns true for a name with the value of a filter in it. A filter is one word, so it writes `-` for a space. */
export const isNamed = (name: string | null | undefined, value: string): boolean =>
  name?.toLowerCase().replaceAll(/\s+/g, '-').includes(value) ?? false;

const personOf = (person: ActivityRow['askedBy']) => person?.name ?? person?.userId ?? null;

/** The lists show the own user as You. */
const OWN_WORD = 'you';

const isBy = (person: ActivityRow['askedBy'], value: string): boolean =>
  value === OWN_WORD ? person?.isOwn === true : isNamed(person?.name, value) || person?.userId === value;

export const ACCOUNT_RULES: RowRules<AccountRow> = {
  orders: {
    name: ({ name }) => name,
    address: ({ address }) => address,
    chain: chainLabel,
    path: ({ path }) => path,
    wallet: ({ walletName }) => walletName,
  },
  filters: {
    chain: (row, value) => isNamed(chainLabel(row), value),
    wallet: ({ walletName }, value) => isNamed(walletName, value),
    is: ({ exported, keyExported, imported }, value) =>
      (value === 'exported' && exported && keyExported !== false) || (value === 'imported' && imported),
  },
};

/** The search for all activities that wait for votes, of this operator or of others. */
export const ACTIVITIES_WITH_VOTES = 'status:consensus-needed ';

export const ACTIVITY_RULES: RowRules<ActivityRow> = {
  orders: {
    what: ({ words, title }) => words?.what ?? title,
    with: ({ words }) => words?.party?.label ?? words?.party?.address ?? null,
    by: ({ askedBy }) => personOf(askedBy),
    status: ({ status }) => status,
    votes: ({ approvals }) => approvals,
    created: ({ createdAt }) => createdAt,
  },
  filters: {
    status: ({ status, canVote, wantsVote = canVote }, value) =>
      isNamed(status.replace('ACTIVITY_STATUS_', '').replaceAll('_', ' '), value) ||
      (wantsVote && isNamed('needs your vote', value)),
    by: ({ askedBy }, value) => isBy(askedBy, value),
    with: ({ words }, value) => isNamed(words?.party?.label, value) || isNamed(words?.party?.address, value),
    type: ({ type }, value) => isNamed(type.replace('ACTIVITY_TYPE_', '').replaceAll('_', ' '), value),
  },
};

export const WAITING_RULES: RowRules<WaitingRow> = {
  orders: {
    headline: ({ headline }) => headline,
    by: ({ askedBy }) => personOf(askedBy),
    votes: ({ approvals }) => approvals,
    expires: ({ expiresAt }) => expiresAt,
  },
  filters: {
    by: ({ askedBy }, value) => isBy(askedBy, value),
    is: ({ warning }, value) => warning?.level === value,
  },
};

/** Returns the waiting requests that a search finds, in an order. They are few, so they are searched in one go. */
export function foundWaiting<Row extends WaitingRow>(
  rows: readonly Row[],
  search: string,
  order: RowOrder | null,
): readonly Row[] {
  const { text, passes } = readSearch(WAITING_RULES, search);
  const words = text.toLowerCase().split(/\s+/);
  const found = rows.filter((row) => {
    const { headline, activityId, askedBy } = row;
    const own = askedBy?.isOwn === true ? OWN_WORD : '';
    const all = [headline, askedBy?.name, askedBy?.userId, own, activityId].join(' ').toLowerCase();
    return passes(row) && words.every((word) => all.includes(word));
  });
  return inOrder(WAITING_RULES, found, order);
}

export const ADDRESS_RULES: RowRules<AddressRow> = {
  orders: {
    label: ({ label }) => label,
    address: ({ address }) => address,
    chain: ({ chain }) => (chain === null ? null : chainName(chain)),
    tags: ({ tags }) => (tags.length === 0 ? null : tags.join(', ')),
    allowed: ({ allowed }) => Number(!allowed),
    used: ({ lastUsed }) => lastUsed,
  },
  filters: {
    tag: ({ tags }, value) => tags.some((tag) => isNamed(tag, value)),
    chain: ({ chain }, value) => chain !== null && isNamed(chainName(chain), value),
    is: ({ allowed }, value) => value === 'allowed' && allowed,
  },
};
