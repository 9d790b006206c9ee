import type { Effect } from '../../model/index.ts';
import { checkExpression, type PolicyFinding } from '../check.ts';
import { clausesOf, conjuncts } from '../clauses.ts';
import { PolicyFault } from '../fault.ts';
import { keywordsOf, PARTS, type PolicyPart } from '../members.ts';
import { type Parsed, parsePolicy } from '../parse.ts';
import { leftToRight, scopeOf, termOf } from '../terms.ts';
import { type PolicySentence, sentenceOf } from './headline.ts';
import { phrase } from './phrase.ts';
import type { PhrasedPart } from './phrased.ts';
import { NO_NAMES, type PolicyNames, sentence } from './values.ts';

/** A policy as it is written. An empty expression always holds. */
export interface PolicyText extends Readonly<Record<PolicyPart, string>> {
  readonly effect: Effect;
}

/** One clause of a policy in words. */
export interface ExplainedClause {
  readonly part: PolicyPart;
  /** Its place among the clauses of its part, from 1. */
  readonly number: number;
  readonly place: string;
  readonly text: string;
  readonly words: string;
}

export interface ExplainedPolicy extends PolicySentence {
  readonly clauses: readonly ExplainedClause[];
  /** Faults of the expressions. The service refuses a policy with one. */
  readonly faults: readonly (PolicyFinding & { readonly part: PolicyPart })[];
}

/**
 * Returns a policy in words: one sentence, and each clause with its number, place and text. Names replace the identifiers
 * and addresses in `names`, by their lower case. A clause without words is repeated as its text. Never throws.
 *
 * @example
 * explainPolicy({ effect: 'EFFECT_ALLOW', condition: 'eth.tx.chain_id == 1', consensus: '', time: '' }).headline;
 * // 'Anyone can sign Ethereum transactions.'
 */
export function explainPolicy(policy: PolicyText, names: PolicyNames = NO_NAMES): ExplainedPolicy {
  const parts = {
    condition: phrased('condition', policy.condition, names),
    consensus: phrased('consensus', policy.consensus, names),
    time: phrased('time', policy.time, names),
  };
  return {
    ...sentenceOf(policy.effect, parts),
    clauses: PARTS.flatMap((part) =>
      (parts[part]?.clauses ?? []).map(({ number, place, text, phrase: words }) => ({
        part,
        number,
        place,
        text,
        words: sentence(words),
      })),
    ),
    faults: PARTS.flatMap((part) =>
      policy[part] === '' ? [] : checkExpression(part, policy[part]).map((one) => ({ part, ...one })),
    ),
  };
}

/** Returns a parsed part of a policy, or null for one that cannot be parsed. An empty part always holds. */
export function parsedPart(part: PolicyPart, text: string): Parsed | null {
  try {
    return parsePolicy(text === '' ? 'true' : text, keywordsOf(part));
  } catch (error) {
    if (error instanceof PolicyFault) return null;
    throw error;
  }
}

function phrased(part: PolicyPart, text: string, names: PolicyNames): PhrasedPart | null {
  const scope = scopeOf(part);
  const parsed = parsedPart(part, text);
  if (parsed === null) return null;
  const phrasing = { text: parsed.text, names, chainId: part === 'condition' ? chainOf(parsed) : null };
  const clauses = text === '' ? [] : clausesOf(parsed);
  return {
    scope,
    phrasing,
    clauses: clauses.map((clause) => ({ ...clause, phrase: phrase(clause.expression, scope, phrasing) })),
  };
}

/** Returns the only chain that a condition allows, or null. */
function chainOf({ expression }: Parsed): bigint | null {
  const scope = scopeOf('condition');
  for (const part of conjuncts(expression)) {
    if (part.is !== 'compare' || part.operator !== '==') continue;
    const { left, right } = leftToRight(part);
    if (right.is !== 'literal' || termOf(left, scope)?.path !== 'eth.tx.chain_id') continue;
    if (/^[0-9]{1,78}$/.test(String(right.value))) return BigInt(String(right.value));
  }
  return null;
}
