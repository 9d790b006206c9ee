import { AppError, sentence, toReply } from '../errors/index.ts';
import { wipeSecrets } from '../model/bytes.ts';
import { checkValue } from '../operations/check.ts';
import { wipeBytes } from '../wire/secret-bytes.ts';
import { isRequestFrame, type MessageHandlers, type MessageTable, messagesWithSecrets, type Port } from './channel.ts';
import { createFramePoster, framesIn } from './frames.ts';

/** Logs an unexpected error and returns its reference, or undefined in a process without a log. */
export type Report = (during: string, error: unknown) => string | undefined;

/**
 * Answers the messages of a table, in each of our processes. Checks input and output of each message against the table.
 * All failures are ordinary replies that name members and never repeat a value:
 * - NOT_SUPPORTED for a message outside the table.
 * - INVALID_INPUT with the wrong members.
 * - The error of the handler.
 * - INTERNAL for a wrong output.
 * Wipes values marked `Secret`: in the input once the message is answered or refused, in the output once it is sent or
 * cannot be.
 * Wipes all bytes of an unknown message.
 * Drops a frame without a usable id and name, because it cannot be answered, and a message of too many frames.
 * The listener never rejects.
 */
export function answerMessages<Table extends MessageTable>(
  port: Port,
  table: Table,
  { handlers, report }: { readonly handlers: MessageHandlers<Table>; readonly report: Report },
): void {
  // The other process has ended, so there is no recipient for the reply.
  const post = createFramePoster((frames) => port.postMessage(frames), ignore);
  const withSecrets = messagesWithSecrets(table, 'output');
  const answer = async (frame: unknown, isOnly: boolean): Promise<void> => {
    if (!isRequestFrame(frame)) return;
    const { id, name, input } = frame;
    const message = Object.hasOwn(table, name) ? table[name] : undefined;
    let output: unknown;
    const reply = await toReply(
      async () => {
        if (message === undefined) throw unknownMessage();
        requireInput(name, checkValue(message.input, input));
        const handler = handlers[name] as (checked: unknown) => unknown;
        output = await handler(input);
        requireOutput(name, checkValue(message.output, output));
        return output;
      },
      (error) => (error instanceof AppError && error.code !== 'INTERNAL' ? undefined : report(name, error)),
    );
    try {
      // Secrets are wiped right below, so they must have been posted.
      post({ id, reply }, isOnly || withSecrets.has(name));
    } catch {
      // As above.
    } finally {
      if (message === undefined) wipeBytes(input);
      else {
        wipeSecrets(message.input, input);
        wipeSecrets(message.output, output);
      }
    }
  };
  port.on('message', async ({ data }) => {
    const frames = framesIn(data) ?? [];
    await Promise.all(frames.map((frame) => answer(frame, frames.length === 1)));
  });
}

const ignore = () => undefined;

type Problems = ReturnType<typeof checkValue>;

const listed = (problems: Problems): string => problems.map(({ path, reason }) => `${path} ${reason}`).join('; ');

function requireInput(name: string, fields: Problems): void {
  if (fields.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    sentence`The message ${name} is malformed, so nothing was done: ${listed(fields)}. Correct these members.`,
    { fields },
  );
}

function requireOutput(name: string, problems: Problems): void {
  if (problems.length === 0) return;
  throw new AppError(
    'INTERNAL',
    sentence`The answer to ${name} has the wrong shape and was not returned: ${listed(problems)}. Report this to the maintainers of Castellan.`,
  );
}

function unknownMessage(): AppError {
  return new AppError(
    'NOT_SUPPORTED',
    'This process does not know the message. Nothing was done. The parts of Castellan have different versions: install Castellan again.',
  );
}
