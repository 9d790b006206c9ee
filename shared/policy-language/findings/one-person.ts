/** Finds a consensus that seems to demand several people and that one person can fulfil alone. */
import type { Clause } from '../clauses.ts';
import type { Expression } from '../parse.ts';
import { scopeOf } from '../terms.ts';
import { demandOf } from '../words/people.ts';
import { NO_NAMES } from '../words/values.ts';
import { about, type PolicyAdvice, type PolicyClauses } from './finding.ts';
import { boundOf } from './never.ts';

/** Returns advice about a demand for several keys, and about demands for people of several tags. */
export function onePerson({ consensus }: PolicyClauses): PolicyAdvice[] {
  if (consensus.some(({ expression }) => lowest('approvers.count()', expression) > 1n)) return [];
  return [...severalKeys(consensus), ...severalTags(consensus)];
}

function severalKeys(consensus: readonly Clause[]): PolicyAdvice[] {
  const keys = consensus.find(({ expression }) => lowest('credentials.count()', expression) > 1n);
  if (keys === undefined) return [];
  const message = `${named(keys)} counts keys: one person with several can approve alone. approvers.count() counts people.`;
  return [about('one person', 'care', 'consensus', keys, message)];
}

/** Two clauses that each demand one person of a tag: one person can have both tags. Two different names are two people. */
function severalTags(consensus: readonly Clause[]): PolicyAdvice[] {
  const demands = consensus.flatMap((clause) => {
    const demand = demandOf(clause.expression, { names: NO_NAMES, chainId: null });
    return demand === null ? [] : [{ clause, demand }];
  });
  const tagged = demands.flatMap(({ demand }) => ('tag' in demand ? [demand] : []));
  const names = new Set(demands.flatMap(({ demand }) => ('name' in demand ? [demand.name] : [])));
  const last = demands.at(-1)?.clause;
  const isOne = tagged.length > 0 && tagged.every(({ count }) => count === 1n) && names.size <= 1;
  const several = new Set(tagged.map(({ tag }) => tag)).size + names.size;
  if (last === undefined || !isOne || several < 2) return [];
  const numbers = demands.map(({ clause }) => clause.number).join(' and ');
  const message = `The same person can fulfil clauses ${numbers} of the consensus. Add approvers.count() >= ${several} to ask for ${several} people.`;
  return [about('one person', names.size === 0 ? 'care' : 'information', 'consensus', last, message)];
}

const named = ({ number }: Clause): string => `Clause ${number} of the consensus`;

/** Returns the least number that a test leaves to a count, or 0. */
function lowest(path: string, expression: Expression): bigint {
  const bound = boundOf(expression, scopeOf('consensus'), 0);
  if (bound?.term.path !== path) return 0n;
  const { low, allowed } = bound.bounds;
  const [first = low ?? 0n, ...rest] = [...(allowed ?? [])].map(BigInt);
  return rest.reduce((least, one) => (one < least ? one : least), first);
}
