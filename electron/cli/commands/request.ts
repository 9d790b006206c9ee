import { AppError, OUTCOMES, outcomeOfOpen } from '../../../shared/errors/index.ts';
import { utcMoment } from '../../../shared/model/index.ts';
import { visibleText } from '../../../shared/wire/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT, usage } from '../exit-codes.ts';
import { followToEnd } from '../submit.ts';

const ID = { name: 'ID', summary: 'the requestId that `request list` shows', required: true } as const;

/** Returns the open request of that id and shows it to the operator. Throws NOT_FOUND. */
async function openRequest(requestId: string, context: CommandContext) {
  const { requests } = await context.engine();
  const row = requests.unsettled().find((candidate) => candidate.requestId === requestId);
  if (row === undefined) {
    throw new AppError(
      'NOT_FOUND',
      'There is no open request with this ID. Nothing was sent or changed. `castellan request list` shows them.',
    );
  }
  const outcome = OUTCOMES[outcomeOfOpen(row.state)].title.toLowerCase();
  await context.say(`${visibleText(row.title)}, profile ${row.profile}, fingerprint ${row.fingerprint}: ${outcome}`);
  return { requests, row };
}

const list = command({
  name: 'request list',
  summary: 'lists open requests: `prepared` was not sent, `sent` has an unknown outcome',
  examples: ['castellan request list'],
  async run(_input, context) {
    const engine = await context.engine();
    await context.print({ requests: engine.requests.unsettled() });
    return undefined;
  },
});

const settle = command({
  name: 'request settle',
  summary: 'settles an open request by sending the same bytes again; the service recognises the fingerprint',
  arguments: [ID],
  examples: ['castellan request settle 6f2d1c9a'],
  async run({ arguments: [requestId = ''] }, context) {
    const { requests } = await openRequest(requestId, context);
    return followToEnd(requestId, 0, (following) => requests.settle(requestId, following), context);
  },
});

const discard = command({
  name: 'request discard',
  summary: 'discards a request that was not sent',
  arguments: [ID],
  examples: ['castellan request discard 6f2d1c9a'],
  async run({ arguments: [requestId = ''] }, context) {
    const { requests } = await openRequest(requestId, context);
    await requests.discard(requestId);
    await context.print({ discarded: requestId });
    return undefined;
  },
});

const giveUp = command({
  name: 'request give-up',
  summary: 'closes a request of unknown outcome, so that its profile can be removed',
  arguments: [ID],
  options: {
    reason: { hint: 'TEXT', required: true, summary: 'the reason; recorded in the audit log and the journal' },
  },
  examples: ['castellan request give-up 6f2d1c9a --reason "the organization was deleted"'],
  async run({ arguments: [requestId = ''], options: { reason } }, context) {
    const { requests } = await openRequest(requestId, context);
    await requests.giveUp(requestId, reason);
    await context.print({ givenUp: requestId });
    return undefined;
  },
});

const DEFAULT_COMPARED = 100;

const compare = command({
  name: 'request compare',
  summary: 'asks the service for the activities of the newest answered requests, and lists those that it lost',
  options: {
    limit: { hint: 'N', summary: `the number of requests to compare; ${DEFAULT_COMPARED} when absent` },
  },
  notes: [
    'A lost activity shows that an older copy of the service’s database was restored. The command then exits with 1.',
  ],
  examples: ['castellan request compare --limit 1000'],
  async run({ options: { limit } }, context) {
    const { compareJournal } = await context.engine();
    const found = await compareJournal(limit === undefined ? DEFAULT_COMPARED : countOf(limit), context.signal);
    await context.print({ ok: found.lost.length === 0, ...found });
    for (const { title, activityId, answeredAt } of found.lost)
      await context.say(
        `The service no longer has the activity ${activityId} (${title}), which it answered at ${utcMoment(answeredAt)}.`,
      );
    return found.lost.length === 0 ? undefined : EXIT.failed;
  },
});

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw usage(`--limit ${JSON.stringify(text)} is not a number from 1 to 999999, so nothing was compared.`);
}

export const REQUEST_COMMANDS = [list, settle, discard, giveUp, compare];
