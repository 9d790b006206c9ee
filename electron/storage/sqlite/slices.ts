// Reads of many rows run in slices. The engine runs its other long work with the same functions.
/** A slice of long work ends after this many milliseconds: windows and requests get their turn within a frame. */
const SLICE = 8;

/** Lets the other work of this process that waits run first. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resume) => void setImmediate(resume));

/** Long work that can be left wherever it yields, which is to be much more often than a slice is long. */
export type Steps<Value> = Generator<undefined, Value>;

/**
 * Runs the work in slices and lets other work run between them. Calls `between` before each further slice. An error of
 * `between` ends the work, which then releases what it holds. `slice` is the longest time without a pause, in
 * milliseconds.
 */
export async function inSlices<Value>(work: Steps<Value>, between?: () => void, slice = SLICE): Promise<Value> {
  let sliceEnd = performance.now() + slice;
  try {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      if (performance.now() < sliceEnd) continue;
      await yieldToEventLoop();
      between?.();
      sliceEnd = performance.now() + slice;
    }
  } finally {
    // Runs the `finally` blocks of interrupted work.
    work.return(undefined as Value);
  }
}

/** Does the work in one piece, where it is known to be short or nobody waits. */
export function atOnce<Value>(work: Steps<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
