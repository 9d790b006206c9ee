import { KEYWORDS, type PolicyPart } from './members.ts';
import type { Comparison, Expression } from './parse.ts';
import { ANY, INT, type PolicyType, STRING } from './types.ts';

/** The known names at a place of an expression, with their types and the paths that they stand for. */
export type TermScope = Readonly<Record<string, { readonly type: PolicyType; readonly path: string }>>;

/**
 * A value of the request that one evaluation reads alike wherever it stands: `eth.tx.to`, `approvers.count()`.
 * `path` has `[]` for the items of a list that a quantifier names.
 */
export interface Term {
  readonly path: string;
  /** The keyword that the path begins with. */
  readonly root: string;
  readonly type: PolicyType;
}

/** Returns the keywords of a part of a policy as a scope. */
export function scopeOf(part: PolicyPart): TermScope {
  return Object.fromEntries(Object.entries(KEYWORDS[part]).map(([name, type]) => [name, { type, path: name }]));
}

/** Returns the scope of a predicate, in which `item` is an item of the list `of`. */
export function withItem(scope: TermScope, item: string, of: Expression): TermScope {
  const list = termOf(of, scope);
  const type = list?.type.is === 'list' ? list.type.of : ANY;
  return { ...scope, [item]: { type, path: `${list?.path ?? '?'}[]` } };
}

type Step = Exclude<Expression, { readonly is: 'name' }>;

/** Returns the term that an expression is, or null for a literal, a test, or a list that a predicate filters. */
export function termOf(part: Expression, scope: TermScope): Term | null {
  const steps: Step[] = [];
  let first = part;
  // A long path nests to the left, so a loop spares the stack.
  while (first.is !== 'name') {
    if (first.is !== 'member' && first.is !== 'index' && first.is !== 'slice' && first.is !== 'count') return null;
    steps.push(first);
    first = first.of;
  }
  const known = Object.hasOwn(scope, first.name) ? scope[first.name] : undefined;
  if (known === undefined) return null;
  let { type, path } = known;
  for (const step of steps.reverse()) {
    const next = stepOf(step, type);
    if (next === null) return null;
    type = next.type;
    path += next.path;
  }
  return { path, root: /^[^.[]*/.exec(path)?.[0] ?? path, type };
}

function stepOf(step: Step, of: PolicyType): Pick<Term, 'type' | 'path'> | null {
  switch (step.is) {
    case 'member':
      return { path: `.${step.name}`, type: memberType(of, step.name) };
    case 'count':
      return { path: '.count()', type: INT };
    case 'index': {
      if (step.at.is !== 'literal') return null;
      const { value } = step.at;
      if (typeof value === 'string') return { path: `.${value}`, type: memberType(of, value) };
      return { path: `[${String(value)}]`, type: of.is === 'list' ? of.of : of.is === 'string' ? STRING : ANY };
    }
    case 'slice': {
      if (step.from.is !== 'literal' || step.to.is !== 'literal') return null;
      return { path: `[${String(step.from.value)}..${String(step.to.value)}]`, type: of.is === 'string' ? of : ANY };
    }
    default:
      return null;
  }
}

function memberType(of: PolicyType, name: string): PolicyType {
  if (of.is === 'map' || of.is === 'named') return of.of;
  return of.is === 'struct' && Object.hasOwn(of.members, name) ? (of.members[name] ?? ANY) : ANY;
}

/** Returns a text that two expressions share exactly when they are the same but for blanks and brackets. */
export function canonical(part: Expression): string {
  const after: string[] = [];
  let at = part;
  for (;;) {
    switch (at.is) {
      case 'member':
        after.push(`.${at.name}`);
        break;
      case 'count':
        after.push('.count()');
        break;
      case 'index':
        after.push(`[${canonical(at.at)}]`);
        break;
      case 'slice':
        after.push(`[${canonical(at.from)}..${canonical(at.to)}]`);
        break;
      case 'contains':
        after.push(`.contains(${canonical(at.value)})`);
        break;
      case 'each':
        after.push(`.${at.quantifier}(${at.item},${canonical(at.predicate)})`);
        break;
      case 'logic':
        after.push(`${at.operator}(${canonical(at.right)})`);
        at = at.left;
        continue;
      case 'compare':
        return `(${canonical(at.left)} ${at.operator} ${canonical(at.right)})${after.reverse().join('')}`;
      case 'list':
        return `[${at.items.map(canonical).join()}]${after.reverse().join('')}`;
      case 'not':
        return `!(${canonical(at.of)})${after.reverse().join('')}`;
      case 'span':
        return `${JSON.stringify(at.span.source)}${after.reverse().join('')}`;
      case 'literal':
        return `${literalText(at.value)}${after.reverse().join('')}`;
      case 'name':
        return `${at.name}${after.reverse().join('')}`;
    }
    at = at.of;
  }
}

function literalText(value: boolean | bigint | string | Date): string {
  if (value instanceof Date) return `@${value.getTime()}`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

const FLIPPED: Readonly<Partial<Record<Comparison, Comparison>>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Returns the comparison with its literal at the right. */
export function leftToRight(part: Expression & { readonly is: 'compare' }): typeof part {
  if (part.left.is !== 'literal' || part.right.is === 'literal' || part.operator === 'in') return part;
  return { ...part, operator: FLIPPED[part.operator] ?? part.operator, left: part.right, right: part.left };
}
