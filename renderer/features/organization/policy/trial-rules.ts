import type { PolicyTrial, UntriedRequest } from '../../../../shared/model/index.ts';
import { findActivityByType, OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import type { Choice } from '../../../ui/field.tsx';

type Outcome = PolicyTrial['before']['outcome'];
type TriedClause = PolicyTrial['clauses'][number];

const OUTCOMES: Readonly<Record<Outcome, string>> = { allow: 'Allowed', consensus: 'Needs votes', deny: 'Refused' };

const VALUES: Readonly<Record<TriedClause['value'], string>> = {
  true: 'true',
  false: 'false',
  'absent request content': 'no such content',
  'absent member': 'no such member',
  hidden: 'hidden in a digest',
  failed: 'failed',
};

/** Returns the value of a clause in words. */
export const valueWords = ({ value }: TriedClause): string => VALUES[value];

/** Returns the title of a request's operation. */
export const trialTitle = ({ type }: PolicyTrial): string => findActivityByType(type)?.title ?? type;

/** Returns the outcome with the policy: "Refused", or "Allowed, as before". */
export function outcomeWords({ before, after }: PolicyTrial): string {
  const words = OUTCOMES[after.outcome];
  return before.outcome === after.outcome ? `${words}, as before` : words;
}

/** Returns a decision with its authority: "Allowed by Small payments". */
export function decisionWords({ outcome, by }: PolicyTrial['before']): string {
  const authority = by.join(', ');
  if (authority === 'no policy') return `${OUTCOMES[outcome]}: no policy allows it`;
  return `${OUTCOMES[outcome]} by ${authority}`;
}

/** Returns the clause that decides about the policy: the first that is not true. Null when all of them are true. */
export const decidingClause = ({ clauses }: PolicyTrial): TriedClause | null =>
  clauses.find(({ value }) => value !== 'true') ?? null;

/** Returns the effect of the policy alone in words. */
export function aloneWords(trial: PolicyTrial): string {
  const clause = decidingClause(trial);
  if (clause === null) return 'Every clause is true, so the policy applies.';
  const place =
    clause.part === 'condition' ? `Clause ${clause.number}` : `Clause ${clause.number} of the ${clause.part}`;
  return `${place} is not true, so the policy does not apply.`;
}

export interface SortedTrials {
  /** Those that the policy changes come first. */
  readonly trials: readonly PolicyTrial[];
  readonly changed: number;
  readonly untried: readonly UntriedRequest[];
}

/** Sorts trials by their change. */
export function sortTrials(found: readonly (PolicyTrial | UntriedRequest)[]): SortedTrials {
  const trials = found.flatMap((one) => ('problem' in one ? [] : [one]));
  const isChanged = ({ before, after }: PolicyTrial) => before.outcome !== after.outcome;
  const changed = trials.filter(isChanged);
  return {
    trials: [...changed, ...trials.filter((one) => !isChanged(one))],
    changed: changed.length,
    untried: found.flatMap((one) => ('problem' in one ? [one] : [])),
  };
}

const DECIDED = Object.values<Operation>(OPERATIONS).flatMap((operation) =>
  operation.kind === 'activity' && operation.earlierOf === null && operation.governed.by === 'policies'
    ? [operation]
    : [],
);

/** The requests that policies decide, by title. The value is the activity type. */
export const REQUESTS: readonly Choice<string>[] = DECIDED.map(({ title, activityType }) => ({
  value: activityType,
  label: title,
})).toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

/** Returns example parameters of a request as JSON. */
export function exampleOf(type: string): string {
  const operation = DECIDED.find(({ activityType }) => activityType === type);
  return JSON.stringify(operation?.example.parameters ?? {}, null, 2);
}

/** Returns the fault of typed parameters, or undefined for a JSON object. */
export function parametersProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'Write a JSON object.';
  } catch {
    return 'This is not valid JSON. Nothing was tried. Correct the text.';
  }
}
