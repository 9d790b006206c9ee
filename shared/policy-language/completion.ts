import { type Expected, expectedAt, itemNameOf, type KnownTerm } from './completion-place.ts';
import type { OrganizationFacts } from './findings/facts.ts';
import { ADDRESSES, IDENTIFIERS, LABELS, OWN_ADDRESSES } from './findings/identifiers.ts';
import { keywordsOf, type PolicyPart } from './members.ts';
import type { TermScope } from './terms.ts';
import { type PolicyType, TYPE_NAMES, typeName } from './types.ts';

/** The words of `COMPLETION_WORDS` about a completion, or the names of the users with a tag. */
export type CompletionNote = { readonly words: string } | { readonly people: readonly string[] };

/** A text that may be inserted. `note` describes it by its type or by the people of a tag. Null when nothing is known. */
export interface Completion {
  readonly text: string;
  /** The name that stands for the text, such as that of a tag. */
  readonly label: string;
  readonly note: CompletionNote | null;
}

/** The texts that fit at a caret, and the range that each of them replaces. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly Completion[];
}

/** The most texts that are offered. */
const MAXIMUM_ITEMS = 100;

/**
 * Returns the texts that fit at an offset of an expression: keywords, members, functions, operators, and values of the
 * member that is compared. With `facts`, users, tags and keys are offered by name, and their identifiers are inserted.
 * Returns null where nothing is known. Never throws.
 * @param at the offset in UTF-16 code units.
 *
 * @example
 * completionsAt('condition', 'wallet.imp', 10)?.items.map(({ text }) => text);
 * // ['imported']
 */
export function completionsAt(
  part: PolicyPart,
  text: string,
  at: number,
  facts?: OrganizationFacts,
): Completions | null {
  const open = openText(text, at);
  const start = open?.start ?? at - (/[A-Za-z_][A-Za-z0-9_]*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  const expected = expectedAt(part, text.slice(0, start));
  if (expected === null) return null;
  const typed = text.slice(open === null ? start : start + 1, at);
  // Directly behind a value, more of the value may follow.
  const isApart = typed === '' && /\s$/.test(text.slice(0, start));
  const offered = open === null ? offers(part, expected, facts, isApart) : values(expected, facts);
  const items = found(offered, typed).slice(0, MAXIMUM_ITEMS);
  return items.length === 0 ? null : { start, end: open?.end ?? at, items };
}

/** Returns the range of the text in quotes around an offset. An unclosed one ends at the offset. */
function openText(text: string, at: number): { readonly start: number; readonly end: number } | null {
  const start = text.lastIndexOf("'", at - 1);
  if (start === -1 || text.slice(0, at).split("'").length % 2 === 1) return null;
  const isClosed = text.split("'").length % 2 === 1;
  const close = isClosed ? text.indexOf("'", at) : -1;
  return { start, end: close === -1 ? at : close + 1 };
}

function offers(
  part: PolicyPart,
  expected: Expected,
  facts: OrganizationFacts | undefined,
  isApart: boolean,
): readonly Completion[] {
  switch (expected.is) {
    case 'member':
      return membersOf(expected.of);
    case 'item':
      return [{ text: `${itemNameOf(expected.of)}, `, label: itemNameOf(expected.of), note: { words: WORDS.item } }];
    case 'operator':
      return isApart ? operatorsFor(expected.of) : [];
    case 'value': {
      const known = values(expected, facts);
      return known.length > 0 || expected.of !== null ? known : beginnings(part, expected.scope);
    }
  }
}

/** The words about operators, by the operator. */
const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'is equal',
  '!=': 'is not equal',
  '<': 'is less',
  '<=': 'is less or equal',
  '>': 'is more',
  '>=': 'is more or equal',
  in: 'is one of a list',
};

const WORDS = {
  item: 'a name for an item',
  always: 'holds always',
  never: 'holds never',
  hours: 'hours and days',
  any: 'one item passes the test',
  all: 'every item passes the test',
  filter: 'the items that pass the test',
  contains: 'one item is the value',
  count: 'the number of items',
  and: 'and',
  or: 'or',
  own: 'of this organization',
} as const;

/** Every text of a `CompletionNote` that is words and not the name of a person. */
export const COMPLETION_WORDS: readonly string[] = [
  ...new Set([
    ...Object.values(WORDS),
    ...Object.values(OPERATORS),
    ...TYPE_NAMES,
    ...[...IDENTIFIERS, ...LABELS].map(({ words }) => words),
  ]),
];

const CONSTANTS: readonly Completion[] = [
  { text: 'true', label: 'true', note: { words: WORDS.always } },
  { text: 'false', label: 'false', note: { words: WORDS.never } },
];
const TIMES: readonly Completion[] = [
  { text: "CronSpan('0 9 * * 1-5', '8h', 'UTC')", label: 'CronSpan', note: { words: WORDS.hours } },
  { text: "Timestamp('2026-01-01T00:00:00Z')", label: 'Timestamp', note: { words: typeName({ is: 'instant' }) } },
];

/** Returns the names that may begin an expression. */
function beginnings(part: PolicyPart, scope: TermScope): readonly Completion[] {
  const names = Object.entries(scope).map(([name, { type }]) => named(name, type));
  const items = names.filter(({ text }) => !(keywordsOf(part) as readonly string[]).includes(text));
  return [
    ...items,
    ...names.filter((one) => !items.includes(one)),
    ...(part === 'time' ? TIMES.slice(0, 1) : CONSTANTS),
  ];
}

const named = (text: string, type: PolicyType): Completion => ({ text, label: text, note: { words: typeName(type) } });

function membersOf({ type, path }: KnownTerm): readonly Completion[] {
  if (type.is === 'struct') return Object.entries(type.members).map(([name, member]) => named(name, member));
  if (type.is !== 'list') return [];
  const item = itemNameOf({ type, path });
  const each = (name: 'any' | 'all' | 'filter'): Completion => ({
    text: `${name}(${item}, `,
    label: `${name}(…)`,
    note: { words: WORDS[name] },
  });
  return [
    each('any'),
    each('all'),
    each('filter'),
    { text: 'contains(', label: 'contains(…)', note: { words: WORDS.contains } },
    { text: 'count()', label: 'count()', note: { words: WORDS.count } },
  ];
}

function operatorsFor(of: KnownTerm | null): readonly Completion[] {
  const joins = [
    { text: '&& ', label: '&&', note: { words: WORDS.and } },
    { text: '|| ', label: '||', note: { words: WORDS.or } },
  ];
  if (of === null) return joins;
  const { is } = of.type;
  if (is === 'list' || is === 'struct' || is === 'map' || is === 'named') return [];
  const comparisons = is === 'int' ? Object.keys(OPERATORS) : is === 'instant' ? ['<', '>'] : ['==', '!=', 'in'];
  const offered = comparisons.map((sign) => ({
    text: sign === 'in' ? 'in [' : `${sign} `,
    label: sign,
    note: { words: OPERATORS[sign] ?? '' },
  }));
  return is === 'bool' ? [...joins, ...offered.slice(0, 2)] : offered;
}

/** Returns the values that the compared member may have. */
function values({ of }: Expected, facts: OrganizationFacts | undefined): readonly Completion[] {
  if (of === null) return [];
  const { type, path } = of;
  if (type.is === 'enumeration') return type.values.map((value) => inQuotes(value, value, null));
  if (type.is === 'bool') return CONSTANTS.map((one) => ({ ...one, note: null }));
  if (type.is === 'instant') return TIMES.slice(1);
  if (facts === undefined) return [];
  const identifiers = IDENTIFIERS.find(({ paths }) => paths.test(path));
  const noteOf = (id: string) =>
    identifiers?.words === 'user tag' && facts.users !== null
      ? { people: facts.users.filter(({ tagIds }) => tagIds.includes(id)).map(({ name }) => name) }
      : noteOfWords(identifiers?.words);
  const labels = LABELS.find(({ paths }) => paths.test(path));
  const addresses = ADDRESSES.test(path) || OWN_ADDRESSES.test(path) ? [...(facts.addresses ?? [])] : [];
  return [
    ...(identifiers?.known(facts) ?? []).map(({ id, name }) => inQuotes(id, name, noteOf(id))),
    ...[...new Set(labels?.known(facts)?.map(({ name }) => name))].map((name) =>
      inQuotes(name, name, noteOfWords(labels?.words)),
    ),
    ...addresses.map((address) => inQuotes(address, address, noteOfWords(WORDS.own))),
  ].filter(({ text }) => !text.slice(1, -1).includes("'"));
}

const noteOfWords = (words: string | undefined): CompletionNote | null => (words === undefined ? null : { words });

const inQuotes = (value: string, label: string, note: CompletionNote | null): Completion => ({
  text: `'${value}'`,
  label,
  note,
});

/** Returns the texts that match, those that begin with the typed text first. A text that is typed in full is left out. */
function found(offered: readonly Completion[], typed: string): readonly Completion[] {
  const wanted = typed.toLowerCase();
  const plain = ({ text }: Completion) => text.replaceAll("'", '').toLowerCase();
  const begins = (one: Completion) => one.label.toLowerCase().startsWith(wanted) || plain(one).startsWith(wanted);
  const matching = offered.filter((one) => one.label.toLowerCase().includes(wanted) || plain(one).includes(wanted));
  const [only] = matching;
  if (matching.length === 1 && wanted !== '' && only !== undefined && plain(only) === wanted) return [];
  return [...matching.filter(begins), ...matching.filter((one) => !begins(one))];
}
