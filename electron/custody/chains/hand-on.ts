import { NodeFault } from '../node-fault.ts';
import type { SentProgress, SentRow } from '../store/index.ts';

/** The broadcaster, as the rules of a chain use it for one transaction. */
export interface Handing {
  /** Stores a change of the transaction before the step that follows it. */
  readonly keep: (change: Partial<SentProgress>) => void;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** True while a replacement of the transaction is under way, which nodes may have. */
  readonly isReplaced: () => boolean;
  /** The service's other transactions that blocks include, and that spend an output of this one on Bitcoin. */
  readonly includedRivals: () => readonly SentRow[];
}

/**
 * Sends a transaction to its chain and returns its new state. `isThere` matches the errors for a known transaction. A
 * replaced transaction is not sent again, because a node could take it in the place of its replacement. Throws NodeFault.
 */
export async function handOn(
  { mayBeKnown }: Pick<SentRow, 'mayBeKnown'>,
  send: () => Promise<void>,
  isThere: RegExp,
  { keep, isReplaced }: Handing,
): Promise<Partial<SentProgress>> {
  if (isReplaced()) return {};
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
