/** One sentence for a whole policy: who can do what, and where. */
import type { Effect } from '../../model/index.ts';
import type { Clause } from '../clauses.ts';
import type { Expression } from '../parse.ts';
import { leftToRight, type TermScope, termOf } from '../terms.ts';
import { demandOf, peopleWords } from './people.ts';
import type { Phrasing } from './phrase.ts';
import { joined, listWords, numberWord, sentence, valueWords } from './values.ts';

/** A clause with its words, or with its text where it has none. */
export interface PhrasedClause extends Clause {
  readonly phrase: string;
}

/** The clauses of each part of a policy, with what their words need. Null for a part that cannot be read. */
export interface PhrasedPart {
  readonly clauses: readonly PhrasedClause[];
  readonly scope: TermScope;
  readonly phrasing: Phrasing;
}

/** The most clauses that the sentence repeats. The others stand in the list of clauses. */
const MAXIMUM_REPEATED = 10;

/** A clause inside the sentence. Brackets keep its own commas and joining words apart from those of the sentence. */
const repeated = ({ expression, phrase }: PhrasedClause): string =>
  (expression.is === 'logic' || expression.is === 'each') && /, | and | or /.test(phrase) ? `(${phrase})` : phrase;

type Compare = Expression & { readonly is: 'compare' };

/** A policy in one sentence, and the two halves of that sentence for columns, without full stops. */
export interface PolicySentence {
  readonly headline: string;
  readonly who: string;
  readonly what: string;
}

/** Returns the sentence of a policy. Each clause is in it, or counted in it. */
export function sentenceOf(
  effect: Effect,
  { condition, consensus, time }: Readonly<Record<'condition' | 'consensus' | 'time', PhrasedPart | null>>,
): PolicySentence {
  const act =
    condition === null ? { words: 'do what the unreadable condition says', rest: [] } : actOf(condition, effect);
  const times = time === null ? ['the unreadable time holds'] : time.clauses.map(repeated);
  const what = half(`${act.words}${where([...act.rest, ...times])}`);
  if (effect === 'EFFECT_DENY') {
    const votes = consensus === null ? ['the unreadable consensus holds'] : consensus.clauses.map(repeated);
    const headline = sentence(`nobody can ${act.words}${where([...act.rest, ...votes, ...times])}`);
    return { headline, who: half(votes.length === 0 ? 'everybody' : `everybody${where(votes)}`), what };
  }
  const people = consensus === null ? { words: 'those of the unreadable consensus', rest: [] } : peopleOf(consensus);
  const headline = sentence(`${people.words} can ${act.words}${where([...act.rest, ...people.rest, ...times])}`);
  return { headline, who: half(`${people.words.replace(/,$/, '')}${where(people.rest)}`), what };
}

const half = (words: string): string => sentence(words).replace(/\.$/, '');

function where(phrases: readonly string[]): string {
  const shown = phrases.slice(0, MAXIMUM_REPEATED);
  const more = phrases.length - shown.length;
  if (more > 0) shown.push(`${more} more clauses hold`);
  return shown.length === 0 ? '' : `, where ${joined(shown, 'and', shown.length)}`;
}

interface Act {
  readonly words: string;
  /** The clauses that the words do not contain. */
  readonly rest: readonly string[];
}

/** The clauses that the sentence says in a place of their own, each once. */
type Slot = 'action' | 'resource' | 'type' | 'chain' | 'to' | 'amount' | 'from';

const SLOTS: Readonly<Record<string, Slot>> = {
  'activity.action': 'action',
  'activity.resource': 'resource',
  'activity.type': 'type',
  'activity.kind': 'type',
  'eth.tx.chain_id': 'chain',
  'eth.tx.to': 'to',
  'eth.tx.value': 'amount',
  'wallet.id': 'from',
  'wallet.label': 'from',
  'wallet_account.address': 'from',
  'private_key.id': 'from',
  'private_key.label': 'from',
};

const FROM: Readonly<Record<string, string>> = {
  'wallet.id': 'the wallet',
  'wallet.label': 'the wallet',
  'wallet_account.address': 'the account',
  'private_key.id': 'the private key',
  'private_key.label': 'the private key',
};

const LIMITS: Readonly<Record<string, string>> = {
  '<=': ' of at most ',
  '<': ' of less than ',
  '==': ' of exactly ',
  '>=': ' of at least ',
  '>': ' of more than ',
};

function actOf({ clauses, scope, phrasing }: PhrasedPart, effect: Effect): Act {
  const slots = new Map<Slot, string>();
  const rest: string[] = [];
  for (const clause of clauses) {
    const { expression } = clause;
    const found = expression.is === 'compare' ? slotOf(leftToRight(expression), scope, phrasing) : null;
    if (found === null || slots.has(found.slot)) rest.push(repeated(clause));
    else slots.set(found.slot, found.words);
  }
  const roots = new Set(clauses.flatMap(({ expression }) => rootsOf(expression, effect)));
  const content = CONTENTS.find(([root]) => roots.has(root))?.[1];
  const chain = slots.get('chain');
  const isTransaction = chain !== undefined || slots.has('to') || slots.has('amount');
  const noun = chain === undefined ? (isTransaction ? 'EVM transactions' : content) : `${chain} transactions`;
  const words = `${verbOf(slots, noun)}${slots.get('from') ?? ''}${slots.get('to') ?? ''}${slots.get('amount') ?? ''}`;
  return { words, rest };
}

const CONTENTS: readonly (readonly [root: string, words: string])[] = [
  ['eth.tx', 'EVM transactions'],
  ['eth.eip_712', 'typed data'],
  ['eth.eip_7702_authorization', 'authorizations of accounts'],
  ['solana', 'Solana transactions'],
  ['bitcoin', 'Bitcoin transactions'],
  ['tron', 'Tron transactions'],
  ['tempo', 'Tempo transactions'],
];

/**
 * Returns the kinds of content that a request must have for a test to hold: `eth.tx`, `solana`. A predicate is not tested
 * for an empty list. A denial also holds where only the other side of `||` does.
 */
function rootsOf(part: Expression, effect: Effect): readonly string[] {
  const roots: string[] = [];
  const open: unknown[] = [part];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (Array.isArray(at)) open.push(...at);
    if (typeof at !== 'object' || at === null || !('is' in at)) continue;
    const one = at as Expression;
    if (one.is === 'logic' && effect === 'EFFECT_DENY') continue;
    if (one.is === 'each') {
      open.push(one.of);
      continue;
    }
    if (one.is === 'name') roots.push(one.name);
    if (one.is === 'member' && one.of.is === 'name') roots.push(`${one.of.name}.${one.name}`);
    open.push(...Object.values(one).filter((value) => typeof value === 'object' && value !== null));
  }
  return roots;
}

/** `policies` and not `policys`, `keys` and not `keies`. */
const plural = (noun: string): string => `${noun.replace(/([^aeiou])y$/, '$1ie')}s`;

function verbOf(slots: ReadonlyMap<Slot, string>, noun: string | undefined): string {
  const [type, action, resource] = [slots.get('type'), slots.get('action'), slots.get('resource')];
  const signs = action === 'SIGN' || (action === undefined && type === undefined && resource === undefined);
  const made = type === undefined ? '' : ` by the request ${type}`;
  if (signs && noun !== undefined) return `sign ${noun}${resource === undefined ? '' : ` (${resource})`}${made}`;
  if (action === 'SIGN') return `sign anything${resource === undefined ? '' : ` (${resource})`}${made}`;
  const thing = resource === undefined ? 'anything' : plural(resource.toLowerCase().replaceAll('_', ' '));
  const about = noun === undefined ? '' : ` with ${noun}`;
  if (action !== undefined) return `${action.toLowerCase()} ${thing}${about}${made}`;
  if (resource !== undefined) return `do anything with ${thing}${about}${made}`;
  if (type !== undefined) return `make the request ${type}${about}`;
  // Only requests to sign and to export have a wallet, an account or a private key to a policy.
  return slots.has('from') ? 'sign or export anything' : 'do anything that policies decide';
}

function slotOf(
  part: Compare,
  scope: TermScope,
  phrasing: Phrasing,
): { readonly slot: Slot; readonly words: string } | null {
  const { operator, left, right } = part;
  const path = termOf(left, scope)?.path ?? '';
  const slot = Object.hasOwn(SLOTS, path) ? SLOTS[path] : undefined;
  if (slot === undefined) return null;
  if (slot === 'amount') {
    const [limit, amount] = [LIMITS[operator], valueWords(right, path, phrasing)];
    return limit === undefined || amount === null ? null : { slot, words: `${limit}${amount}` };
  }
  const isRaw = slot === 'action' || slot === 'resource';
  if (isRaw) {
    const isText = operator === '==' && right.is === 'literal' && typeof right.value === 'string';
    return isText ? { slot, words: String(right.value) } : null;
  }
  const list = operator === 'in' ? listWords(right, path, phrasing) : null;
  const words = operator === '==' ? valueWords(right, path, phrasing) : list;
  if (words === null || (slot === 'chain' && list !== null)) return null;
  if (slot === 'to') return { slot, words: ` to ${words}` };
  if (slot === 'from') return { slot, words: ` from ${FROM[path] ?? 'the key'} ${words}` };
  return { slot, words };
}

/** Returns the approvers that a consensus demands: “two people, one of them with the tag Treasurers”. */
function peopleOf({ clauses, phrasing }: PhrasedPart): Act {
  let least: bigint | null = null;
  const names: string[] = [];
  const tags: { readonly count: bigint; readonly tag: string }[] = [];
  const rest: string[] = [];
  for (const clause of clauses) {
    const demand = demandOf(clause.expression, phrasing);
    if (demand === null) rest.push(repeated(clause));
    else if ('people' in demand) least = least === null || demand.people > least ? demand.people : least;
    else if ('name' in demand) names.push(demand.name);
    else tags.push(demand);
  }
  const [tag, ...others] = tags;
  if (names.length === 0 && tag !== undefined && others.length === 0 && (least === null || least <= tag.count))
    return { words: `${numberWord(tag.count)} of the tag ${tag.tag}`, rest };
  const among = [...names, ...tags.map((one) => `${numberWord(one.count)} of the tag ${one.tag}`)];
  if (least === null || least <= 1n) return { words: among.length === 0 ? 'anyone' : joined(among, 'and'), rest };
  return { words: `${peopleWords(least)}${among.length === 0 ? '' : `, among them ${joined(among, 'and')},`}`, rest };
}
