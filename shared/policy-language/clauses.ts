import type { Expression, Parsed } from './parse.ts';
import { createPlaces } from './place.ts';

/** A part that `&&` joins at the top of an expression. `number` counts from 1. */
export interface Clause {
  readonly number: number;
  /** The text exactly as it is written. */
  readonly text: string;
  /** Its line and column. */
  readonly place: string;
  readonly expression: Expression;
}

/**
 * Returns the parts that an operator joins at the top of an expression, in the order of the text. An expression without
 * the operator is its only part.
 */
export function operandsOf(expression: Expression, operator: '&&' | '||'): readonly Expression[] {
  const found: Expression[] = [];
  const open = [expression];
  // A long chain nests to the left, so a loop spares the stack.
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.is === 'logic' && part.operator === operator) open.push(part.right, part.left);
    else found.push(part);
  }
  return found;
}

/** Returns the parts that `&&` joins at the top of an expression. */
export const conjuncts = (expression: Expression): readonly Expression[] => operandsOf(expression, '&&');

/**
 * Returns the numbered clauses of a parsed expression.
 *
 * @example
 * clausesOf(parsePolicy('wallet.imported && true', ['wallet'])).map(({ number, text }) => `${number}: ${text}`);
 * // ['1: wallet.imported', '2: true']
 */
export function clausesOf({ text, expression }: Parsed): readonly Clause[] {
  const placeAt = createPlaces(text);
  return conjuncts(expression).map((part, index) => ({
    number: index + 1,
    text: text.slice(part.start, part.end),
    place: placeAt(part.start),
    expression: part,
  }));
}
