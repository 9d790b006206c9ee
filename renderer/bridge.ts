import { fromReply, type Reply } from '../shared/errors/index.ts';
import type {
  Bridge,
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
  JobInput,
  JobName,
  JobOutput,
  JobProgress,
} from '../shared/ipc/index.ts';

/**
 * The page's only way out: nothing else in `renderer/` touches `window.castellan`. Main has checked each answer. Errors
 * arrive as data and are thrown here as AppError.
 */
declare global {
  interface Window {
    readonly castellan: Bridge;
  }
}

/** Asks main one question. Throws AppError. */
export async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
  return fromReply((await window.castellan.call(name, input)) as Reply<CallOutput<Name>>);
}

export interface JobOptions<Name extends JobName> {
  readonly progress?: (value: JobProgress<Name>) => void;
  /** Aborting asks main to stop. The job then ends with CANCELLED, or with its result when the abort came too late. */
  readonly signal?: AbortSignal;
}

/** Runs a job of main to its end. Throws AppError. */
export async function job<Name extends JobName>(
  name: Name,
  input: JobInput<Name>,
  options: JobOptions<Name> = {},
): Promise<JobOutput<Name>> {
  const id = crypto.randomUUID();
  const cancel = () => window.castellan.cancel(id);
  const reply = window.castellan.job(name, id, input, (value) => options.progress?.(value as JobProgress<Name>));
  if (options.signal?.aborted === true) cancel();
  options.signal?.addEventListener('abort', cancel);
  try {
    return fromReply((await reply) as Reply<JobOutput<Name>>);
  } finally {
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Listens to an event of main. Returns the function that ends the subscription. */
export function on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void {
  return window.castellan.on(name, (payload) => listener(payload as EventPayload<Name>));
}
