import { deciding } from '../activities/authorize.ts';
import { ACTIVITIES } from '../handlers/index.ts';
import type { Subject } from '../policies/subject.ts';
import { recordUse } from '../policies/velocity/controls.ts';
import type { ActivityContext } from '../request-context.ts';

type Run = (parameters: unknown, context: ActivityContext) => (() => object) | Promise<() => object>;

/**
 * Runs the first step of an activity and returns the second, which runs inside a transaction. The second step counts
 * the use of velocity controls before the measured rows are removed. It returns the JSON of the result in the version
 * that was sent. The parameters have been checked against the declaration.
 */
export async function carryOut(subject: Subject, context: ActivityContext): Promise<() => string> {
  const { operation, parameters, sent = operation } = subject;
  const handlers: Readonly<Record<string, unknown>> = ACTIVITIES;
  const commit = await (handlers[operation.name] as Run)(parameters, context);
  const resultOf = sent.conversion?.result ?? ((newest: unknown) => newest);
  return () => {
    recordUse(subject, deciding(context));
    return JSON.stringify({ [sent.resultMember]: resultOf(commit()) });
  };
}
