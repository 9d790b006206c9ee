import { isJsonObject, type JsonObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import { checkExpression, checkValues, type PolicyFinding } from './check.ts';
import type { PolicyPart } from './members.ts';

/** The members of a request that hold an expression, and which part of a policy that is. */
const EXPRESSIONS: Readonly<Record<string, PolicyPart>> = {
  condition: 'condition',
  consensus: 'consensus',
  time: 'time',
  policyCondition: 'condition',
  policyConsensus: 'consensus',
  scope: 'condition',
};

/** The names of members of a request that hold an expression. */
export const EXPRESSION_MEMBERS: readonly string[] = Object.keys(EXPRESSIONS);

/** A fault of an expression in a request. `member` is a path: `condition`, or `policies[1].condition`. */
export interface ParameterFinding extends PolicyFinding {
  readonly member: string;
  readonly part: PolicyPart;
}

/**
 * Parses and type-checks each expression in the parameters of a request for a policy, an MFA policy or a session profile.
 * Ignores members that are not text. Never throws.
 *
 * @example
 * checkParameters({ condition: 'eth.tx.to == "0x1"' });
 * // [
 * //   {
 * //     member: 'condition',
 * //     part: 'condition',
 * //     place: 'line 1, column 14',
 * //     start: 13,
 * //     end: 14,
 * //     message: 'Text is in single quotes here, not in "; write \'0x1\'.',
 * //   },
 * // ]
 */
export function checkParameters(parameters: JsonObject): readonly ParameterFinding[] {
  return findingsIn(parameters, findingsOf);
}

/**
 * Returns the comparisons that can never hold in the sound expressions of a request. The service accepts them.
 *
 * @example
 * checkParameterValues({ condition: "eth.tx.to == '0x1'" });
 * // [
 * //   {
 * //     member: 'condition',
 * //     part: 'condition',
 * //     place: 'line 1, column 14',
 * //     start: 13,
 * //     end: 18,
 * //     message: "'0x1' is never equal here; write 0x and 40 hexadecimal digits.",
 * //   },
 * // ]
 */
export function checkParameterValues(parameters: JsonObject): readonly ParameterFinding[] {
  return findingsIn(parameters, (part, text) => (findingsOf(part, text).length > 0 ? [] : checkValues(part, text)));
}

type Check = (part: PolicyPart, text: string) => readonly PolicyFinding[];

function findingsIn(parameters: JsonObject, check: Check): readonly ParameterFinding[] {
  const own = Object.entries(EXPRESSIONS).flatMap(([member, part]) => {
    const text = Object.hasOwn(parameters, member) ? parameters[member] : undefined;
    if (typeof text !== 'string' || text === '') return [];
    return check(part, text).map((finding) => ({ member, part, ...finding }));
  });
  const { policies } = parameters;
  if (!Array.isArray(policies)) return own;
  const each = policies.flatMap((policy: unknown, index) =>
    isJsonObject(policy)
      ? findingsIn({ ...policy, policies: undefined }, check).map((one) => ({
          ...one,
          member: `policies[${index}].${one.member}`,
        }))
      : [],
  );
  return [...own, ...each];
}

function findingsOf(part: PolicyPart, text: string): readonly PolicyFinding[] {
  if (text.length <= LIMITS.expression) return checkExpression(part, text);
  const message = `The ${part} is longer than ${LIMITS.expression} characters.`;
  return [{ place: 'line 1, column 1', start: 0, end: 0, message }];
}
