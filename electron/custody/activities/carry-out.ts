import { ACTIVITIES } from '../handlers/index.ts';
import type { ActivityContext } from '../handlers/types.ts';
import type { Subject } from '../policies/names.ts';

type Run = (parameters: unknown, context: ActivityContext) => (() => object) | Promise<() => object>;

/**
 * Does the first step of an activity; what it gives does the second, inside a transaction, and gives the JSON of the result, in the
 * version that was sent. The parameters have been checked against the declaration.
 */
export async function carryOut(
  { operation, parameters, sent = operation }: Subject,
  context: ActivityContext,
): Promise<() => string> {
  const handlers: Readonly<Record<string, unknown>> = ACTIVITIES;
  const commit = await (handlers[operation.name] as Run)(parameters, context);
  const resultOf = sent.conversion?.result ?? ((newest: unknown) => newest);
  return () => JSON.stringify({ [sent.resultMember]: resultOf(commit()) });
}
