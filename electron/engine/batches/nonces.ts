import { AppError, sentence } from '../../../shared/errors/index.ts';
import { inQuotes } from '../../../shared/model/index.ts';
import { Refusal, statedOutpoints } from '../../crypto/index.ts';
import type { LineOutcome } from './states.ts';
import type { StoredBatch, StoredLine } from './store.ts';

/** The nonce after the last one that a stored batch may have used for an account, and the name of that batch. */
export interface UsedNonce {
  readonly next: bigint;
  readonly name: string;
}

/** An account on a chain, which counts its nonces by itself. */
export interface Payer {
  readonly chain: string;
  readonly from: string;
}

/** Returns the lines of a batch whose nonce may be used: all that are not proven to be unsigned. */
export const mayUse = (outcomes: readonly LineOutcome[]): StoredLine[] =>
  outcomes.flatMap(({ line, state }) => (state === 'left' || state === 'failed' ? [] : [line]));

/**
 * Says which nonces the lines that are left have now, where another transaction took the ones that they had. `before` has
 * the lines as they were stored.
 */
export function renumberedWords(before: readonly StoredLine[], left: readonly StoredLine[]): string[] {
  const nonces = new Map(before.map(({ line, payment }) => [line, nonceOf(payment)]));
  const moved = left.flatMap(({ line, payment }) => {
    const [was, is] = [nonces.get(line) ?? null, nonceOf(payment)];
    return was === null || is === null || is <= was ? [] : [{ was, is }];
  });
  const [first, last] = [moved[0], moved.at(-1)];
  if (first === undefined || last === undefined) return [];
  const have =
    moved.length === 1
      ? `line that is left has nonce ${last.is}`
      : `lines that are left have the nonces from ${first.is} to ${last.is}`;
  return [`Another transaction has taken nonce ${first.was}. The ${have}.`];
}

const nonceOf = (payment: StoredLine['payment']): bigint | null =>
  payment?.family === 'ethereum' ? BigInt(payment.nonce) : null;

/**
 * Finds the last used nonce of an account in stored batches. Null when none of them pays from it. Each line of a batch
 * whose outcomes cannot be read counts as used.
 */
export function usedNonce(
  batches: readonly StoredBatch[],
  { chain, from }: Payer,
  outcomes: (batch: StoredBatch) => readonly LineOutcome[],
): UsedNonce | null {
  let found: UsedNonce | null = null;
  for (const batch of batches) {
    const ofAccount = batch.lines.filter(
      ({ payment, parameters }) =>
        payment?.chain === chain && String(parameters.signWith).toLowerCase() === from.toLowerCase(),
    );
    if (ofAccount.length === 0) continue;
    const used = new Set(usedLines(batch, outcomes).map(({ line }) => line));
    for (const { line, payment } of ofAccount) {
      if (payment?.family !== 'ethereum' || !used.has(line)) continue;
      const next = BigInt(payment.nonce) + 1n;
      if (found === null || next > found.next) found = { next, name: batch.name };
    }
  }
  return found;
}

/**
 * Returns the Bitcoin outputs of an account that lines of stored batches spend and that the service may not know yet:
 * `<txid>:<index>`. The service itself knows those of lines that it signed. Throws STATE_FILE_CORRUPT for a line whose
 * transaction cannot be read.
 */
export function spentOutputs(
  batches: readonly StoredBatch[],
  { chain, from }: Payer,
  outcomes: (batch: StoredBatch) => readonly LineOutcome[],
): string[] {
  return batches.flatMap((batch) => {
    const isOfAccount = ({ payment }: StoredLine) => payment?.family === 'bitcoin' && payment.from === from;
    if (!batch.lines.some((line) => isOfAccount(line) && line.payment?.chain === chain)) return [];
    return uncertainLines(batch, outcomes)
      .filter(isOfAccount)
      .flatMap((line) => outputsOf(batch, line));
  });
}

/** Throws STATE_FILE_CORRUPT for a line whose transaction cannot be read. */
function outputsOf({ name }: StoredBatch, { line, parameters }: StoredLine): string[] {
  try {
    return statedOutpoints(String(parameters.unsignedTransaction)).map(({ outpoint }) => outpoint);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new AppError(
      'STATE_FILE_CORRUPT',
      sentence`Line ${line} of the batch ${inQuotes(name)} has no transaction that can be read. Nothing was signed. Look for its payments in Activities.`,
    );
  }
}

/** The lines that the service has and may not have signed, and those whose outcome is unknown. */
function uncertainLines(
  batch: StoredBatch,
  outcomes: (batch: StoredBatch) => readonly LineOutcome[],
): readonly StoredLine[] {
  try {
    return outcomes(batch).flatMap(({ line, state }) =>
      state === 'left' || state === 'failed' || state === 'signed' ? [] : [line],
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return batch.lines;
  }
}

function usedLines(
  batch: StoredBatch,
  outcomes: (batch: StoredBatch) => readonly LineOutcome[],
): readonly StoredLine[] {
  try {
    return mayUse(outcomes(batch));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return batch.lines;
  }
}
