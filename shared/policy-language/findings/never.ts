/**
 * Proofs that a test can never hold. Each rule is sound: where nothing is proven, nothing is reported. A value that a
 * request lacks makes a test fail, so it never makes one hold.
 */
import type { Effect } from '../../model/index.ts';
import { conjuncts, operandsOf } from '../clauses.ts';
import type { Comparison, Expression } from '../parse.ts';
import { hasOneName, hasSeveralNames, sameToForbidding } from '../same-text.ts';
import { leftToRight, type Term, type TermScope, termOf, withItem } from '../terms.ts';

type Compare = Expression & { readonly is: 'compare' };

/** The tests of one term that all have to hold. */
interface Bounds {
  readonly low: bigint | null;
  readonly high: bigint | null;
  /** Null when no test lists the values. Texts are in lower case, so that two spellings of one value stay equal. */
  readonly allowed: ReadonlySet<string> | null;
  readonly excluded: ReadonlySet<string>;
  /** The index of the last test that changed it. */
  readonly from: number;
}

/** The requests of a proof: all that a policy of an effect judges, or only those whose contents a denial can read. */
export type Proof = Effect | 'readable';

/** Returns true when the proof may rely on the value of a term. */
export const isReliable = ({ path, type }: Term, proof: Proof): boolean =>
  proof === 'readable'
    ? ['int', 'bool', 'enumeration'].includes(type.is) && !hasSeveralNames(path, true)
    : hasOneName(path, proof === 'EFFECT_DENY');

/** A clause that can never hold, by its index. `with` is the index of the clause that it contradicts. */
export interface NeverClause {
  readonly index: number;
  readonly with: number | null;
}

/** Returns the first clause that can never hold beside those before it, or null. */
export function firstNever(parts: readonly Expression[], scope: TermScope, proof: Proof): NeverClause | null {
  const known = new Map<string, Bounds>();
  for (const [index, part] of parts.entries()) {
    if (isNever(part, scope, proof)) return { index, with: null };
    const bound = boundOf(part, scope, index);
    if (bound === null || !isReliable(bound.term, proof)) continue;
    const before = known.get(bound.term.path);
    const both = before === undefined ? bound.bounds : intersected(before, bound.bounds);
    if (isEmpty(both)) return { index, with: before === undefined ? null : before.from };
    known.set(bound.term.path, both);
  }
  return null;
}

/** Returns true when a test can never hold, whatever the request. */
export function isNever(part: Expression, scope: TermScope, proof: Proof): boolean {
  switch (part.is) {
    case 'literal':
      return part.value === false;
    case 'span':
      return part.span.isNever;
    case 'logic':
      return part.operator === '&&'
        ? firstNever(conjuncts(part), scope, proof) !== null
        : operandsOf(part, '||').every((one) => isNever(one, scope, proof));
    case 'not':
      return isAlways(part.of);
    case 'each': {
      // For no items at all, "any" is false. A list that a digest hides is neither.
      const list = termOf(part.of, scope);
      const isKnown = proof !== 'EFFECT_DENY' || (list !== null && isReliable(list, proof));
      return (
        part.quantifier === 'any' && isKnown && isNever(part.predicate, withItem(scope, part.item, part.of), proof)
      );
    }
    case 'compare':
      return constantOf(part) === false;
    default:
      return false;
  }
}

/** Returns true when a test holds for every request and can never fail: it reads nothing of the request. */
export function isAlways(part: Expression): boolean {
  switch (part.is) {
    case 'literal':
      return part.value === true;
    case 'logic': {
      const parts = operandsOf(part, part.operator);
      if (part.operator === '&&') return parts.every(isAlways);
      return parts.some(isAlways) && parts.every((one) => isAlways(one) || isConstantFalse(one));
    }
    case 'not':
      return isConstantFalse(part.of);
    case 'compare':
      return constantOf(part) === true;
    default:
      return false;
  }
}

const isConstantFalse = (part: Expression): boolean =>
  (part.is === 'literal' && part.value === false) || (part.is === 'compare' && constantOf(part) === false);

/** Returns the result of a comparison of written values of one kind, or null. */
function constantOf({ operator, left, right }: Compare): boolean | null {
  if (left.is !== 'literal') return null;
  if (operator === 'in') {
    if (right.is !== 'list') return null;
    const found = right.items.map((item) => (item.is === 'literal' ? areEqual(left.value, item.value) : null));
    return found.includes(true) ? true : found.includes(null) ? null : false;
  }
  if (right.is !== 'literal') return null;
  const [one, other] = [left.value, right.value];
  if (typeof one === 'bigint' && typeof other === 'bigint') return ordered(operator, one, other);
  const isEqual = operator === '==' || operator === '!=' ? areEqual(one, other) : null;
  return isEqual === null ? null : isEqual === (operator === '==');
}

type Written = (Expression & { readonly is: 'literal' })['value'];

/** Returns null for values of two kinds, and for texts that one effect takes for one another and the other does not. */
function areEqual(one: Written, other: Written): boolean | null {
  if (one === other) return true;
  if (typeof one !== typeof other || typeof one === 'object') return null;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const isNumber = [one, other].every((text) => /^[0-9]+$/.test(text));
  const isAlike = one.toLowerCase() === other.toLowerCase() || sameToForbidding(one, other);
  return isNumber || isAlike ? null : false;
}

function ordered(operator: Exclude<Comparison, 'in'>, one: bigint, other: bigint): boolean {
  switch (operator) {
    case '==':
      return one === other;
    case '!=':
      return one !== other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
  }
}

interface Bound {
  readonly term: Term;
  readonly bounds: Bounds;
}

/** Returns what a test demands of one term, or null for a test of another form. */
export function boundOf(part: Expression, scope: TermScope, from: number): Bound | null {
  const none: Bounds = { low: null, high: null, allowed: null, excluded: new Set(), from };
  const bool = termOf(part, scope);
  if (bool?.type.is === 'bool') return { term: bool, bounds: { ...none, allowed: new Set(['true']) } };
  if (part.is !== 'compare') return null;
  const { operator, left, right } = leftToRight(part);
  const term = termOf(left, scope);
  if (term === null) return null;
  const values = (operator === 'in' ? (right.is === 'list' ? right.items : null) : [right])?.map((one) =>
    keyOf(one, term),
  );
  const keys = values?.filter((key) => key !== null);
  if (keys === undefined || values === undefined || keys.length < values.length) return null;
  if (operator === '==' || operator === 'in') return { term, bounds: { ...none, allowed: new Set(keys) } };
  const [key = ''] = keys;
  if (operator === '!=') {
    // A text that differs in letter case alone may be another text, so only one without letters is left out.
    const isExact = term.type.is !== 'string' || key.toUpperCase() === key;
    return { term, bounds: { ...none, excluded: new Set(isExact ? [key] : []) } };
  }
  if (term.type.is !== 'int' && term.type.is !== 'instant') return null;
  const size = BigInt(key);
  const bounds = {
    '<': { ...none, high: size - 1n },
    '<=': { ...none, high: size },
    '>': { ...none, low: size + 1n },
    '>=': { ...none, low: size },
  } as const;
  return { term, bounds: bounds[operator] };
}

/** Returns a written value as a text that is equal for equal values of the term's type. Null for another type. */
export function keyOf(part: Expression, { type }: Term): string | null {
  if (part.is !== 'literal') return null;
  const { value } = part;
  if (type.is === 'bool') return typeof value === 'boolean' ? String(value) : null;
  if (type.is === 'instant') return value instanceof Date ? String(value.getTime()) : null;
  if (type.is === 'int') {
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'string' && /^[0-9]{1,78}$/.test(value) ? String(BigInt(value)) : null;
  }
  if (type.is === 'enumeration') return typeof value === 'string' ? value : null;
  if (type.is !== 'string') return null;
  // Digits also compare as a number, and two spellings of a number are equal.
  return typeof value === 'string' && !/^[0-9]+$/.test(value) ? value.toLowerCase() : null;
}

function intersected(one: Bounds, other: Bounds): Bounds {
  const allowed =
    one.allowed === null || other.allowed === null
      ? (one.allowed ?? other.allowed)
      : new Set([...one.allowed].filter((key) => other.allowed?.has(key)));
  return {
    low: one.low === null || (other.low !== null && other.low > one.low) ? other.low : one.low,
    high: one.high === null || (other.high !== null && other.high < one.high) ? other.high : one.high,
    allowed,
    excluded: new Set([...one.excluded, ...other.excluded]),
    from: other.from,
  };
}

function isEmpty({ low, high, allowed, excluded }: Bounds): boolean {
  if (low !== null && high !== null && low > high) return true;
  if (allowed === null) return low !== null && low === high && excluded.has(String(low));
  return [...allowed].every((key) => excluded.has(key) || isOutside(key, low, high));
}

const isOutside = (key: string, low: bigint | null, high: bigint | null): boolean =>
  (low !== null && BigInt(key) < low) || (high !== null && BigInt(key) > high);

/** Returns true when a test of one term holds wherever another test of it holds. */
export function isImplied(by: Expression, wide: Expression, scope: TermScope): boolean {
  const [texts, others] = [textsOf(by, scope), textsOf(wide, scope)];
  if (texts !== null && others !== null && texts.path === others.path)
    return texts.texts.length > 0 && texts.texts.every((text) => others.texts.includes(text));
  const [narrow, other] = [boundOf(by, scope, 0), boundOf(wide, scope, 0)];
  if (narrow === null || other === null || narrow.term.path !== other.term.path) return false;
  if (narrow.term.type.is !== 'int' || other.bounds.excluded.size > 0) return false;
  const { bounds } = other;
  if (bounds.allowed !== null) return false;
  const { low, high, allowed } = narrow.bounds;
  if (allowed !== null)
    return allowed.size > 0 && [...allowed].every((key) => !isOutside(key, bounds.low, bounds.high));
  const isLow = bounds.low === null || (low !== null && low >= bounds.low);
  return isLow && (bounds.high === null || (high !== null && high <= bounds.high));
}

/** Returns the texts that a test lists for one term, as they are written, or null for another test. */
function textsOf(part: Expression, scope: TermScope): { readonly path: string; readonly texts: string[] } | null {
  if (part.is !== 'compare' || (part.operator !== '==' && part.operator !== 'in')) return null;
  const { operator, left, right } = leftToRight(part);
  const term = termOf(left, scope);
  const items = operator === '==' ? [right] : right.is === 'list' ? right.items : [];
  const texts = items.flatMap((item) => (item.is === 'literal' && typeof item.value === 'string' ? [item.value] : []));
  return term === null || texts.length < items.length || texts.length === 0 ? null : { path: term.path, texts };
}
