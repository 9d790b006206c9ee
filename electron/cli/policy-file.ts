import { AppError } from '../../shared/errors/index.ts';
import { type Effect, isJsonObject, type JsonObject, nearest } from '../../shared/model/index.ts';
import {
  checkParameterAddresses,
  checkParameters,
  checkParameterValues,
  EXPRESSION_MEMBERS,
  EXPRESSION_PARTS,
  type ParameterFinding,
} from '../../shared/policy-language/index.ts';
import { parseJsonValue } from './files.ts';

/** The faults of the policies in a file, and the warnings: comparisons that can never hold, and wrong checksums. */
export interface CheckedFile {
  readonly findings: readonly ParameterFinding[];
  readonly warnings: readonly ParameterFinding[];
  /** The text of each expression, by its member. */
  readonly texts: ReadonlyMap<string, string>;
}

const EFFECTS = ['EFFECT_ALLOW', 'EFFECT_DENY'];
const EFFECT_MEMBERS = ['effect', 'policyEffect'];
/** Members of policies that are near the name of an expression, and are none. */
const OTHER_MEMBERS = ['scopes', 'times', 'timestampMs'];
const START = 'line 1, column 1';

/** Checks every policy in a value of JSON, however deep. Returns null when there is none. */
export function checkFile(value: unknown): CheckedFile | null {
  const policies = policiesIn(value, '');
  if (policies.length === 0) return null;
  const all = policies.map(({ at, own }) => {
    const under = (one: ParameterFinding): ParameterFinding => ({ ...one, member: `${at}${one.member}` });
    const expressions = Object.fromEntries(Object.entries(own).filter(([name]) => name !== 'policies'));
    return {
      findings: [...checkParameters(expressions), ...memberFindings(own)].map(under),
      warnings: [...checkParameterValues(expressions), ...checkParameterAddresses(expressions)].map(under),
    };
  });
  return {
    findings: all.flatMap(({ findings }) => findings),
    warnings: all.flatMap(({ warnings }) => warnings),
    texts: new Map(policies.flatMap(({ at, own }) => textsOf(own, at))),
  };
}

/** The faults that a refusal names at most. */
const MAXIMUM_NAMED = 3;

/**
 * Throws INVALID_INPUT for parameters of a request with an expression that the service refuses. Other parameters have no
 * member with the name of an expression.
 */
export function requireSoundExpressions(parameters: JsonObject): void {
  const faults = checkParameters(parameters);
  if (faults.length === 0) return;
  const named = faults.slice(0, MAXIMUM_NAMED).map(({ member, place, message }) => `${member}, ${place}: ${message}`);
  const more = faults.length - named.length;
  throw new AppError(
    'INVALID_INPUT',
    `The service refuses an expression in the JSON. ${named.join(' ')}${more > 0 ? ` More faults: ${more}.` : ''} Nothing was sent. Correct it, or add --confirm on a terminal to send it unchanged.`,
  );
}

/** Returns the expressions of a policy with their members. `at` is the place of the policy. */
export function textsOf(own: JsonObject, at: string): readonly (readonly [member: string, text: string])[] {
  return EXPRESSION_MEMBERS.flatMap((name) => {
    const text = own[name];
    return typeof text === 'string' ? [[`${at}${name}`, text] as const] : [];
  });
}

/**
 * Returns each object with the member of a policy, or with a misspelled one. `at` is the place of the object. The reader
 * of the file bounds the depth.
 */
function policiesIn(value: unknown, at: string): { readonly at: string; readonly own: JsonObject }[] {
  if (Array.isArray(value)) {
    const list = at.replace(/\.$/, '');
    return value.flatMap((item, index) => policiesIn(item, `${list}[${index}].`));
  }
  if (!isJsonObject(value)) return [];
  const names = Object.keys(value);
  const isPolicy = names.some((name) => EXPRESSION_MEMBERS.includes(name) || meant(name) !== undefined);
  const inner = names.flatMap((name) =>
    policiesIn(name === 'body' ? bodyOf(value[name]) : value[name], `${at}${name}.`),
  );
  return isPolicy ? [{ at, own: value }, ...inner] : inner;
}

/** Returns the request in the body of a stamped request, which is text. Other values are returned as they are. */
function bodyOf(value: unknown): unknown {
  return typeof value === 'string' && /^\s*\{/.test(value) ? parseJsonValue(value, 'The body in the file') : value;
}

/** Returns the expression that a misspelled member was probably meant to be. The service ignores such a member. */
function meant(name: string): string | undefined {
  if (EXPRESSION_MEMBERS.includes(name) || OTHER_MEMBERS.includes(name)) return undefined;
  const [near] = nearest(name, EXPRESSION_MEMBERS);
  return near;
}

/** Returns the members that are no text, are misspelled, or have an unknown effect. */
function memberFindings(own: JsonObject): ParameterFinding[] {
  return Object.entries(own).flatMap(([name, value]): ParameterFinding[] => {
    const part = EXPRESSION_PARTS[name] ?? null;
    const finding = (message: string): ParameterFinding[] => [
      { member: name, part, place: START, start: 0, end: 0, message },
    ];
    const near = meant(name);
    if (near !== undefined) return finding(`There is no member ${name}, and the service ignores it; write ${near}.`);
    if (EXPRESSION_MEMBERS.includes(name) && typeof value !== 'string' && value !== null)
      return finding(`The ${name} is not text; write the expression in double quotes.`);
    if (EFFECT_MEMBERS.includes(name) && !EFFECTS.includes(String(value)))
      return finding(`The effect is none that a policy has; write ${EFFECTS.join(' or ')}.`);
    return [];
  });
}

/** A policy in a file. Its parts are those that the file gives: an update of a policy may leave some out. */
export interface WrittenPolicy {
  /** The place of the policy in the file. Empty for the whole. */
  readonly at: string;
  readonly policyId: string | null;
  readonly policyName: string | null;
  readonly effect: Effect | null;
  readonly condition: string | null;
  readonly consensus: string | null;
  readonly time: string | null;
}

/** Returns each policy in a value of JSON, however deep. A rule without an effect, such as a scope, is none. */
export function writtenPolicies(value: unknown): readonly WrittenPolicy[] {
  return policiesIn(value, '').flatMap(({ at, own }) => {
    const text = (...names: readonly string[]) => {
      const found = names.map((name) => own[name]).find((one) => typeof one === 'string');
      return typeof found === 'string' ? found : null;
    };
    const effect = text(...EFFECT_MEMBERS);
    const policyId = text('policyId');
    if (effect === null && policyId === null) return [];
    return {
      at: at.replace(/\.$/, ''),
      policyId,
      policyName: text('policyName'),
      effect: effect === 'EFFECT_ALLOW' || effect === 'EFFECT_DENY' ? effect : null,
      condition: text('condition', 'policyCondition'),
      consensus: text('consensus', 'policyConsensus'),
      time: text('time'),
    };
  });
}

/** Returns the JSON inside the body of a stamped request. Other values are returned as they are. */
export const unwrapped = (value: unknown): unknown =>
  isJsonObject(value) && Object.hasOwn(value, 'body') ? bodyOf(value.body) : value;
