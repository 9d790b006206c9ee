import type { Clause } from '../clauses.ts';
import { PARTS, type PolicyPart } from '../members.ts';
import type { Expression } from '../parse.ts';
import { canonical, leftToRight, scopeOf, type TermScope, termOf } from '../terms.ts';
import type { PolicyText } from '../words/explain.ts';
import { clausesOfPolicy, type PolicyClauses } from './finding.ts';
import { isImplied } from './never.ts';

/** Another policy of the organization. */
export interface OtherPolicy extends PolicyText {
  readonly policyId: string;
  readonly policyName: string;
}

/** Pairs of clauses that are compared by their meaning for one other policy. Beyond it, only equal clauses count. */
const MAXIMUM_PAIRS = 10_000;

/**
 * Returns the first other policy of the same effect that is proven to be wider, or null. Each clause of a wider policy is
 * a clause of this policy, or follows from one.
 */
export function shadowing(
  policy: PolicyText,
  clauses: PolicyClauses,
  others: readonly OtherPolicy[],
): OtherPolicy | null {
  const own = PARTS.map((part) => ({ part, ...keysOf(clauses, part) }));
  const isUnread = PARTS.some((part) => policy[part] !== '' && clauses[part].length === 0);
  if (isUnread || (policy.effect === 'EFFECT_DENY' && !isPlain(clauses))) return null;
  return others.find((other) => other.effect === policy.effect && isWider(other)) ?? null;

  function isWider(other: OtherPolicy): boolean {
    const wide = readOther(other);
    if (PARTS.some((part) => other[part] !== '' && wide[part].length === 0)) return false;
    // The type and the kind are judged for every version of a request, so a rule about them is only compared as a whole.
    const types = wide.condition.flatMap(({ key, isAboutType }) => (isAboutType ? [key] : [])).toSorted();
    if (types.length > 0 && types.join() !== (own[0]?.types ?? []).join()) return false;
    return own.every(({ part, keys }) => {
      const scope = scopeOf(part);
      const isBounded = wide[part].length * clauses[part].length <= MAXIMUM_PAIRS;
      return wide[part].every(
        ({ expression, key, isAboutType }) =>
          keys.has(key) ||
          (policy.effect === 'EFFECT_ALLOW' &&
            part !== 'time' &&
            isBounded &&
            !isAboutType &&
            clauses[part].some((narrow) => isImplied(narrow.expression, expression, scope))),
      );
    });
  }
}

interface OtherClause extends Pick<Clause, 'expression'> {
  /** The canonical text. */
  readonly key: string;
  readonly isAboutType: boolean;
}

/** The parsed policies of one list, because each of them is compared with every other one. */
const parsedOthers = new WeakMap<OtherPolicy, Readonly<Record<PolicyPart, readonly OtherClause[]>>>();

function readOther(other: OtherPolicy) {
  const known = parsedOthers.get(other);
  if (known !== undefined) return known;
  const clauses = clausesOfPolicy(other);
  const read = (part: PolicyPart): readonly OtherClause[] =>
    clauses[part].map(({ expression }) => {
      const key = canonical(expression);
      return { expression, key, isAboutType: isAboutTypeIn(key) };
    });
  const parsed = { condition: read('condition'), consensus: read('consensus'), time: read('time') };
  parsedOthers.set(other, parsed);
  return parsed;
}

function keysOf(clauses: PolicyClauses, part: PolicyPart) {
  const keys = clauses[part].map(({ expression }) => canonical(expression));
  const types = clauses[part].flatMap((_clause, at) => (isAboutTypeIn(keys[at] as string) ? [keys[at] as string] : []));
  return { keys: new Set(keys), types: types.toSorted() };
}

/** True for the canonical text of an expression that reads the type or the kind, or `activity` in another way than by its other members. */
const isAboutTypeIn = (key: string): boolean => /activity(?!\.(?:resource|action|params)\b)/.test(key);

/** True when no clause of a policy can fail: each compares one declared member with one value of its type. */
function isPlain(clauses: PolicyClauses): boolean {
  return PARTS.every((part) => clauses[part].every(({ expression }) => isPlainTest(expression, scopeOf(part))));
}

function isPlainTest(part: Expression, scope: TermScope): boolean {
  if (part.is !== 'compare') return false;
  const { operator, left, right } = leftToRight(part);
  const term = termOf(left, scope);
  if (term === null || term.root === 'controls' || operator === 'in' || right.is !== 'literal') return false;
  const { value } = right;
  const kind = { string: 'string', enumeration: 'string', int: 'bigint', bool: 'boolean' }[term.type.is as 'string'];
  return typeof value === kind && (kind === 'bigint' || operator === '==' || operator === '!=');
}
