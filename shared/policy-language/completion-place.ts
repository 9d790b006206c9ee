/** Finds the kind of text that an expression expects at its end, which may be unfinished. */
import { COMPARISONS } from './advice.ts';
import { PolicyFault } from './fault.ts';
import { keywordsOf, type PolicyPart } from './members.ts';
import { type Expression, parsePolicy } from './parse.ts';
import { scopeOf, type Term, type TermScope, termOf } from './terms.ts';
import { type Token, tokensOf } from './tokens.ts';
import { ANY, BOOL } from './types.ts';

export type KnownTerm = Pick<Term, 'type' | 'path'>;

/**
 * The expected text: a member or function of a value, the name of an item, an operator behind a value, or a value. `of`
 * is the value before it, or the member that a value is compared with. Null for a whole test.
 */
export type Expected =
  | { readonly is: 'member' | 'item'; readonly of: KnownTerm; readonly scope: TermScope }
  | { readonly is: 'operator' | 'value'; readonly of: KnownTerm | null; readonly scope: TermScope };

/** An unclosed bracket, with the value before it. */
interface Open {
  readonly sign: string;
  readonly at: number;
  /** `any`, `contains`, or empty for a bracket without a function. */
  readonly called: string;
  readonly scope: TermScope;
}

const QUANTIFIERS: ReadonlySet<string> = new Set(['any', 'all', 'filter']);
const ITEM_NAMES: Readonly<Record<string, string>> = {
  approvers: 'user',
  credentials: 'credential',
  wallets: 'wallet',
  tags: 'tag',
  instructions: 'instruction',
  outputs: 'output',
  inputs: 'input',
  transfers: 'transfer',
  spl_transfers: 'transfer',
  calls: 'call',
};

/** Returns the usual name of an item of a list: `user` for `approvers`. */
export function itemNameOf({ path }: KnownTerm): string {
  return ITEM_NAMES[/[a-z_]+$/.exec(path)?.[0] ?? ''] ?? 'item';
}

/** Returns the text that is expected behind `text`, or null where nothing is known. Never throws. */
export function expectedAt(part: PolicyPart, text: string): Expected | null {
  const tokens = readTokens(text);
  if (tokens === null) return null;
  const read = { part, text, tokens };
  const open = openBrackets(read);
  const inner = open.at(-1);
  const scope = scopeAt(read, inner);
  const last = tokens.at(-1);
  if (last === undefined) return { is: 'value', of: null, scope };
  if (last.text === '.' && last.kind === 'sign') {
    const of = valueBefore(read, tokens.length - 1, scope);
    return of === null ? null : { is: 'member', of, scope };
  }
  if (inner !== undefined && QUANTIFIERS.has(inner.called) && inner.at === tokens.length - 1) {
    const of = valueBefore(read, inner.at - 2, inner.scope);
    return of === null ? null : { is: 'item', of, scope };
  }
  if (isComparison(last)) return { is: 'value', of: valueBefore(read, tokens.length - 1, scope), scope };
  if (last.kind === 'sign' && ['&&', '||', '(', '[', ','].includes(last.text))
    return { is: 'value', of: inner === undefined || last.text.length > 1 ? null : argumentOf(read, inner), scope };
  if (last.kind === 'sign' && last.text !== ')' && last.text !== ']') return null;
  return operatorBehind(read, scope);
}

interface Read {
  readonly part: PolicyPart;
  readonly text: string;
  readonly tokens: readonly Token[];
}

function readTokens(text: string): readonly Token[] | null {
  try {
    return tokensOf(text).slice(0, -1);
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}

const isComparison = ({ kind, text }: Token) =>
  kind === 'sign' ? COMPARISONS.has(text) : kind === 'name' && text === 'in';

/** Returns the brackets that the end of the text is inside of, the innermost last. */
function openBrackets(read: Read): readonly Open[] {
  const { part, tokens } = read;
  const open: Open[] = [];
  for (const [at, { kind, text: sign }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (sign === ')' || sign === ']') open.pop();
    if (sign !== '(' && sign !== '[') continue;
    const before = tokens[at - 1];
    const called = sign === '(' && before?.kind === 'name' && tokens[at - 2]?.text === '.' ? before.text : '';
    const outer = open.at(-1);
    open.push({ sign, at, called, scope: outer === undefined ? scopeOf(part) : scopeAt(read, outer) });
  }
  return open;
}

/** Returns the names inside a bracket: those around it, and the item of its quantifier. */
function scopeAt(read: Read, inner: Open | undefined): TermScope {
  if (inner === undefined) return scopeOf(read.part);
  const { tokens } = read;
  const { at, called, scope } = inner;
  const item = tokens[at + 1];
  if (!QUANTIFIERS.has(called) || item?.kind !== 'name' || tokens[at + 2]?.text !== ',') return scope;
  const list = valueBefore(read, at - 2, scope);
  const type = list?.type.is === 'list' ? list.type.of : ANY;
  return { ...scope, [item.text]: { type, path: `${list?.path ?? '?'}[]` } };
}

/** Returns the member that a value inside a bracket is compared with. Null for a test. */
function argumentOf(read: Read, { sign, at, called, scope }: Open): KnownTerm | null {
  if (called === 'contains') {
    const list = valueBefore(read, at - 2, scope);
    return list?.type.is === 'list' ? { type: list.type.of, path: `${list.path}[]` } : null;
  }
  const before = read.tokens[at - 1];
  return sign === '[' && before?.kind === 'name' && before.text === 'in' ? valueBefore(read, at - 1, scope) : null;
}

/** Returns the operators that fit behind a value at the end: none but && and || behind a whole test. */
function operatorBehind(read: Read, scope: TermScope): Expected | null {
  const { tokens } = read;
  const begin = beginOf(tokens, tokens.length);
  const before = begin === null ? undefined : tokens[begin - 1];
  if (begin === null || (before !== undefined && isComparison(before))) return { is: 'operator', of: null, scope };
  return { is: 'operator', of: valueBefore(read, tokens.length, scope), scope };
}

/** Returns the value that ends before a token, or null for one without a known type. */
function valueBefore({ part, text, tokens }: Read, end: number, scope: TermScope): KnownTerm | null {
  const begin = beginOf(tokens, end);
  const [first, last] = [tokens[begin ?? end], tokens[end - 1]];
  if (begin === null || first === undefined || last === undefined) return null;
  try {
    const names = [...keywordsOf(part), ...Object.keys(scope)];
    return knownTerm(parsePolicy(text.slice(first.start, last.end), names).expression, scope);
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}

function knownTerm(expression: Expression, scope: TermScope): KnownTerm | null {
  if (expression.is === 'count') return { type: { is: 'int' }, path: 'count()' };
  if (expression.is === 'contains') return { type: BOOL, path: 'contains()' };
  if (expression.is !== 'each') return termOf(expression, scope);
  return expression.quantifier === 'filter' ? knownTerm(expression.of, scope) : { type: BOOL, path: 'each()' };
}

/** Returns the first token of the value that ends before a token: a name with its members, calls and indexes. */
function beginOf(tokens: readonly Token[], end: number): number | null {
  let at = end - 1;
  for (;;) {
    const token = tokens[at];
    if (token === undefined) return null;
    if (token.kind === 'sign' && (token.text === ')' || token.text === ']')) {
      const opened = openerOf(tokens, at);
      const before = opened === null ? undefined : tokens[opened - 1];
      if (opened === null || before === undefined) return null;
      if (token.text === ']' && before.kind === 'name' && before.text !== 'in') at = opened - 1;
      else if (token.text === ')' && before.kind === 'name' && tokens[opened - 2]?.text === '.') at = opened - 3;
      else return null;
      continue;
    }
    if (token.kind !== 'name') return token.kind === 'string' || token.kind === 'number' ? at : null;
    if (tokens[at - 1]?.text !== '.') return at;
    at -= 2;
  }
}

/** Returns the token that opens the bracket which a token closes. */
function openerOf(tokens: readonly Token[], close: number): number | null {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind !== 'sign') continue;
    if (text === ')' || text === ']') depth += 1;
    if (text === '(' || text === '[') depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}
