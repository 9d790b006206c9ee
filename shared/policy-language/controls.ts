import type { Effect } from '../model/index.ts';
import { conjuncts } from './clauses.ts';
import type { Expression } from './parse.ts';
import { parsedPart } from './words/explain.ts';

/** The keyword before the identifier of a velocity control. */
const KEYWORD = 'controls';

/**
 * Returns true when a parsed condition names a velocity control. A condition that uses `controls` as a value may read
 * every control. The checker refuses it, and an older one may still be stored.
 *
 * @example
 * const { expression } = parsePolicy('controls.daily && wallet.imported', ['controls', 'wallet']);
 * namesControlIn(expression, 'daily');
 * // true
 */
export function namesControlIn(expression: Expression, identifier: string): boolean {
  const parts = partsOf(expression);
  const owners = new Set(parts.filter(isControl).map(({ of }) => of));
  return parts.some((part) =>
    isControl(part) ? part.name === identifier : part.is === 'name' && part.name === KEYWORD && !owners.has(part),
  );
}

/**
 * Returns a condition with another identifier for a velocity control. A text that cannot be parsed stays as it is.
 *
 * @example
 * renameControl("controls.daily && wallet.label == 'controls.daily'", { from: 'daily', to: 'weekly' });
 * // "controls.weekly && wallet.label == 'controls.daily'"
 */
export function renameControl(condition: string, { from, to }: { readonly from: string; readonly to: string }): string {
  const parsed = parsedPart('condition', condition);
  if (parsed === null) return condition;
  return partsOf(parsed.expression)
    .filter(isControl)
    .filter(({ name }) => name === from)
    .toSorted((one, other) => other.end - one.end)
    .reduce((text, { end }) => `${text.slice(0, end - from.length)}${to}${text.slice(end)}`, condition);
}

/** Returns true when a condition names a velocity control. A text that cannot be parsed may name it. */
export function namesControl(condition: string, identifier: string): boolean {
  const parsed = parsedPart('condition', condition);
  return parsed === null ? condition.includes(identifier) : namesControlIn(parsed.expression, identifier);
}

/** The limits that a policy enforces. */
export interface Enforcement {
  /** Identifiers of velocity controls. Empty for a policy that enforces none. */
  readonly controls: readonly string[];
  /** The only wallet of the requests that it decides. Null for all. */
  readonly walletId: string | null;
  /** True when something else than the wallet decides too: another clause, the consensus or the time. */
  readonly isConditional: boolean;
}

/**
 * Returns the limits that a policy enforces. An ALLOW policy has a clause that the control holds, a DENY policy a clause
 * that it does not. A control in any other place is left out.
 *
 * @example
 * const condition = "activity.action == 'SIGN' && controls.daily == false";
 * enforcementOf({ effect: 'EFFECT_DENY', condition, consensus: '', time: '' });
 * // { controls: ['daily'], walletId: null, isConditional: false }
 */
export function enforcementOf({
  effect,
  condition,
  consensus,
  time,
}: {
  readonly effect: Effect;
  readonly condition: string;
  readonly consensus: string;
  readonly time: string;
}): Enforcement {
  const parsed = condition === '' ? null : parsedPart('condition', condition);
  const clauses = parsed === null ? [] : conjuncts(parsed.expression);
  const controls: string[] = [];
  const wallets: string[] = [];
  let others = 0;
  for (const clause of clauses) {
    const part = effect === 'EFFECT_ALLOW' ? clause : negated(clause);
    const wallet = textEqual(clause, 'wallet', 'id');
    if (part !== null && isControl(part)) controls.push(part.name);
    else if (wallet !== null) wallets.push(wallet);
    else if (textEqual(clause, 'activity', 'action') !== 'SIGN') others += 1;
  }
  return {
    controls,
    walletId: wallets[0] ?? null,
    // A DENY policy with two limits refuses only above both.
    isConditional: others > 0 || wallets.length > 1 || controls.length > 1 || consensus !== '' || time !== '',
  };
}

/** Returns the text that a clause compares with a member of a keyword, or null. */
function textEqual(clause: Expression, keyword: string, member: string): string | null {
  if (clause.is !== 'compare' || clause.operator !== '==') return null;
  const { left, right } = clause;
  const [part, other] = left.is === 'literal' ? [right, left] : [left, right];
  if (part.is !== 'member' || part.name !== member || part.of.is !== 'name' || part.of.name !== keyword) return null;
  return other.is === 'literal' && typeof other.value === 'string' ? other.value : null;
}

/** Returns the part that a clause compares with false, or null. */
function negated(clause: Expression): Expression | null {
  if (clause.is !== 'compare' || clause.operator !== '==') return null;
  const isFalse = (part: Expression) => part.is === 'literal' && part.value === false;
  return isFalse(clause.right) ? clause.left : isFalse(clause.left) ? clause.right : null;
}

const isControl = (part: Expression): part is ControlPart =>
  part.is === 'member' && part.of.is === 'name' && part.of.name === KEYWORD;

type ControlPart = Extract<Expression, { is: 'member' }>;

/** Returns all parts of an expression, itself first. */
function partsOf(expression: Expression): readonly Expression[] {
  const found: Expression[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isPart(value)) return;
    found.push(value);
    for (const part of Object.values(value)) visit(part);
  };
  visit(expression);
  return found;
}

function isPart(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'is' in value;
}
