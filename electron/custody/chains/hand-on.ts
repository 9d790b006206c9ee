import { NodeFault } from '../node-fault.ts';
import type { SentProgress, SentRow } from '../store/index.ts';

/** Stores a change of a transaction before the step that follows it. */
export type Keep = (change: Partial<SentProgress>) => void;

/**
 * Sends a transaction to its chain and returns its new state. `isThere` matches the errors for a known transaction.
 * Throws NodeFault.
 */
export async function handOn(
  { mayBeKnown }: SentRow,
  send: () => Promise<void>,
  isThere: RegExp,
  keep: Keep,
): Promise<Partial<SentProgress>> {
  keep({ mayBeKnown: 1 });
  try {
    await send();
  } catch (error) {
    const isRefused = error instanceof NodeFault && error.kind === 'refused' && !isThere.test(error.message);
    if (!isRefused) throw error;
    // An earlier attempt may have reached a node, so the transaction can still be included.
    if (mayBeKnown === 1 || !error.isCertain) return { mayBeKnown: 1, error: error.message };
    return { state: 'FAILED', isSettled: 1, mayBeKnown: 0, error: error.message };
  }
  return { state: 'BROADCASTING', mayBeKnown: 1, error: null };
}
