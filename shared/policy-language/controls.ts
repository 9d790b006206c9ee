import type { Effect } from '../model/index.ts';
import { conjuncts } from './clauses.ts';
import type { Expression } from './parse.ts';
import { parsedPart } from './words/explain.ts';

/** The keyword before the identifier of a velocity control. */
const KEYWORD = 'controls';

/**
 * Returns the identifiers of the velocity controls that a parsed condition names, each once.
 *
 * @example
 * const { expression } = parsePolicy('controls.daily && wallet.imported', ['controls', 'wallet']);
 * [...controlsIn(expression)];
 * // ['daily']
 */
export function controlsIn(expression: Expression): ReadonlySet<string> {
  return new Set(controlParts(expression).map(({ name }) => name));
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
  return controlParts(parsed.expression)
    .filter(({ name }) => name === from)
    .toSorted((one, other) => other.end - one.end)
    .reduce((text, { end }) => `${text.slice(0, end - from.length)}${to}${text.slice(end)}`, condition);
}

/** Returns true when a condition names a velocity control. A text that cannot be parsed may name it. */
export function namesControl(condition: string, identifier: string): boolean {
  const parsed = parsedPart('condition', condition);
  return parsed === null ? condition.includes(identifier) : controlsIn(parsed.expression).has(identifier);
}

/**
 * Returns the identifiers of the velocity controls that a policy enforces. An ALLOW policy has a clause that the control
 * holds, a DENY policy a clause that it does not. Other uses of a control in a condition are left out.
 *
 * @example
 * enforcedControls('EFFECT_DENY', "activity.action == 'SIGN' && controls.daily == false");
 * // ['daily']
 */
export function enforcedControls(effect: Effect, condition: string): readonly string[] {
  const parsed = condition === '' ? null : parsedPart('condition', condition);
  const clauses = parsed === null ? [] : conjuncts(parsed.expression);
  return clauses.flatMap((clause) => {
    const part = effect === 'EFFECT_ALLOW' ? clause : negated(clause);
    return part !== null && isControl(part) ? [part.name] : [];
  });
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

function controlParts(expression: Expression): readonly ControlPart[] {
  const found: ControlPart[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isPart(value)) return;
    if (isControl(value)) found.push(value);
    for (const part of Object.values(value)) visit(part);
  };
  visit(expression);
  return found;
}

function isPart(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'is' in value;
}
