import type { Static, TSchema } from 'typebox';

/** A call: one request, one reply. */
export interface Call<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly kind: 'call';
  readonly input: Input;
  readonly output: Output;
}

/** A job: a long request that reports progress and can be cancelled. */
export interface Job<
  Input extends TSchema = TSchema,
  Progress extends TSchema = TSchema,
  Output extends TSchema = TSchema,
> {
  readonly kind: 'job';
  readonly input: Input;
  readonly progress: Progress;
  readonly output: Output;
}

/** An event: something changed. The page then reads the state again (every event has a call for that). */
export interface Event<Payload extends TSchema = TSchema> {
  readonly kind: 'event';
  readonly payload: Payload;
}

export type Entry = Call | Job | Event;

export const call = <Input extends TSchema, Output extends TSchema>(
  input: Input,
  output: Output,
): Call<Input, Output> => ({
  kind: 'call',
  input,
  output,
});

export const job = <Input extends TSchema, Progress extends TSchema, Output extends TSchema>(
  input: Input,
  progress: Progress,
  output: Output,
): Job<Input, Progress, Output> => ({ kind: 'job', input, progress, output });

export const event = <Payload extends TSchema>(payload: Payload): Event<Payload> => ({ kind: 'event', payload });

type Contract = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** `group.entry`, the channel name of an entry of that kind. */
export type NameOf<Table extends Contract, Kind extends Entry['kind']> = {
  [Group in keyof Table & string]: {
    [Name in keyof Table[Group] & string]: Table[Group][Name]['kind'] extends Kind ? `${Group}.${Name}` : never;
  }[keyof Table[Group] & string];
}[keyof Table & string];

export type EntryOf<Table extends Contract, Name extends string> = Name extends `${infer Group}.${infer Key}`
  ? Group extends keyof Table
    ? Key extends keyof Table[Group]
      ? Table[Group][Key]
      : never
    : never
  : never;

export type InputOf<E> = E extends { input: infer Input extends TSchema } ? Static<Input> : never;
export type OutputOf<E> = E extends { output: infer Output extends TSchema } ? Static<Output> : never;
export type ProgressOf<E> = E extends { progress: infer Progress extends TSchema } ? Static<Progress> : never;
export type PayloadOf<E> = E extends { payload: infer Payload extends TSchema } ? Static<Payload> : never;
