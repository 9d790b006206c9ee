import {
  AUTHORITIES,
  DAY_MS,
  inQuotes,
  type PolicyTrial,
  type TitledTrial,
  type UntriedRequest,
} from '../../../../shared/model/index.ts';
import { findActivityByType, OPERATIONS, type Operation } from '../../../../shared/operations/index.ts';
import { type Field, fieldsOf } from '../../../form/fields.ts';
import {
  differing,
  type FormValues,
  isRecord,
  jsonProblem,
  parametersOf,
  parsed,
  valuesOf,
} from '../../../form/values.ts';
import { worded } from '../../../language/worded.ts';
import type { Choice } from '../../../ui/field.tsx';
import type { PolicyDraft } from './draft.ts';

type Outcome = PolicyTrial['before']['outcome'];
type TriedClause = PolicyTrial['clauses'][number];

const OUTCOMES: Readonly<Record<Outcome, string>> = { allow: 'Allowed', consensus: 'Needs votes', deny: 'Refused' };

const VALUES: Readonly<Record<TriedClause['value'], string>> = {
  true: worded('true'),
  false: worded('false'),
  'absent request content': 'no such content',
  'absent member': 'no such member',
  hidden: 'hidden in a digest',
  failed: worded('failed'),
};

const PARTS: Readonly<Record<TriedClause['part'], string>> = {
  condition: worded('condition'),
  consensus: worded('consensus'),
  time: worded('time'),
};

/** Returns the value of a clause in words. */
export const valueWords = ({ value }: TriedClause): string => VALUES[value];

/** Returns the words for a request, or the title of its operation. */
export const trialTitle = ({ type, title }: Pick<TitledTrial, 'type' | 'title'>): string =>
  title ?? findActivityByType(type)?.title ?? type;

/** Returns the outcome with the policy: "Refused", or "Allowed, as before". */
export function outcomeWords({ before, after }: PolicyTrial): string {
  const words = OUTCOMES[after.outcome];
  return before.outcome === after.outcome ? `${words}, as before` : words;
}

const AUTHORITY_WORDS: Readonly<Record<(typeof AUTHORITIES)[number], string>> = {
  'root quorum': 'the root quorum',
  'own credential': 'the right to change one’s own keys',
  'session profile': 'the session profile',
  'no policy': 'no policy allows it',
};

/** Returns the name of a policy. In quotes, it cannot be taken for the words of an authority. */
const shownName = (name: string): string =>
  Object.values(AUTHORITY_WORDS).some((words) => words === name.trim().toLowerCase()) ? inQuotes(name) : name;

/** Returns a decision with its authority: "Allowed by Small payments". */
export function decisionWords({ outcome, by }: PolicyTrial['before']): string {
  const authority = AUTHORITIES.find((one) => by.length === 1 && by[0] === one);
  const words = authority === undefined ? by.map(shownName).join(', ') : AUTHORITY_WORDS[authority];
  return authority === 'no policy' ? `${OUTCOMES[outcome]}: ${words}` : `${OUTCOMES[outcome]} by ${words}`;
}

/** Values without which no clause of a denial can be decided. A false clause and absent content rule before them. */
const UNDECIDED: readonly TriedClause['value'][] = ['hidden', 'failed'];

/**
 * Returns the clause that decides about the policy: the first that is not true. A denial that an error makes refuse is
 * decided by that clause, and another denial by a clause that is decided. Null when all of them are true.
 */
export function decidingClause({ clauses, alone }: PolicyTrial): TriedClause | null {
  const open = clauses.filter(({ value }) => value !== 'true');
  const isUndecided = ({ value }: TriedClause) => UNDECIDED.includes(value);
  return open.find((one) => isUndecided(one) === alone.refuses) ?? open[0] ?? null;
}

/** Returns the effect of the policy alone in words. */
export function aloneWords(trial: PolicyTrial): string {
  const { outcome, refuses } = trial.alone;
  const clause = decidingClause(trial);
  if (outcome === 'OUTCOME_ALLOW' || outcome === 'OUTCOME_DENY_EXPLICIT')
    return clause === null ? 'Every clause is true, so the policy applies.' : 'The policy applies.';
  if (clause === null) return 'The policy cannot be decided.';
  const place =
    clause.part === 'condition' ? `Clause ${clause.number}` : `Clause ${clause.number} of the ${PARTS[clause.part]}`;
  return refuses
    ? `${place} cannot be decided, so the policy refuses the request.`
    : `${place} is not true, so the policy does not apply.`;
}

export interface SortedTrials {
  /** Those that the policy changes come first. */
  readonly trials: readonly TitledTrial[];
  readonly changed: number;
  readonly untried: readonly UntriedRequest[];
}

/** Trials, and the policy that they were made with. */
export interface TriedDraft {
  readonly draft: PolicyDraft;
  readonly trials: SortedTrials;
}

/** Returns true while a policy decides as the tried one did. Its name and notes decide nothing. */
export const isTried = (tried: PolicyDraft, { effect, condition, consensus, time }: PolicyDraft): boolean =>
  tried.effect === effect && tried.condition === condition && tried.consensus === consensus && tried.time === time;

/** Sorts trials by their change. */
export function sortTrials(found: readonly (TitledTrial | UntriedRequest)[]): SortedTrials {
  const trials = found.flatMap((one) => ('problem' in one ? [] : [one]));
  const isChanged = ({ before, after }: PolicyTrial) => before.outcome !== after.outcome;
  const changed = trials.filter(isChanged);
  return {
    trials: [...changed, ...trials.filter((one) => !isChanged(one))],
    changed: changed.length,
    untried: found.flatMap((one) => ('problem' in one ? [one] : [])),
  };
}

/** A clause of the policy that is marked in its text. */
export type MarkedClause = Pick<TriedClause, 'part' | 'number'>;

/** The past activities of a trial. */
export type Past = 'month' | 'newest';
export const PAST: readonly Choice<Past>[] = [
  { value: 'month', label: 'Last 30 days' },
  { value: 'newest', label: 'Newest 100' },
];
const MONTH = 30 * DAY_MS;

/** Returns the most activities of a trial, and the time from which on. Null is any time. */
export const pastOf = (past: Past, now: number): { readonly activities: number; readonly since: number | null } =>
  past === 'month' ? { activities: 500, since: now - MONTH } : { activities: 100, since: null };

/** The type of the request that signs a transaction. */
export const SIGN_TRANSACTION = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';

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

/** The form of each request, by its activity type. */
const FORMS: ReadonlyMap<string, readonly Field[]> = new Map(
  DECIDED.map(({ activityType, parameters }) => [activityType, fieldsOf(parameters)]),
);

/** A composed request: the values of its form, and the JSON where it was typed. */
export interface ComposedDraft {
  readonly type: string;
  readonly values: FormValues;
  /** Null while the form decides. */
  readonly text: string | null;
}

/** Returns the fields of a request. */
export const fieldsFor = (type: string): readonly Field[] => FORMS.get(type) ?? [];

/** Returns the draft of a request with the example of its operation. */
export function exampleOf(type: string): ComposedDraft {
  const operation = DECIDED.find(({ activityType }) => activityType === type);
  return withText({ type, values: {}, text: null }, JSON.stringify(operation?.example.parameters ?? {}, null, 2));
}

/** Returns the parameters of a draft as JSON. */
export const textOf = ({ type, values, text }: ComposedDraft): string =>
  text ?? JSON.stringify(parametersOf(fieldsFor(type), values), null, 2);

/** Returns a draft with typed JSON. Its form follows when it has a field for everything. */
export function withText(draft: ComposedDraft, text: string): ComposedDraft {
  const parameters = parsed(text);
  const fields = fieldsFor(draft.type);
  if (!isRecord(parameters)) return { ...draft, text };
  const values = valuesOf(fields, parameters);
  return differing(parameters, parametersOf(fields, values)).length === 0
    ? { ...draft, values, text: null }
    : { ...draft, text };
}

/** Returns the fault of typed parameters, or undefined for a JSON object. */
export function parametersProblem(text: string): string | undefined {
  const problem = jsonProblem(text);
  if (problem !== null) return `${problem} Nothing was tried. Correct the text there.`;
  return isRecord(parsed(text)) ? undefined : 'Nothing was tried. Write a JSON object in curly brackets.';
}
