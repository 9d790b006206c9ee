import { AppError } from '../../shared/errors/index.ts';
import type { SignatureProof } from '../../shared/model/index.ts';
import type { Activity } from '../../shared/operations/index.ts';
import { oneLine } from '../client/index.ts';
import type { Following, PreparedRequest, SubmittedRequest } from '../engine/index.ts';
import { sayMeaning } from './confirm.ts';
import type { CommandContext } from './context.ts';
import { EXIT, exitCodeOfStatus } from './exit-codes.ts';
import { cancelled } from './input.ts';

type Stage = Parameters<NonNullable<Following['progress']>>[0];

/** A request on its way: what identifies it, how far it is, and for how long it is waited for. */
interface Tracked {
  readonly stage: Stage;
  readonly requestId: string;
  readonly fingerprint: string;
  readonly milliseconds: number;
}

/**
 * Sends one prepared activity and waits for its end: as long as the engine does by itself, and up to `milliseconds` in all.
 * Prints `{"activity"}` and gives the exit code of its status. Interrupted, it says whether the request left this machine.
 */
export async function submitAndFollow(
  { requestId, meaning }: Pick<PreparedRequest, 'requestId' | 'meaning'>,
  milliseconds: number,
  context: CommandContext,
): Promise<number> {
  const { requests } = await context.engine();
  if (!context.confirming) await sayMeaning(meaning, context);
  const tracked = { stage: 'confirming', requestId, fingerprint: meaning.fingerprint, milliseconds } as const;
  return followToEnd(tracked, (following) => requests.submit(requestId, following), context);
}

/** The way of a prepared request, or of one that is settled, to its end. */
export async function followToEnd(
  tracked: Tracked,
  send: (following: Following) => Promise<SubmittedRequest>,
  context: CommandContext,
): Promise<number> {
  const { signal } = context;
  let { stage } = tracked;
  let activity: Activity | undefined;
  const progress = (reached: Stage) => {
    stage = reached;
  };
  try {
    const submitted = await send({ signal, progress, milliseconds: tracked.milliseconds });
    activity = submitted.activity;
    if (submitted.signature !== null) for (const line of proofText(submitted.signature)) await context.say(line);
    else if (submitted.signed !== null) {
      await context.say(
        'The signature was NOT checked: the public key of this signer is not known here. Check it before it is used.',
      );
    }
  } catch (error) {
    const interrupted = signal.aborted && error instanceof AppError && error.code === 'CANCELLED';
    if (!interrupted) {
      if (stage === 'sending') await tellUnsettled(tracked.requestId, context);
      throw error;
    }
    if (activity === undefined) return tellInterrupted(stage, tracked, context);
  }
  await context.print({ activity });
  await context.say(`${signal.aborted ? 'Stopped waiting. ' : ''}${outcome(activity)}`);
  return exitCodeOfStatus(activity.status);
}

/** What was proven, for people: who signed how, what was compared, by what the chain will know it. */
function proofText({ scheme, signed, address, compared, transactionId }: SignatureProof): string[] {
  const what = signed.length > 1 ? `The ${signed.length} signatures were` : 'The signature was';
  return [
    `${what} checked: ${scheme}, by ${address}`,
    ...(compared.length > 0 ? [`Compared with what was asked: ${compared.join(', ')}`] : []),
    ...(transactionId === null ? [] : [`Transaction ${transactionId}`]),
  ];
}

const isUnfinished = ({ status }: Activity) => exitCodeOfStatus(status) === EXIT.unfinished;

/** Ids and statuses come from the service: they are shown on one line with nothing that steers a terminal. */
const MAXIMUM_NAME = 128;
const IDENTIFIER = /^[\w-]+$/;

function outcome(activity: Activity): string {
  const { status } = activity;
  const id = oneLine(activity.id, MAXIMUM_NAME);
  if (exitCodeOfStatus(status) === EXIT.done) return `Activity ${id} is completed.`;
  const name = oneLine(status, MAXIMUM_NAME).replace('ACTIVITY_STATUS_', '').toLowerCase().replaceAll('_', ' ');
  if (!isUnfinished(activity)) return `Activity ${id} is ${name}: nothing was changed by it.`;
  // What is offered to be pasted into a shell holds nothing that a shell could run.
  const request = IDENTIFIER.test(id) ? ` --json '{"activityId":"${id}"}'` : '';
  return `Activity ${id} is not finished (${name}). \`castellan call get_activity${request}\` shows how it stands.`;
}

/** Says how to settle a request whose answer never came, unless the service answered it after all (with a refusal). */
async function tellUnsettled(requestId: string, context: CommandContext): Promise<void> {
  const { requests } = await context.engine();
  if (!requests.unsettled().some((row) => row.requestId === requestId)) return;
  await context.say(
    `\`castellan request settle ${requestId}\` finds out: it sends the same bytes, never a second activity.`,
  );
}

/** Interrupted before the activity came back whole: how far the request got decides what is true about it. */
async function tellInterrupted(stage: Stage, tracked: Tracked, context: CommandContext): Promise<number> {
  const { requestId, fingerprint } = tracked;
  if (stage === 'confirming' || stage === 'recording' || stage === 'stamping') {
    await (await context.engine()).requests.discard(requestId);
    throw cancelled('Cancelled before anything was sent: the service knows nothing of this request.');
  }
  if (stage === 'sending') {
    await context.say(
      `Stopped waiting. The request ${fingerprint} was sent and not answered, so the service may have it.`,
    );
    await tellUnsettled(requestId, context);
  } else {
    await context.say(
      `Stopped waiting. The service has the request ${fingerprint}; \`castellan call list_activities\` shows how it stands.`,
    );
  }
  return EXIT.unfinished;
}
