import {
  findActivityByType,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '../../../shared/operations/index.ts';
import { randomUuid } from '../../crypto/index.ts';
import type { Observer } from '../observation/observer.ts';
import type { HttpAnswer } from './answers.ts';
import type { Admit, HttpHead } from './serve-one.ts';

/** A name of a request in the log. `GET /metrics` is no declared operation. */
export type LoggedOperation = OperationName | 'metrics';

/** Key ids in logs: public keys, credential ids and user ids. Anything else a caller claims is left out. */
const KEY_ID = /^[\w+/=.:-]{1,256}$/;

/**
 * Counts the requests that a host admits or refuses, and logs them when asked. An entry has the id of the request, its
 * operation, the key that its stamp proved, its outcome and its duration. It has no part of a body.
 */
export function observe(
  admit: Admit,
  operationOf: (head: HttpHead) => LoggedOperation | undefined,
  { counters, conditions, steady, logRequest }: Observer,
): Admit {
  return (head) => {
    const begun = steady();
    const operation = operationOf(head);
    const answered = (answer: HttpAnswer, keyId: string | null) => {
      const refused = refusalOf(answer);
      counters.answered({ signed: refused === null ? signaturesIn(operation, answer) : 0, refused });
      if (answer.status === 401) conditions.occurred('unauthenticated_flood');
      logRequest?.({
        event: 'request',
        id: randomUuid(),
        operation: operation ?? 'unknown',
        keyId: keyId !== null && KEY_ID.test(keyId) ? keyId : null,
        outcome: refused ?? statusOf(answer) ?? 'ok',
        milliseconds: Math.max(0, Math.round(steady() - begun)),
      });
      return answer;
    };
    const admitted = admit(head);
    if ('status' in admitted) return answered(admitted, null);
    return {
      sender: admitted.sender,
      async answer(bytes, proven) {
        let provenBy: string | null = null;
        const answer = await admitted.answer(bytes, () => {
          provenBy = admitted.sender;
          proven();
        });
        return answered(answer, provenBy);
      },
    };
  };
}

/** The public code of a refusal, or its HTTP status where it has none. Null for an answer that is no refusal. */
function refusalOf({ status, body }: HttpAnswer): string | null {
  if (status < 400) return null;
  const { turnkeyErrorCode: code } = body as { readonly turnkeyErrorCode?: string };
  return code === undefined || code === '' ? `HTTP_${status}` : code;
}

interface ActivityAnswer {
  readonly activity?: { readonly type: string; readonly status: string; readonly result: Record<string, unknown> };
}

const activityIn = ({ body }: HttpAnswer) => (body as ActivityAnswer | null)?.activity;

/** The status of the activity in an answer, or undefined. */
const statusOf = (answer: HttpAnswer): string | undefined => activityIn(answer)?.status;

/** The number of signatures that an answered activity made. A vote can complete an activity of another type. */
function signaturesIn(name: LoggedOperation | undefined, answer: HttpAnswer): number {
  if (name === undefined || name === 'metrics' || (OPERATIONS[name] satisfies Operation).kind !== 'activity') return 0;
  const activity = activityIn(answer);
  const operation = activity?.status === 'ACTIVITY_STATUS_COMPLETED' ? findActivityByType(activity.type) : undefined;
  if (operation === undefined || operation.signs === null || activity === undefined) return 0;
  if (operation.signs.kind !== 'payloads') return 1;
  const result = activity.result[operation.resultMember] as Readonly<Record<string, readonly unknown[]>> | undefined;
  return result?.[operation.signs.signatures]?.length ?? 0;
}
