import { AppError } from '../../../shared/errors/index.ts';
import { LIVES_MINUTES, livenessOf } from '../../../shared/words/index.ts';
import { QR_NOTE, readCarried } from '../carried.ts';
import { askToSend, sayMeaning } from '../confirm.ts';
import { command } from '../define.ts';
import { PROFILE, WAIT, waitMilliseconds } from '../options.ts';
import { followToEnd } from '../submit.ts';

export const send = command({
  name: 'send',
  summary: 'sends a request that was stamped elsewhere, byte for byte',
  arguments: [
    {
      name: 'FILE',
      summary: 'the container of `stamp FILE`, or the output of `call OPERATION --dry-run`; `-` for stdin',
      required: true,
    },
  ],
  options: { profile: PROFILE, wait: WAIT },
  notes: [
    'Shows what the request does and who stamped it. On a terminal it asks first.',
    QR_NOTE,
    'Castellan verifies that the stamp fits the body. Only the service knows whether its key may do this.',
    `The service refuses a request that is older than ${LIVES_MINUTES} minutes.`,
    'Sending the same file again is harmless: the service answers with the same activity.',
  ],
  examples: ['castellan send request.json'],
  async run({ arguments: [file = ''], options }, context) {
    const milliseconds = waitMilliseconds(options.wait);
    const text = await readCarried(file, 'The stamped request', context);
    const engine = await context.engine();
    const carried = await engine.carried.read(text, engine.profiles.get(options.profile));
    const { requestId, meaning, naming, body, stampedBy, madeAt } = carried;
    await sayMeaning({ meaning, body: new TextDecoder().decode(body) }, context, naming);
    const own = engine.credentials.list().find(({ publicKey }) => publicKey === stampedBy);
    await context.say(
      stampedBy === null
        ? 'Care: a passkey stamped it. Only the service can verify this stamp.'
        : `Stamped by ${own === undefined ? 'a key that is not on this machine' : `key ${own.name}`} (${stampedBy})`,
    );
    await context.say(livenessOf(madeAt, context.host.now()));
    if (!(await askToSend(context)))
      throw new AppError(
        'NOT_CONFIRMED',
        'You did not confirm. Nothing was sent. Run the command again to send the request.',
      );
    return followToEnd(requestId, milliseconds, (following) => engine.carried.send(carried, following), context);
  },
});
