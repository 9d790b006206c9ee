import { AppError, toReply } from '../errors/index.ts';
import { wipeSecrets } from '../model/bytes.ts';
import { checkValue } from '../operations/check.ts';
import { wipeBytes } from '../wire/secret-bytes.ts';
import { isRequestFrame, type MessageHandlers, type MessageTable, type Port } from './channel.ts';

/** Notes an error that nobody foresaw and gives the reference that finds it; undefined in a process that keeps no notes. */
export type Report = (during: string, error: unknown) => string | undefined;

/**
 * Answers the messages of a table, in every process of our own. Input and output of each are checked against the table. A
 * message that the table has not (NOT_SUPPORTED), a wrong input (INVALID_INPUT with the members), what a handler throws and a
 * wrong output (INTERNAL) are replies like any other; they name members and never repeat a value.
 * What the table marks as `Secret` is wiped: in the input when the message is done, answered or refused; in the output when
 * it was handed over, or could not be. All bytes of a message that is not known are wiped.
 * A frame without a usable id and name is dropped, because it could not be answered. The listener never rejects.
 */
export function answerMessages<Table extends MessageTable>(
  port: Port,
  table: Table,
  { handlers, report }: { readonly handlers: MessageHandlers<Table>; readonly report: Report },
): void {
  port.on('message', async ({ data }) => {
    if (!isRequestFrame(data)) return;
    const { id, name, input } = data;
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
      port.postMessage({ id, reply });
    } catch {
      // Whoever asked is gone; there is nobody to tell.
    } finally {
      if (message === undefined) wipeBytes(input);
      else {
        wipeSecrets(message.input, input);
        wipeSecrets(message.output, output);
      }
    }
  });
}

type Problems = ReturnType<typeof checkValue>;

const listed = (problems: Problems): string => problems.map(({ path, reason }) => `${path} ${reason}`).join('; ');

function requireInput(name: string, fields: Problems): void {
  if (fields.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    `The message ${name} is malformed, so nothing was done: ${listed(fields)}. Correct these members.`,
    { fields },
  );
}

function requireOutput(name: string, problems: Problems): void {
  if (problems.length === 0) return;
  throw new AppError(
    'INTERNAL',
    `The answer to ${name} is not as declared, so it was not given: ${listed(problems)}. Report this to whoever maintains Castellan.`,
  );
}

function unknownMessage(): AppError {
  return new AppError(
    'NOT_SUPPORTED',
    'This process does not know the message, so nothing was done. The parts of Castellan are of different versions: install it again.',
  );
}
