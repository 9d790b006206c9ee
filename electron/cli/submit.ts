import { AppError } from '../../shared/errors/index.ts';
import type { Activity, ActivityOperation } from '../../shared/operations/index.ts';
import type { Engine } from '../main/engine/types.ts';
import type { CommandContext } from './context.ts';
import { EXIT, exitCodeOfStatus } from './exit-codes.ts';

/**
 * Sends one activity and waits up to `milliseconds` for its end. Prints `{"activity"}` and gives the exit code of its
 * status. Interrupted, it says whether the request left this machine.
 */
export async function submitAndFollow(
  operation: ActivityOperation,
  parameters: Record<string, unknown>,
  milliseconds: number,
  profile: { profile?: string },
  context: CommandContext,
): Promise<number> {
  const engine = await context.engine();
  const { requestId, meaning } = await engine.requests.prepare(operation.name, parameters, profile);
  for (const warning of meaning.warnings) await context.say(`Care: ${warning}`);
  await context.say(`${meaning.title}, organization ${meaning.organizationId}, fingerprint ${meaning.fingerprint}`);
  let activity: Activity | undefined;
  try {
    const submitted = await engine.requests.submit(requestId, { signal: context.signal });
    activity = submitted.activity;
    if (exitCodeOfStatus(activity.status) === EXIT.unfinished && milliseconds > 0) {
      activity = await engine.requests.follow(activity, milliseconds, { ...profile, signal: context.signal });
    }
    if (submitted.signature !== null) {
      await context.say(`The signature was checked: ${submitted.signature.scheme}, by ${submitted.signature.address}`);
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
    return tellInterrupted(engine, requestId, meaning.fingerprint, activity, context);
  }
  await context.print({ activity });
  const exitCode = exitCodeOfStatus(activity.status);
  await context.say(outcome(activity, exitCode));
  return exitCode;
}

function outcome({ id, status }: Activity, exitCode: number): string {
  const name = status.replace('ACTIVITY_STATUS_', '').toLowerCase().replaceAll('_', ' ');
  if (exitCode === EXIT.done) return `Activity ${id} is completed.`;
  if (exitCode === EXIT.rejected) return `Activity ${id} is ${name}: nothing was changed by it.`;
  return `Activity ${id} is not finished (${name}). \`castellan call get_activity --json '{"activityId":"${id}"}'\` shows how it stands.`;
}

async function tellInterrupted(
  engine: Engine,
  requestId: string,
  fingerprint: string,
  activity: Activity | undefined,
  context: CommandContext,
): Promise<number> {
  if (activity !== undefined) {
    await context.print({ activity });
    await context.say(`Stopped waiting. ${outcome(activity, EXIT.unfinished)}`);
    return EXIT.unfinished;
  }
  const state = engine.requests.inFlight().find((row) => row.requestId === requestId)?.state;
  if (state !== 'sent' && state !== 'answered') {
    engine.requests.discard(requestId);
    throw new AppError('CANCELLED', 'Cancelled before anything was sent: the service knows nothing of this request.');
  }
  await context.say(
    state === 'answered'
      ? `Stopped waiting. The service has the request ${fingerprint}; \`castellan call list_activities\` shows how it stands.`
      : `Stopped waiting. The request ${fingerprint} was sent and not answered, so the service may have it. \`castellan call list_activities\` shows whether it does; Castellan settles it with the same bytes, never with a second activity.`,
  );
  return EXIT.unfinished;
}
