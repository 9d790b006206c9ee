import type { Effect } from '../model/enums.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import { checkExpression, checkValues, type PolicyFinding } from './check.ts';
import { checksumFaults } from './checksums.ts';
import { clausesOf } from './clauses.ts';
import { adviseOnPart, everything } from './findings/advise.ts';
import { clausesOfPolicy } from './findings/finding.ts';
import { keywordsOf, type PolicyPart } from './members.ts';
import { parsePolicy } from './parse.ts';
import { placeOf } from './place.ts';

/** The members of a request that hold an expression, and which part of a policy that is. */
export const EXPRESSION_PARTS: Readonly<Record<string, PolicyPart>> = {
  condition: 'condition',
  consensus: 'consensus',
  time: 'time',
  policyCondition: 'condition',
  policyConsensus: 'consensus',
  scope: 'condition',
};

/** The names of members of a request that hold an expression. */
export const EXPRESSION_MEMBERS: readonly string[] = Object.keys(EXPRESSION_PARTS);

/** A fault of an expression in a request. `member` is a path: `condition`, or `policies[1].condition`. */
export interface ParameterFinding extends PolicyFinding {
  readonly member: string;
  /** Null for a member that is no expression. */
  readonly part: PolicyPart | null;
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
  return findingsIn(
    parameters,
    (part, text, own) => {
      const empty = part === 'consensus' ? checkNewConsensus(text, own.effect ?? own.policyEffect) : [];
      return empty.length > 0 ? empty : findingsOf(part, text);
    },
    (member, own) =>
      member === 'consensus' && own.policyId === undefined ? checkNewConsensus('', own.effect ?? own.policyEffect) : [],
  );
}

/**
 * Returns the finding about a new consensus without a rule: it would ask for no votes. A policy that denies may have one, because it
 * then denies everybody.
 */
export function checkNewConsensus(text: string, effect: unknown): readonly PolicyFinding[] {
  if (text.trim() !== '' || effect === 'EFFECT_DENY') return [];
  const message =
    'The consensus is empty, so the policy asks for no votes; write approvers.count() >= 2, or leave it out.';
  return [{ place: START, start: 0, end: 0, message }];
}

/**
 * Returns findings about the sound expressions of a request, which the service accepts. They name clauses that never hold,
 * clauses that always hold, and policies that match every request.
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
  const own = findingsIn(
    parameters,
    (part, text, own, member) => {
      if (findingsOf(part, text).length > 0) return [];
      const effect = effectOf(member, own);
      const values = checkValues(part, text, effect);
      // The finding about a value also has the correction.
      const clauses = clauseFindings(part, text, effect).filter(
        ({ start, end }) => !values.some((value) => start <= value.start && value.end <= end),
      );
      return [...clauses, ...values, ...effectFindings(part, text, own)];
    },
    // Empty text in an update removes the consensus. The service accepts that.
    (member, own) => (member === 'policyConsensus' ? checkNewConsensus('', own.policyEffect) : []),
  );
  return [...own, ...wholeFindings(parameters)];
}

/** The clauses of a sound expression that can never or always hold. */
function clauseFindings(part: PolicyPart, text: string, effect: Effect = 'EFFECT_ALLOW'): readonly PolicyFinding[] {
  const clauses = clausesOf(parsePolicy(text, keywordsOf(part)));
  return adviseOnPart(part, clauses, effect).flatMap(({ level, clause: number, message }) => {
    const clause = level === 'care' ? clauses.find((one) => one.number === number) : undefined;
    if (clause === undefined) return [];
    const { start, end } = clause.expression;
    return [{ place: clause.place, start, end, message }];
  });
}

/** A new policy that matches every request. An update leaves the other parts as they are. */
function wholeFindings(parameters: JsonObject): readonly ParameterFinding[] {
  return policiesOf(parameters).flatMap(({ at, own }) => {
    const effect = effectOf('condition', own);
    if (effect === undefined || Object.hasOwn(own, 'policyId')) return [];
    const text = (member: string) => (typeof own[member] === 'string' ? own[member] : '');
    const policy = { effect, condition: text('condition'), consensus: text('consensus'), time: text('time') };
    return everything(policy, clausesOfPolicy(policy)).map(({ message }) => ({
      member: `${at}effect`,
      part: null,
      place: START,
      start: 0,
      end: 0,
      message,
    }));
  });
}

/**
 * Returns the addresses in the sound expressions of a request whose checksum is wrong. The service accepts them.
 *
 * @example
 * checkParameterAddresses({ condition: "eth.tx.to == '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'" })[0].message;
 * // "The checksum (EIP-55) of '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046' is wrong, so a digit may be mistyped; copy the address again."
 */
export function checkParameterAddresses(parameters: JsonObject): readonly ParameterFinding[] {
  return findingsIn(parameters, (part, text) => (findingsOf(part, text).length > 0 ? [] : addressFindings(part, text)));
}

const addressFindings = (part: PolicyPart, text: string): readonly PolicyFinding[] =>
  checksumFaults(parsePolicy(text, keywordsOf(part)).expression).map(({ start, end, message }) => ({
    place: placeOf(text, start),
    start,
    end,
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
  }));

type Check = (part: PolicyPart, text: string, own: JsonObject, member: string) => readonly PolicyFinding[];

/** Returns the effect of an expression. A scope of a session allows. Undefined where the request does not say it. */
function effectOf(member: string, { effect, policyEffect = effect }: JsonObject): Effect | undefined {
  if (member === 'scope') return 'EFFECT_ALLOW';
  return policyEffect === 'EFFECT_ALLOW' || policyEffect === 'EFFECT_DENY' ? policyEffect : undefined;
}

const START = 'line 1, column 1';
/** Members that only a stored interface of the contract or program gives to a request. */
const DECODED =
  /\b(?:eth\.tx\.(?:function_name|function_signature|contract_call_args)|parsed_instruction_data|program_call_args)\b/;

/** Returns the warning about a policy that denies only calls whose interface is stored. */
function effectFindings(part: PolicyPart, text: string, own: JsonObject): readonly PolicyFinding[] {
  const name = DECODED.exec(text.replaceAll(/'(?:[^'\\]|\\.)*'/g, "''"))?.[0];
  if (part !== 'condition' || name === undefined || (own.effect ?? own.policyEffect) !== 'EFFECT_DENY') return [];
  const message = `${name} is known only where the interface (ABI) of the contract is stored, so other calls are not denied; store it, or compare the data.`;
  return [{ place: START, start: 0, end: 0, message }];
}

function findingsIn(
  parameters: JsonObject,
  check: Check,
  checkEmpty: (member: string, own: JsonObject) => readonly PolicyFinding[] = () => [],
): readonly ParameterFinding[] {
  return policiesOf(parameters).flatMap(({ at, own }) =>
    Object.entries(EXPRESSION_PARTS).flatMap(([member, part]) => {
      const text = Object.hasOwn(own, member) ? own[member] : undefined;
      if (typeof text !== 'string') return [];
      const found = text === '' ? checkEmpty(member, own) : check(part, text, own, member);
      return found.map((finding) => ({ member: `${at}${member}`, part, ...finding }));
    }),
  );
}

/** Returns the parameters themselves and each policy in them, with its place. */
function policiesOf(parameters: JsonObject): readonly { readonly at: string; readonly own: JsonObject }[] {
  const { policies } = parameters;
  const inner = Array.isArray(policies)
    ? policies.flatMap((own: unknown, index) => (isJsonObject(own) ? [{ at: `policies[${index}].`, own }] : []))
    : [];
  return [{ at: '', own: parameters }, ...inner];
}

function findingsOf(part: PolicyPart, text: string): readonly PolicyFinding[] {
  if (text.length <= LIMITS.expression) return checkExpression(part, text);
  const message = `The ${part} is longer than ${LIMITS.expression} characters.`;
  return [{ place: START, start: 0, end: 0, message }];
}
