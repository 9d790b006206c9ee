import type { Static, TSchema } from 'typebox';
import type { Reply } from '../errors/index.ts';

/** A table of messages one process answers: input and output of each. Both sides check: `answerMessages` what it gets and gives, main what it is answered. */
export type MessageTable = Readonly<Record<string, { readonly input: TSchema; readonly output: TSchema }>>;

export interface RequestFrame {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

export interface ReplyFrame {
  readonly id: number;
  readonly reply: Reply<unknown>;
}

export type InputOf<Table extends MessageTable, Name extends keyof Table> = Static<Table[Name]['input']>;
export type OutputOf<Table extends MessageTable, Name extends keyof Table> = Static<Table[Name]['output']>;

/** One function per message; a missing one does not compile. */
export type MessageHandlers<Table extends MessageTable> = {
  readonly [Name in keyof Table]: (
    input: InputOf<Table, Name>,
  ) => OutputOf<Table, Name> | Promise<OutputOf<Table, Name>>;
};

/** The asking side. */
export type MessageClient<Table extends MessageTable> = <Name extends keyof Table & string>(
  name: Name,
  input: InputOf<Table, Name>,
) => Promise<OutputOf<Table, Name>>;
