import type { Expression } from './parse.ts';

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
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isPart(value)) return;
    if (value.is === 'member' && value.of.is === 'name' && value.of.name === KEYWORD) found.add(value.name);
    for (const part of Object.values(value)) visit(part);
  };
  visit(expression);
  return found;
}

function isPart(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'is' in value;
}
