/** Tests of an expression as plain phrases. A part without words is shown as its text. */
import { inQuotes } from '../../model/index.ts';
import { operandsOf } from '../clauses.ts';
import type { Comparison, Expression } from '../parse.ts';
import { leftToRight, type TermScope, termOf, withItem } from '../terms.ts';
import { ITEM_MEMBERS, LISTS, MEMBERS, TESTS } from './members.ts';
import { demandOf, demandWords } from './people.ts';
import { inBackquotes } from './quotes.ts';
import { listWords, valueWords, type Wording } from './values.ts';

/** The text of the expression, and the names and words for its parts. */
export interface Phrasing extends Wording {
  readonly text: string;
}

const VERBS: Readonly<Record<Exclude<Comparison, 'in'>, string>> = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
};
const quoted = (part: Expression, { text }: Phrasing): string => inBackquotes(text.slice(part.start, part.end));
const textOf = (part: Expression, { text }: Phrasing): string => text.slice(part.start, part.end);

/** Returns a value or member in words. A member that has none keeps its path. */
function subject(part: Expression, scope: TermScope, phrasing: Phrasing): string {
  const term = termOf(part, scope);
  if (term === null) {
    if (part.is === 'count') return `the number of ${items(part.of, scope, phrasing)}`;
    return valueWords(part, '', phrasing) ?? listWords(part, '', phrasing) ?? quoted(part, phrasing);
  }
  const { path } = term;
  const known = MEMBERS[path] ?? LISTS[path];
  if (known !== undefined) return known;
  const [, of = '', from, to] = /^(.*)\[([0-9]+)\.\.([0-9]+)\]$/.exec(path) ?? [];
  if (from !== undefined && MEMBERS[of] !== undefined) return `the part [${from}..${to}] of ${MEMBERS[of]}`;
  const [, list = '', member] = /^(.*)\[\]\.([^[\]]+)$/.exec(path) ?? [];
  if (member !== undefined && list !== '?')
    return `its ${ITEM_MEMBERS[member] ?? member.replaceAll('_', ' ').replaceAll('.', ' ')}`;
  if (path.endsWith('[]')) return 'it';
  if (part.is === 'count') return `the number of ${items(part.of, scope, phrasing)}`;
  return textOf(part, phrasing);
}

/** Returns a list in words: `the approvers`, or those for which a test holds. */
function items(part: Expression, scope: TermScope, phrasing: Phrasing): string {
  if (part.is === 'each' && part.quantifier === 'filter') {
    const own = withItem(scope, part.item, part.of);
    const words = phrase(part.predicate, own, phrasing);
    return `${items(part.of, scope, phrasing)} for which ${part.predicate.is === 'logic' ? `(${words})` : words}`;
  }
  const term = termOf(part, scope);
  return LISTS[term?.path ?? ''] ?? textOf(part, phrasing);
}

/** As `demandOf`. An item can have the name of the keyword, and then no test of it is about the approvers. */
const demandIn = (part: Expression, scope: TermScope, phrasing: Phrasing) =>
  scope.approvers?.path === 'approvers' ? demandOf(part, phrasing) : null;

/** Returns a test in words. Never leaves a part out: one without words is shown as its text in backquotes. */
export function phrase(part: Expression, scope: TermScope, phrasing: Phrasing): string {
  const demand = demandIn(part, scope, phrasing);
  if (demand !== null) return demandWords(demand);
  switch (part.is) {
    case 'literal':
      return part.value === true ? 'always' : part.value === false ? 'never' : quoted(part, phrasing);
    case 'logic': {
      const inner = operandsOf(part, part.operator).map((one) => {
        const words = phrase(one, scope, phrasing);
        // Without brackets, the next part would read like one about each item.
        return one.is === 'logic' || (one.is === 'each' && demandIn(one, scope, phrasing) === null)
          ? `(${words})`
          : words;
      });
      return inner.join(part.operator === '&&' ? ' and ' : ' or ');
    }
    case 'not': {
      const words = phrase(part.of, scope, phrasing);
      return `not (${words})`;
    }
    case 'compare':
      return comparison(leftToRight(part), scope, phrasing);
    case 'contains':
      return containing(part, scope, phrasing);
    case 'each':
      return part.quantifier === 'filter' ? quoted(part, phrasing) : each(part, scope, phrasing);
    case 'span': {
      const [cron, duration, zone] = part.span.source;
      return `the time is within ${duration} after the schedule ${inQuotes(cron)} (${zone})`;
    }
    default:
      return tested(part, scope, true, phrasing) ?? `${subject(part, scope, phrasing)} is true`;
  }
}

/** Returns the words of a member that is true or false by itself, or null. */
function tested(part: Expression, scope: TermScope, holds: boolean, { names }: Phrasing): string | null {
  const path = termOf(part, scope)?.path ?? '';
  const limit = names.get(path);
  if (limit !== undefined) return `the limit ${inQuotes(limit)} ${holds ? 'holds' : 'does not hold'}`;
  const known = TESTS.find(([pattern]) => pattern.test(path));
  return known === undefined ? null : path.replace(known[0], holds ? known[1] : known[2]);
}

function comparison(part: Expression & { readonly is: 'compare' }, scope: TermScope, phrasing: Phrasing): string {
  const { operator, left, right } = part;
  if (right.is === 'literal' && typeof right.value === 'boolean' && (operator === '==' || operator === '!=')) {
    const holds = right.value === (operator === '==');
    const known = tested(left, scope, holds, phrasing);
    if (known !== null) return known;
    if (termOf(left, scope) === null) {
      const words = phrase(left, scope, phrasing);
      return holds ? words : `not (${words})`;
    }
  }
  const path = termOf(left, scope)?.path ?? '';
  const of = subject(left, scope, phrasing);
  if (operator === 'in') {
    const list = listWords(right, path, phrasing);
    if (list !== null) return `${of} is ${right.is === 'list' && right.items.length > 1 ? 'one of ' : ''}${list}`;
    return right.is === 'list'
      ? `${of} is one of ${quoted(right, phrasing)}`
      : `${of} is among ${items(right, scope, phrasing)}`;
  }
  return `${of} ${VERBS[operator]} ${valueWords(right, path, phrasing) ?? subject(right, scope, phrasing)}`;
}

function containing(part: Expression & { readonly is: 'contains' }, scope: TermScope, phrasing: Phrasing): string {
  const path = `${termOf(part.of, scope)?.path ?? ''}[]`;
  const value = valueWords(part.value, path, phrasing) ?? subject(part.value, scope, phrasing);
  if (path === 'approvers[].tags[]') return `the approver has the tag ${value}`;
  if (path === 'private_key.tags[]') return `the private key has the tag ${value}`;
  const own = termOf(part.value, scope);
  const list = own === null ? null : listWords(part.of, own.path, phrasing);
  if (list !== null) return `${subject(part.value, scope, phrasing)} is one of ${list}`;
  return `${items(part.of, scope, phrasing)} include ${value}`;
}

function each(part: Expression & { readonly is: 'each' }, scope: TermScope, phrasing: Phrasing): string {
  const own = withItem(scope, part.item, part.of);
  const words = phrase(part.predicate, own, phrasing);
  const list = items(part.of, scope, phrasing);
  return part.quantifier === 'any' ? `for at least one of ${list}, ${words}` : `for each of ${list}, ${words}`;
}
