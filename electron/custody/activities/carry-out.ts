import type { ActivityOperation } from '../../../shared/operations/index.ts';
import { ACTIVITIES } from '../handlers/index.ts';
import type { ActivityContext } from '../handlers/types.ts';

type Run = (parameters: unknown, context: ActivityContext) => (() => object) | Promise<() => object>;

/**
 * Does the first step of an activity; what it gives does the second, inside a transaction, and gives the JSON of the result.
 * The parameters have been checked against the declaration.
 */
export async function carryOut(
  operation: ActivityOperation,
  parameters: unknown,
  context: ActivityContext,
): Promise<() => string> {
  const handlers: Readonly<Record<string, unknown>> = ACTIVITIES;
  const commit = await (handlers[operation.name] as Run)(parameters, context);
  return () => JSON.stringify({ [operation.resultMember]: commit() });
}
