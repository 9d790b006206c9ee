import { AppError, toReply } from '../../shared/errors/index.ts';
import {
  CUSTODY_MESSAGES,
  type CustodyMessages,
  type MessageHandlers,
  type ReplyFrame,
} from '../../shared/processes/index.ts';
import { randomUuid } from '../crypto/index.ts';
import type { Report } from './report.ts';

/** Our end of the channel to main, as Electron gives it to a utility process. */
export interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(frame: ReplyFrame): void;
}

/** Answers request frames from main. A frame that is none is not answered: there is nobody to tell. */
export function answerMessages(port: ParentPort, handlers: MessageHandlers<CustodyMessages>, report: Report): void {
  port.on('message', ({ data }) => void answer(data, port, handlers, report));
}

async function answer(
  frame: unknown,
  port: ParentPort,
  handlers: MessageHandlers<CustodyMessages>,
  report: Report,
): Promise<void> {
  if (typeof frame !== 'object' || frame === null || !('id' in frame) || typeof frame.id !== 'number') return;
  const { id, name, input } = frame as { id: number; name?: unknown; input?: unknown };
  const work = () => {
    if (typeof name !== 'string' || !Object.hasOwn(CUSTODY_MESSAGES, name)) {
      throw new AppError('NOT_SUPPORTED', 'The local service does not know this message. Nothing was done.');
    }
    const handler = handlers[name as keyof CustodyMessages] as (input: unknown) => Promise<unknown>;
    return handler(input);
  };
  const reference = (error: unknown) => {
    if (error instanceof AppError) return undefined;
    const made = randomUuid();
    report(made, String(name), error);
    return made;
  };
  const reply = await toReply<unknown>(work, reference);
  port.postMessage({ id, reply });
}
