import Type, { type Static, type TSchema } from 'typebox';
import { ERROR_CODES, type ErrorCode } from '../errors/index.ts';
import { holdsSecrets } from '../model/bytes.ts';
import { checkValue } from '../operations/check.ts';
import type { Frame, ReplyFrame, RequestFrame } from './frames.ts';

/**
 * A table of the messages that one process answers: input and output of each.
 * Both sides check: `answerMessages` its input and output, main the reply.
 */
export type MessageTable = Readonly<Record<string, Message>>;

interface Message {
  readonly input: TSchema;
  readonly output: TSchema;
  /** True when the work grows with a file, so that main sets no time limit for the reply. */
  readonly isUntimed?: boolean;
}

/** Returns the messages of a table whose input, or whose output, can hold secrets. */
export const messagesWithSecrets = (table: MessageTable, part: 'input' | 'output'): ReadonlySet<string> =>
  new Set(Object.entries(table).flatMap(([name, message]) => (holdsSecrets(message[part]) ? [name] : [])));

const ReplyShape = Type.Object({
  id: Type.Integer(),
  reply: Type.Union([
    Type.Object({ ok: Type.Literal(true), value: Type.Unknown() }),
    Type.Object({
      ok: Type.Literal(false),
      error: Type.Object({
        code: Type.Enum(Object.keys(ERROR_CODES) as ErrorCode[]),
        message: Type.String(),
        reference: Type.Optional(Type.String()),
        hint: Type.Optional(Type.String()),
        fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }))),
      }),
    }),
  ]),
});

export function isReplyFrame(frame: unknown): frame is ReplyFrame {
  return checkValue(ReplyShape, frame).length === 0;
}

export function isRequestFrame(frame: unknown): frame is RequestFrame {
  if (typeof frame !== 'object' || frame === null) return false;
  const { id, name } = frame as { id?: unknown; name?: unknown };
  return Number.isSafeInteger(id) && typeof name === 'string';
}

/** One end of the channel between two processes. A utility process has its own on `process.parentPort`. */
export interface Port {
  on(event: 'message', listener: (event: { readonly data: unknown }) => unknown): void;
  postMessage(message: Frame | readonly Frame[]): void;
}

export type InputOf<Table extends MessageTable, Name extends keyof Table> = Static<Table[Name]['input']>;
export type OutputOf<Table extends MessageTable, Name extends keyof Table> = Static<Table[Name]['output']>;

/** One function per message. A missing one does not compile. */
export type MessageHandlers<Table extends MessageTable> = {
  readonly [Name in keyof Table]: (
    input: InputOf<Table, Name>,
  ) => OutputOf<Table, Name> | Promise<OutputOf<Table, Name>>;
};

/** The client of a table: one function per message. */
export type MessageClient<Table extends MessageTable> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOf<Table, Name>,
) => Promise<OutputOf<Table, Name>>;
