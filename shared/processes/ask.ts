import { AppError, fromErrorData } from '../errors/index.ts';
import { checkValue } from '../operations/check.ts';
import { isReplyFrame, type MessageClient, type MessageTable, type Port } from './channel.ts';

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
  port.on('message', ({ data }) => {
    const asked = isReplyFrame(data) ? waiting.get(data.id) : undefined;
    if (!isReplyFrame(data) || asked === undefined) return;
    waiting.delete(data.id);
    if (!data.reply.ok) return asked.reject(fromErrorData(data.reply.error));
    const schema = table[asked.name]?.output;
    if (schema !== undefined && checkValue(schema, data.reply.value).length === 0)
      return asked.resolve(data.reply.value);
    asked.reject(new AppError('INTERNAL', `The answer to ${asked.name} has the wrong shape and was not used.`));
  });
  return (name, input) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { name, resolve: resolve as (value: unknown) => void, reject });
      port.postMessage({ id: last, name, input });
    });
}
