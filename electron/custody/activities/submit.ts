import {
  type Activity,
  type ActivityName,
  type ActivityOperation,
  type ActivityParameters,
  OPERATIONS,
} from '../../../shared/operations/index.ts';
import { formatFingerprint } from '../../../shared/wire/index.ts';
import { randomUuid, sha256 } from '../../crypto/index.ts';
import type { AuthenticatedRequest } from '../authentication/authenticate.ts';
import type { ServiceContext } from '../context.ts';
import type { ActivityHandler } from '../handlers/types.ts';
import { uuidV7 } from '../identifiers.ts';
import { requestInvalid } from '../public-error.ts';
import type { ActivityRow } from '../store/index.ts';
import { checkLiveness, readRequest } from './read-request.ts';
import { wireActivity } from './wire-activity.ts';

interface Envelope<Name extends ActivityName> {
  readonly timestampMs: string;
  readonly parameters: ActivityParameters<Name>;
}

/**
 * Runs one submitted activity. The same bytes give the same activity again, however old they are, so that a caller who
 * never saw the answer can settle a request. A refusal is an error answer and leaves nothing behind.
 */
export async function submitActivity<Name extends ActivityName>(
  name: Name,
  handler: ActivityHandler<Name>,
  request: AuthenticatedRequest,
  context: ServiceContext,
): Promise<{ activity: Activity }> {
  const operation: ActivityOperation = OPERATIONS[name];
  const { organizationId } = request.caller.organization;
  if (request.body.type !== operation.activityType) {
    throw requestInvalid(`bad request body: /type must be ${operation.activityType} for ${operation.path}`);
  }
  const fingerprint = formatFingerprint(sha256(request.bytes));
  const known = context.store.activities.findByFingerprint(organizationId, fingerprint);
  if (known !== undefined) return { activity: wireActivity(known, context) };

  const { timestampMs, parameters } = readRequest(operation.request, request.body) as Envelope<Name>;
  const now = context.now();
  checkLiveness(timestampMs, now);
  const activityId = uuidV7(now);
  const commit = await handler(parameters, { ...context, caller: request.caller, activityId, requestedAt: now });
  const row = context.store.transaction((): ActivityRow => {
    // The same bytes may have come twice at once, and the other one was first.
    const first = context.store.activities.findByFingerprint(organizationId, fingerprint);
    if (first !== undefined) return first;
    const result = commit();
    const activity: ActivityRow = {
      activityId,
      organizationId,
      type: operation.activityType,
      status: 'ACTIVITY_STATUS_COMPLETED',
      intent: JSON.stringify({ [operation.intentMember]: parameters }),
      result: JSON.stringify({ [operation.resultMember]: result }),
      fingerprint,
      createdAt: now,
      updatedAt: now,
    };
    context.store.activities.insert(activity);
    context.store.activities.insertVote(firstVote(activityId, request, now));
    return activity;
  });
  return { activity: wireActivity(row, context) };
}

/** The proposer's own submission is the first approval; its message is the body as it came (PROTOCOL 2.3). */
function firstVote(activityId: string, { caller, text }: AuthenticatedRequest, now: number) {
  const { publicKey, signature, scheme } = caller.stamp;
  return {
    voteId: randomUuid(),
    activityId,
    userId: caller.user.userId,
    selection: 'VOTE_SELECTION_APPROVED',
    message: text,
    publicKey,
    signature,
    scheme,
    createdAt: now,
  };
}
