import { AppError } from '../../../shared/errors/index.ts';
import type { ChainReading } from '../../../shared/model/index.ts';
import { earlierWords } from '../../../shared/words/index.ts';
import type { Counting } from '../ports.ts';
import type { Changes } from '../tools/changes.ts';

/** A chain whose node answers has more to be read, and does not wait for the operator. */
function hasMore({ isCurrent, problem, earlier }: ChainReading): boolean {
  return problem === null && (!isCurrent || (earlier !== null && !earlier.isPaused && earlier.problem === null));
}

/**
 * Waits until no chain has more to read now, and reports the progress of each. Throws CANCELLED. Everything read so far
 * stays.
 */
export function untilRead(
  changes: Pick<Changes, 'on'>,
  list: () => readonly ChainReading[],
  { signal, progress }: Counting,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stop();
      signal?.removeEventListener('abort', cancel);
      settle();
    };
    const cancel = () =>
      end(() =>
        reject(
          new AppError(
            'CANCELLED',
            'Cancelled. The pages read so far stay, and the next refresh continues from there.',
          ),
        ),
      );
    const look = () => {
      const left = list().filter(hasMore);
      for (const { chain, earlier } of left)
        if (earlier !== null) {
          const { done, of } = earlier;
          progress?.({ done, total: of, text: earlierWords(chain, earlier) });
        }
      if (left.length === 0) end(resolve);
    };
    const stop = changes.on('readings', look);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted === true) cancel();
    else look();
  });
}
