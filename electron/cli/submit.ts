import { type Outcome, toErrorData } from '../../shared/errors/index.ts';
import { isJsonObject, type SignatureProof } from '../../shared/model/index.ts';
import type { Activity } from '../../shared/operations/index.ts';
import { failureText, oneLine } from '../client/index.ts';
import type { Following, PreparedRequest, SubmittedRequest } from '../engine/index.ts';
import type { CommandContext } from './context.ts';
import { EXIT, exitCodeOfStatus } from './exit-codes.ts';

/**
 * Sends one prepared activity and waits for its end: as long as the engine by default, and up to `milliseconds` in all.
 * Prints `{"activity"}` and returns the exit code of its status. When interrupted, it reports whether the request left
 * this machine.
 */
export async function submitAndFollow(
  prepared: PreparedRequest,
  milliseconds: number,
  context: CommandContext,
): Promise<number> {
  return conclude(await submitPrepared(prepared, milliseconds, context), context);
}

/** Sends one prepared activity and waits for its end. Prints no result. */
export async function submitPrepared(
  { requestId }: PreparedRequest,
  milliseconds: number,
  context: CommandContext,
): Promise<SubmittedRequest> {
  const { requests } = await context.engine();
  context.showing = true;
  return follow(requestId, milliseconds, (following) => requests.submit(requestId, following), context);
}

/** Follows a settled request to its end. Prints `{"activity"}` and returns the exit code of its status. */
export async function followToEnd(
  requestId: string,
  milliseconds: number,
  send: (following: Following) => Promise<SubmittedRequest>,
  context: CommandContext,
): Promise<number> {
  return conclude(await follow(requestId, milliseconds, send, context), context);
}

/** Shows the next steps before it throws the error. */
function follow(
  requestId: string,
  milliseconds: number,
  send: (following: Following) => Promise<SubmittedRequest>,
  context: CommandContext,
): Promise<SubmittedRequest> {
  return send({ signal: context.signal, milliseconds }).catch(async (error: unknown) => {
    const became = toErrorData(error).outcome;
    if (became !== undefined) await reportNextSteps(became, requestId, context);
    throw error;
  });
}

/** Prints an activity and what was proven of it. Returns the exit code of its status. */
export async function conclude(
  { activity, signature, signed }: Pick<SubmittedRequest, 'activity' | 'signature' | 'signed'>,
  context: CommandContext,
): Promise<number> {
  const { signal } = context;
  if (signature !== null) for (const line of proofText(signature)) await context.say(line);
  else if (signed !== null) {
    await context.say(
      'The signature was NOT checked: the public key of this signer is unknown here. Check the signature before you use it.',
    );
  }
  if (context.json) await context.print({ activity });
  // A person read the request above, so only the result is new.
  else if (isJsonObject(activity.result)) await context.print(activity.result);
  await context.say(`${signal.aborted ? 'Stopped waiting. ' : ''}${outcome(activity)}`);
  return exitCodeOfStatus(activity.status);
}

/** Formats a proof for people: the signer and scheme, the comparisons, and the transaction id. */
function proofText({ scheme, signed, address, compared, transactionId }: SignatureProof): string[] {
  const what = signed.length > 1 ? `The ${signed.length} signatures were` : 'The signature was';
  return [
    `${what} checked: ${scheme}, by ${address}`,
    ...(compared.length > 0 ? [`Compared with the request: ${compared.join(', ')}`] : []),
    ...(transactionId === null ? [] : [`Transaction ${transactionId}`]),
  ];
}

/** Reports why each activity of an answer failed or was rejected, which is easily overlooked in the answer itself. */
export async function reportFailures(answer: unknown, context: CommandContext): Promise<void> {
  const { activity, activities } = answer as { activity?: Activity; activities?: readonly Activity[] };
  for (const one of [...(activities ?? []), ...(activity === undefined ? [] : [activity])])
    if (exitCodeOfStatus(one.status) === EXIT.rejected) await context.say(outcome(one));
}

const isUnfinished = ({ status }: Activity) => exitCodeOfStatus(status) === EXIT.unfinished;

/** Ids and statuses come from the service: they are shown on one line with nothing that steers a terminal. */
const MAXIMUM_NAME = 128;
const IDENTIFIER = /^[\w-]+$/;

/** Returns a sentence about an activity's status, with the service's reason for one that failed or was rejected. */
function outcome(activity: Activity): string {
  const { status } = activity;
  const id = oneLine(activity.id, MAXIMUM_NAME);
  if (exitCodeOfStatus(status) === EXIT.done) return `Activity ${id} is completed.`;
  const name = oneLine(status, MAXIMUM_NAME).replace('ACTIVITY_STATUS_', '').toLowerCase().replaceAll('_', ' ');
  if (!isUnfinished(activity)) {
    const reason = failureText(activity);
    return `Activity ${id} is ${name}${reason === null ? '' : `: ${reason.replace(/\.$/, '')}`}. It changed nothing.`;
  }
  // A command to paste into a shell contains only an id that no shell could run.
  const request = IDENTIFIER.test(id) ? ` --json '{"activityId":"${id}"}'` : '';
  return `Activity ${id} is not finished (${name}). \`castellan call get_activity${request}\` shows its status.`;
}

/** The next steps for a request that stayed open. */
const WAYS_ON: Readonly<Record<Outcome, (requestId: string) => string>> = {
  notSent: (id) => `\`castellan request settle ${id}\` sends it, \`castellan request discard ${id}\` drops it.`,
  refused: () => '',
  unknown: (id) =>
    `\`castellan request settle ${id}\` checks again: it sends the same bytes, never a second activity. \`castellan request give-up ${id} --reason TEXT\` closes it.`,
};

async function reportNextSteps(became: Outcome, requestId: string, context: CommandContext): Promise<void> {
  const { requests } = await context.engine();
  const isOpen = requests.unsettled().some((row) => row.requestId === requestId);
  if (isOpen) await context.say(WAYS_ON[became](requestId));
}
