import type { AppContract } from './contract.ts';
import type { Entry, EntryOf, Event, InputOf, Job, NameOf, OutputOf, PayloadOf, ProgressOf } from './define.ts';

export type CallName = NameOf<AppContract, 'call'>;
export type JobName = NameOf<AppContract, 'job'>;
export type EventName = NameOf<AppContract, 'event'>;

export type CallInput<Name extends CallName> = InputOf<EntryOf<AppContract, Name>>;
export type CallOutput<Name extends CallName> = OutputOf<EntryOf<AppContract, Name>>;
export type JobInput<Name extends JobName> = InputOf<EntryOf<AppContract, Name>>;
export type JobProgress<Name extends JobName> = ProgressOf<EntryOf<AppContract, Name>>;
export type JobOutput<Name extends JobName> = OutputOf<EntryOf<AppContract, Name>>;
export type EventPayload<Name extends EventName> = PayloadOf<EntryOf<AppContract, Name>>;

/** The second argument of a job handler, beside its input. */
export interface JobContext<Progress> {
  readonly signal: AbortSignal;
  /** At most ten values a second reach the page. The last value always does. */
  progress(value: Progress): void;
}

type Handler<E extends Entry> = E extends Job
  ? (input: InputOf<E>, context: JobContext<ProgressOf<E>>) => Promise<OutputOf<E>>
  : (input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>;

/**
 * Main's handlers, in the contract's own shape. A missing handler, a misspelt name or a wrong shape does not compile.
 */
export type MainHandlers = {
  readonly [Group in keyof AppContract]: {
    readonly [Name in keyof AppContract[Group] as AppContract[Group][Name] extends Event
      ? never
      : Name]: AppContract[Group][Name] extends Entry ? Handler<AppContract[Group][Name]> : never;
  };
};
