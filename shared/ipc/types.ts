import type { Reply } from '../errors/index.ts';
import { type AppContract, CONTRACT } from './contract.ts';
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

/** What a job handler is given besides its input. */
export interface JobContext<Progress> {
  readonly signal: AbortSignal;
  /** At most ten a second reach the page; the last one always does. */
  progress(value: Progress): void;
}

type Handler<E extends Entry> = E extends Job
  ? (input: InputOf<E>, context: JobContext<ProgressOf<E>>) => Promise<OutputOf<E>>
  : (input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>;

/** Main's side, whole, in the contract's own shape: a missing handler, a misspelt name or a wrong shape does not compile. */
export type MainHandlers = {
  readonly [Group in keyof AppContract]: {
    readonly [Name in keyof AppContract[Group] as AppContract[Group][Name] extends Event
      ? never
      : Name]: AppContract[Group][Name] extends Entry ? Handler<AppContract[Group][Name]> : never;
  };
};

/** What the preload puts on `window.castellan`: three functions, names checked against lists, nothing of Electron. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  /** `jobId` is made by the page; progress arrives until the reply does. */
  job(name: string, jobId: string, input: unknown, progress: (value: unknown) => void): Promise<Reply<unknown>>;
  cancel(jobId: string): void;
  /** Gives the function that ends the subscription. */
  on(name: string, listener: (payload: unknown) => void): () => void;
}

/** The name under which the bridge is exposed to the page. */
export const BRIDGE_NAME = 'castellan';

/** The three transports; entries are told apart by the `name` member, so no channel is made from page input. */
export const CHANNELS = {
  call: 'castellan:call',
  job: 'castellan:job',
  cancel: 'castellan:cancel',
  progress: 'castellan:progress',
  event: 'castellan:event',
} as const;

/** Names of all entries of one kind, in declaration order. */
export function entryNames(kind: 'call'): CallName[];
export function entryNames(kind: 'job'): JobName[];
export function entryNames(kind: 'event'): EventName[];
export function entryNames(kind: string): string[] {
  return Object.entries(CONTRACT).flatMap(([group, entries]) =>
    Object.entries(entries)
      .filter(([, entry]) => entry.kind === kind)
      .map(([name]) => `${group}.${name}`),
  );
}
