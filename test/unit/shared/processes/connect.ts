import { fromReply, type Reply } from '../../../../shared/errors/index.ts';
import {
  answerMessages,
  framesIn,
  type MessageClient,
  type MessageHandlers,
  type MessageTable,
  type ReplyFrame,
  type Report,
} from '../../../../shared/processes/index.ts';

/** The requesting end of a channel whose other end answers in this process. */
export interface Connection<Table extends MessageTable> {
  /** Every reply, copied when it was posted, as a real port copies it. */
  readonly posted: ReplyFrame[];
  /** Sends a frame as it is, without a copy, and waits until it was dealt with. */
  send(frame: unknown): Promise<void>;
  readonly ask: MessageClient<Table>;
}

export function connect<Table extends MessageTable>(
  table: Table,
  handlers: MessageHandlers<Table>,
  report: Report = () => undefined,
): Connection<Table> {
  const posted: ReplyFrame[] = [];
  let listener: (event: { data: unknown }) => unknown = () => undefined;
  answerMessages(
    {
      on(_event, given) {
        listener = given;
      },
      postMessage: (message) => void posted.push(...((framesIn(structuredClone(message)) ?? []) as ReplyFrame[])),
    },
    table,
    { handlers, report },
  );
  const send = async (data: unknown) => void (await listener({ data }));
  let asked = 0;
  return {
    posted,
    send,
    async ask(name, input) {
      asked += 1;
      const id = asked;
      await send({ id, name, input });
      return fromReply(posted.findLast((frame) => frame.id === id)?.reply as Reply<never>);
    },
  };
}
