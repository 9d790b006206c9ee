import {
  conjuncts,
  type Expression,
  type Parsed,
  PolicyFault,
  sameText,
  sameToForbidding,
} from '../../../shared/policy-language/index.ts';
import { createBudget } from './budget.ts';
import { evaluator, type Names, type Value } from './evaluate.ts';
import { equalSpecial, isSpecialText, type SpecialText } from './special-text.ts';

/** A part that `&&` joins at the top of a condition, and that compares one value with a text: `wallet.id == 'x'`. */
interface Guard {
  readonly left: Expression;
  /** The left side as it is written. */
  readonly path: string;
  readonly text: string;
}

interface Guards {
  readonly guards: readonly Guard[];
  /** True when the condition consists of nothing else, and says nothing about the activity's type or kind. */
  readonly isWhole: boolean;
}

const guardsOfParsed = new WeakMap<Parsed, Guards>();

function guardsOf(parsed: Parsed): Guards {
  const known = guardsOfParsed.get(parsed);
  if (known !== undefined) return known;
  const parts = conjuncts(parsed.expression);
  const guards = parts.flatMap((part) => guardOf(part, parsed.text) ?? []);
  const made = { guards, isWhole: guards.length === parts.length && !guards.some(isType) };
  guardsOfParsed.set(parsed, made);
  return made;
}

/** A rule about the type or the kind is judged for all versions of the operation. */
const isType = ({ left }: Guard): boolean =>
  left.is === 'member' &&
  (left.name === 'type' || left.name === 'kind') &&
  left.of.is === 'name' &&
  left.of.name === 'activity';

function guardOf(part: Expression, text: string): Guard | undefined {
  if (part.is !== 'compare' || part.operator !== '==' || !isPath(part.left)) return undefined;
  if (part.right.is !== 'literal' || typeof part.right.value !== 'string') return undefined;
  const { left } = part;
  return { left, path: text.slice(left.start, left.end), text: part.right.value };
}

function isPath(part: Expression): boolean {
  return part.is === 'name' || (part.is === 'member' && isPath(part.of));
}

/**
 * Returns a function that reports whether a condition cannot hold, by comparing texts alone. Values are read once for
 * all conditions. So most of many policies cost one comparison each, and no evaluation.
 *
 * A condition that allows is ruled out by one part that is false or fails, whatever its other parts are. A condition
 * that forbids refuses when a part fails. So it is ruled out only when no part can fail and one is false.
 */
export function createRuledOut(names: Names, forbids: boolean): (parsed: Parsed) => boolean {
  const values = new Map<string, Value | undefined>();
  const read = ({ left, path }: Guard): Value | undefined => {
    if (!values.has(path)) values.set(path, readValue(left, path, names));
    return values.get(path);
  };
  const isFalse = (guard: Guard): boolean => {
    const value = read(guard);
    return isText(value) && !isSame(value, guard.text, forbids);
  };
  if (!forbids) return (parsed) => guardsOf(parsed).guards.some((guard) => read(guard) === undefined || isFalse(guard));
  return (parsed) => {
    const { guards, isWhole } = guardsOf(parsed);
    return isWhole && guards.every((guard) => isText(read(guard))) && guards.some(isFalse);
  };
}

const isText = (value: Value | undefined): value is string | SpecialText =>
  typeof value === 'string' || isSpecialText(value);

function isSame(value: string | SpecialText, text: string, forbids: boolean): boolean {
  const same = forbids ? sameToForbidding : sameText;
  return isSpecialText(value) ? equalSpecial(value, text, same) !== false : same(value, text);
}

/** Returns undefined for a value that the activity does not have. */
function readValue(left: Expression, path: string, names: Names): Value | undefined {
  try {
    return evaluator(names, path, createBudget()).value(left, {});
  } catch (error) {
    if (error instanceof PolicyFault) return undefined;
    throw error;
  }
}
