import { AppError, fromErrorData, sentence } from '../errors/index.ts';
import { checkValue } from '../operations/check.ts';
import { isReplyFrame, type MessageClient, type MessageTable, type Port } from './channel.ts';
import { framesIn } from './frames.ts';

/**
 * The client in a process started by the process that answers. Its parent outlives it, so there is no time-out.
 * A reply that does not fit the table is an INTERNAL error. A frame without a waiting request is dropped.
 * For messages without secrets.
 */
export function askMessages<Table extends MessageTable>(port: Port, table: Table): MessageClient<Table> {
  const waiting = new Map<
    number,
    { name: string; resolve: (value: unknown) => void; reject: (error: AppError) => void }
  >();
  let last = 0;
  const receive = (frame: unknown) => {
    const asked = isReplyFrame(frame) ? waiting.get(frame.id) : undefined;
    if (!isReplyFrame(frame) || asked === undefined) return;
    waiting.delete(frame.id);
    if (!frame.reply.ok) return asked.reject(fromErrorData(frame.reply.error));
    const schema = table[asked.name]?.output;
    if (schema !== undefined && checkValue(schema, frame.reply.value).length === 0)
      return asked.resolve(frame.reply.value);
    asked.reject(new AppError('INTERNAL', sentence`The answer to ${asked.name} has the wrong shape and was not used.`));
  };
  port.on('message', ({ data }) => framesIn(data)?.forEach(receive));
  return (name, input) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { name, resolve: resolve as (value: unknown) => void, reject });
      port.postMessage({ id: last, name, input });
    });
}
