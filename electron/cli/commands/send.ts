import { AppError } from '../../../shared/errors/index.ts';
import { LIMITS } from '../../../shared/model/index.ts';
import { askToSend, sayMeaning } from '../confirm.ts';
import { command } from '../define.ts';
import { readText } from '../files.ts';
import { PROFILE, WAIT, waitMilliseconds } from '../options.ts';
import { followToEnd } from '../submit.ts';

/** JSON writes a body of the longest kind with escapes. */
const MAXIMUM_FILE = 2 * LIMITS.body;
/** The service takes a request for this long after its time. */
const LIVES_MINUTES = 60;
const MINUTE = 60_000;

export const send = command({
  name: 'send',
  summary: 'sends a request that was stamped elsewhere, byte for byte',
  arguments: [{ name: 'FILE', summary: 'the output of `call OPERATION --dry-run`, or `-` for stdin', required: true }],
  options: { profile: PROFILE, wait: WAIT },
  notes: [
    'Shows what the request does and who stamped it. On a terminal it asks first.',
    'Castellan verifies that the stamp fits the body. Only the service knows whether its key may do this.',
    `The service refuses a request that is older than ${LIVES_MINUTES} minutes.`,
    'Sending the same file again is harmless: the service answers with the same activity.',
  ],
  examples: ['castellan send request.json'],
  async run({ arguments: [file = ''], options }, context) {
    const milliseconds = waitMilliseconds(options.wait);
    const text = await readText(file, { maximum: MAXIMUM_FILE, what: 'The stamped request', input: context.input });
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
    await context.say(liveness(madeAt, context.host.now()));
    if (!(await askToSend(context)))
      throw new AppError(
        'NOT_CONFIRMED',
        'You did not confirm. Nothing was sent. Run the command again to send the request.',
      );
    return followToEnd(requestId, milliseconds, (following) => engine.carried.send(carried, following), context);
  },
});

function liveness(madeAt: number, now: number): string {
  const minutes = Math.floor((now - madeAt) / MINUTE);
  const at = new Date(madeAt).toISOString();
  if (minutes < 0) return `Care: its time is ${at}, which is in the future on this machine.`;
  if (minutes >= LIVES_MINUTES)
    return `Care: it was made at ${at}, ${minutes} minutes ago. The service refuses a new request of that age.`;
  return `Made at ${at}. The service takes it for ${LIVES_MINUTES - minutes} more minutes.`;
}
