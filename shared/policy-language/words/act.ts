/** The requests that a condition fits, as a verb with its places: whose key, to whom, at most how much. */
import type { Effect } from '../../model/index.ts';
import type { Expression } from '../parse.ts';
import { leftToRight, type TermScope, termOf } from '../terms.ts';
import type { Phrasing } from './phrase.ts';
import { type PhrasedPart, repeated } from './phrased.ts';
import { EMPTY, listWords, valueWords } from './values.ts';

type Compare = Expression & { readonly is: 'compare' };

export interface Act {
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

/** Returns the words for a condition, and the clauses that they do not contain. */
export function actOf({ clauses, scope, phrasing }: PhrasedPart, effect: Effect): Act {
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
  // Without “one of”, a limit behind the list would read as one on its last item.
  // “to empty” is no words: an empty recipient is a new contract.
  if (slot === 'to' && words === EMPTY) return null;
  const isOneOf = right.is === 'list' && right.items.length > 1;
  if (slot === 'to') return { slot, words: ` to ${isOneOf ? 'one of ' : ''}${words}` };
  const key = FROM[path] ?? 'the key';
  if (slot === 'from') return { slot, words: ` from ${isOneOf ? `one of ${key}s` : key} ${words}` };
  return { slot, words };
}
