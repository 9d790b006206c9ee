import { type ErrorData, fromErrorData, toErrorData } from './app-error.ts';

/**
 * The form of every reply across a process boundary. Errors are data, because structured clone keeps stacks and drops
 * codes.
 */
export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorData };

/** Runs `work` and returns its result or error as data. Never throws. */
export async function toReply<Value>(
  work: () => Value | Promise<Value>,
  reference?: (error: unknown) => string | undefined,
): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toErrorData(error, reference?.(error)) };
  }
}

/** Returns the value of a reply or throws its error as an AppError. */
export function fromReply<Value>(reply: Reply<Value>): Value {
  if (reply.ok) return reply.value;
  throw fromErrorData(reply.error);
}
