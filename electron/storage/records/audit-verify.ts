import { AppError } from '../../../shared/errors/index.ts';
import { CHAIN_START, linkHash, type StoredLink } from './audit-chain.ts';
import type { AuditHead } from './audit-head.ts';

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: { done: number; total: number; text: string }) => void;
}

interface Chain {
  link(sequence: number): StoredLink | undefined;
  /** Number of entries, the recorded head, and whether the two belong together; read at one moment. */
  snapshot(): { entries: number; head: AuditHead | null; agrees: boolean };
}

/** A slice ends after this many milliseconds; the longest body then still fits into one frame of the window. */
const SLICE = 8;

/**
 * Walks the chain from its start to the last entry there was when the walk began.
 * Throws AUDIT_BROKEN naming the first bad entry, or CANCELLED.
 */
export async function verifyChain(chain: Chain, options: VerifyOptions): Promise<{ entries: number }> {
  const { entries, head, agrees } = readable(() => chain.snapshot(), 'The log or its recorded head cannot be read');
  let previous: Uint8Array = CHAIN_START;
  let sliceEnd = performance.now() + SLICE;
  for (let sequence = 1; sequence <= entries; sequence += 1) {
    previous = checkLink(chain, sequence, previous);
    if (performance.now() < sliceEnd) continue;
    options.progress?.({ done: sequence, total: entries, text: 'Checking the audit log' });
    await new Promise((next) => setImmediate(next));
    if (options.signal?.aborted === true)
      throw new AppError('CANCELLED', `Cancelled after ${sequence} of ${entries} entries; those were whole.`);
    sliceEnd = performance.now() + SLICE;
  }
  if (!agrees) throw broken(headProblem(entries, head));
  return { entries };
}

function checkLink(chain: Chain, sequence: number, previous: Uint8Array): Uint8Array {
  const link = readable(() => chain.link(sequence), `Entry ${sequence} cannot be read`);
  if (link === undefined) throw broken(`Entry ${sequence} is missing`);
  const expected = linkHash(previous, sequence, link);
  if (!Buffer.from(expected).equals(link.hash))
    throw broken(
      `Entry ${sequence} was changed, moved or put in: its hash does not follow from it and the entry before`,
    );
  return expected;
}

function headProblem(entries: number, head: AuditHead | null): string {
  if (head === null) return `The log holds ${entries} entries, but its recorded head is missing`;
  if (head.sequence > entries)
    return `Entry ${entries + 1} is missing: the log ends after ${entries} entries, but its recorded head is entry ${head.sequence}`;
  return `The recorded head is entry ${head.sequence}, but the log holds ${entries} entries or another entry there`;
}

function readable<Result>(read: () => Result, what: string): Result {
  try {
    return read();
  } catch (error) {
    throw broken(`${what} (${error instanceof Error ? error.message : 'unknown problem'})`, error);
  }
}

function broken(what: string, cause?: unknown): AppError {
  return new AppError(
    'AUDIT_BROKEN',
    `The audit log was changed or damaged. ${what}. Keep the files as evidence, and compare with an exported copy or a backup.`,
    { cause },
  );
}
