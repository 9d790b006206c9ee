import { decimalText } from '../../../shared/model/index.ts';
import { findActivityByType } from '../../../shared/operations/index.ts';
import {
  type Expression,
  keywordsOf,
  PolicyFault,
  type PolicyPart,
  parsePolicy,
} from '../../../shared/policy-language/index.ts';
import { inSentence } from '../../words/labels.ts';
import type { Names } from './names.ts';

/** An expression in words. `isExact` is true for an expression without words, which then stands as it is. */
export interface ExpressionWords {
  readonly text: string;
  readonly isExact: boolean;
}

const ACTIONS: Readonly<Record<string, string>> = {
  ...{ CREATE: 'Create', UPDATE: 'Change', DELETE: 'Delete', SIGN: 'Sign', EXPORT: 'Export', IMPORT: 'Import' },
};
const WEI_DECIMALS = 18;

/**
 * Returns the people that an expression of consensus needs: "1 of Approvers", "Ada Byrne", "2 people". An expression
 * that always holds needs anyone.
 */
export const whoWords = (consensus: string, names: Names): ExpressionWords =>
  wordsOf('consensus', consensus, 'Anyone', (expression) => who(expression, names));

/** Returns the requests that a condition fits: "Create wallet", "Sign transaction with at most 2 ETH". */
export const whatWords = (condition: string, names: Names): ExpressionWords =>
  wordsOf('condition', condition, 'Everything', (expression) => what(expression, names));

function wordsOf(
  part: PolicyPart,
  text: string,
  always: string,
  words: (expression: Expression) => string | null,
): ExpressionWords {
  if (text.trim() === '') return { text: always, isExact: false };
  const expression = parsed(part, text);
  const found = expression === null ? null : isAlways(expression) ? always : words(expression);
  return found === null ? { text, isExact: true } : { text: found, isExact: false };
}

/** Null for a text that this program cannot parse. It is then shown as it is. */
function parsed(part: PolicyPart, text: string): Expression | null {
  try {
    return parsePolicy(text, keywordsOf(part)).expression;
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}

const isAlways = (expression: Expression) => expression.is === 'literal' && expression.value === true;

/** A dotted name such as `activity.type`. Null for other expressions. */
function path(expression: Expression): string | null {
  if (expression.is === 'name') return expression.name;
  if (expression.is !== 'member') return null;
  const of = path(expression.of);
  return of === null ? null : `${of}.${expression.name}`;
}

const text = (expression: Expression): string | null =>
  expression.is === 'literal' && typeof expression.value === 'string' ? expression.value : null;
const integer = (expression: Expression): bigint | null =>
  expression.is === 'literal' && typeof expression.value === 'bigint' ? expression.value : null;

/** The texts that a comparison allows: of `==` one, of `in` several. Null for other comparisons. */
function allowed(expression: Expression): { readonly path: string; readonly values: readonly string[] } | null {
  if (expression.is !== 'compare') return null;
  const at = path(expression.left);
  if (at === null) return null;
  const values =
    expression.operator === '=='
      ? [text(expression.right)]
      : expression.operator === 'in' && expression.right.is === 'list'
        ? expression.right.items.map(text)
        : [null];
  return values.some((value) => value === null) ? null : { path: at, values: values as string[] };
}

/** The parts of a chain of one operator. */
function parts(expression: Expression, operator: '&&' | '||'): readonly Expression[] {
  if (expression.is !== 'logic' || expression.operator !== operator) return [expression];
  return [...parts(expression.left, operator), ...parts(expression.right, operator)];
}

/** Parts of the other operator stand in brackets. Null when one part has no words. */
function joined(
  expression: Expression,
  operator: '&&' | '||',
  words: (part: Expression) => string | null,
): string | null {
  const all = parts(expression, operator).map((part) => {
    const said = words(part);
    return said !== null && part.is === 'logic' ? `(${said})` : said;
  });
  return all.some((one) => one === null) ? null : all.join(operator === '&&' ? ' and ' : ' or ');
}

function who(expression: Expression, names: Names): string | null {
  if (expression.is === 'logic') return joined(expression, expression.operator, (part) => who(part, names));
  if (expression.is === 'each' && expression.quantifier === 'any' && path(expression.of) === 'approvers') {
    const group = groupOf(expression.predicate, expression.item, names);
    return group === null ? null : group.isTag ? `1 of ${group.name}` : group.name;
  }
  if (expression.is !== 'compare' || !['>=', '==', '>'].includes(expression.operator)) return null;
  const number = integer(expression.right);
  if (number === null || expression.left.is !== 'count') return null;
  const least = expression.operator === '>' ? number + 1n : number;
  const { of } = expression.left;
  const exactly = expression.operator === '==' ? 'exactly ' : '';
  if (path(of) === 'approvers') return `${exactly}${least} ${least === 1n ? 'person' : 'people'}`;
  if (of.is !== 'each' || of.quantifier !== 'filter' || path(of.of) !== 'approvers') return null;
  const group = groupOf(of.predicate, of.item, names);
  return group === null ? null : `${exactly}${least} of ${group.name}`;
}

/** The person or the tag that a predicate about one approver names. */
function groupOf(
  predicate: Expression,
  item: string,
  names: Names,
): { readonly name: string; readonly isTag: boolean } | null {
  if (predicate.is === 'contains' && path(predicate.of) === `${item}.tags`) {
    const tag = text(predicate.value);
    return tag === null ? null : { name: names.known(tag) ?? 'a deleted tag', isTag: true };
  }
  const one = allowed(predicate);
  if (one === null || one.path !== `${item}.id`) return null;
  return { name: one.values.map((id) => names.known(id) ?? 'a deleted user').join(' or '), isTag: false };
}

function what(expression: Expression, names: Names): string | null {
  if (expression.is === 'logic' && expression.operator === '||')
    return joined(expression, '||', (part) => what(part, names));
  const clauses = parts(expression, '&&');
  const known = new Map<string, string>();
  const others: string[] = [];
  for (const clause of clauses) {
    const one = allowed(clause);
    const isSubject = one !== null && ['activity.type', 'activity.action', 'activity.resource'].includes(one.path);
    if (isSubject && !known.has(one.path)) known.set(one.path, anyOf(one.values.map(SAYS[one.path] ?? String)));
    else {
      const said = limit(clause, names);
      if (said === null) return null;
      others.push(said);
    }
  }
  const subject = subjectOf(known);
  return subject === null ? null : [subject, ...others].join(' ');
}

const SAYS: Readonly<Record<string, (value: string) => string>> = {
  'activity.type': (type) => findActivityByType(type)?.title ?? type,
  'activity.action': (action) => ACTIONS[action] ?? action.toLowerCase(),
  'activity.resource': (resource) => resource.toLowerCase().replaceAll('_', ' '),
};

const anyOf = ([first = '', ...others]: readonly string[]) => [first, ...others.map(inSentence)].join(' or ');

function subjectOf(known: ReadonlyMap<string, string>): string | null {
  const [type, action, resource] = ['activity.type', 'activity.action', 'activity.resource'].map((at) => known.get(at));
  if (type !== undefined) return action === undefined && resource === undefined ? type : null;
  if (action !== undefined)
    return resource === undefined ? `${action} anything` : `${action === 'Sign' ? 'Sign with' : action} ${resource}`;
  return resource === undefined ? 'Everything' : `Do anything with ${inSentence(resource)}`;
}

/** One limit of a condition. Null for a clause without words. */
function limit(clause: Expression, names: Names): string | null {
  const one = allowed(clause);
  if (one?.path === 'wallet.id') return `from ${one.values.map((id) => names.known(id) ?? id).join(' or ')}`;
  if (one?.path === 'wallet.label') return `from ${one.values.join(' or ')}`;
  if (one?.path === 'eth.tx.to') return `to ${one.values.join(' or ')}`;
  if (clause.is !== 'compare' || path(clause.left) !== 'eth.tx.value') return null;
  const wei = integer(clause.right);
  if (wei === null || (clause.operator !== '<=' && clause.operator !== '<')) return null;
  return `${clause.operator === '<' ? 'below' : 'up to'} ${decimalText(wei, WEI_DECIMALS)} ETH`;
}
