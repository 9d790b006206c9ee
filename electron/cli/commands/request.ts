import { AppError } from '../../../shared/errors/index.ts';
import { command } from '../define.ts';
import { followToEnd } from '../submit.ts';

const list = command({
  name: 'request list',
  summary: 'lists the requests that a crash or a lost connection left unsettled',
  async run(_input, context) {
    const engine = await context.engine();
    await context.print({ requests: engine.requests.unsettled() });
    return undefined;
  },
});

const settle = command({
  name: 'request settle',
  summary: 'settles one of them by sending the same bytes again, which the service knows by their fingerprint',
  arguments: [{ name: 'ID', summary: 'the requestId that `request list` shows', required: true }],
  async run({ arguments: [requestId = ''] }, context) {
    const { requests } = await context.engine();
    const row = requests.unsettled().find((candidate) => candidate.requestId === requestId);
    if (row === undefined) {
      throw new AppError(
        'NOT_FOUND',
        'There is no unsettled request with this ID. Nothing was sent. `castellan request list` shows them.',
      );
    }
    await context.say(`${row.title}, profile ${row.profile}, fingerprint ${row.fingerprint}, ${row.state}`);
    const { fingerprint } = row;
    const tracked = { stage: 'sending', requestId, fingerprint, milliseconds: 0 } as const;
    return followToEnd(tracked, (following) => requests.settle(requestId, following), context);
  },
});

export const REQUEST_COMMANDS = [list, settle];
