import { type ActivityOperation, checkValue, convertToNewest } from '../../../shared/operations/index.ts';
import type { Subject } from '../policies/subject.ts';
import { readRequest, wrongMembers } from './read-request.ts';

/** A submitted activity: its original parameters and the subject to decide and carry out. */
export interface Submitted {
  readonly timestampMs: string;
  readonly parameters: unknown;
  readonly subject: Subject;
}

/**
 * Reads the body of an activity, and converts an earlier version to the newest. Throws REQUEST_INVALID that names every
 * invalid member.
 */
export function readSubject(sent: ActivityOperation, body: unknown): Submitted {
  const { timestampMs, parameters } = readRequest(sent.request, body, false) as Pick<
    Submitted,
    'timestampMs' | 'parameters'
  >;
  const newest = convertToNewest(sent, parameters);
  const problems = newest.operation === sent ? [] : checkValue(newest.operation.parameters, newest.parameters);
  if (problems.length > 0)
    throw wrongMembers(problems.map(({ path, reason }) => ({ path: `/parameters${path}`, reason })));
  return {
    timestampMs,
    parameters,
    subject: { operation: newest.operation, parameters: newest.parameters as Subject['parameters'], sent },
  };
}
