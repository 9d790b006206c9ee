/** A slice of long work ends after this many milliseconds: windows and requests get their turn within a frame. */
const SLICE = 8;

/** Long work that can be left wherever it yields, which is to be much more often than a slice is long. */
export type Steps<Value> = Generator<undefined, Value>;

/**
 * Runs the work in slices and lets other work run between them. Calls `between` before each further slice. An error of
 * `between` ends the work.
 */
export async function inSlices<Value>(work: Steps<Value>, between?: () => void): Promise<Value> {
  let sliceEnd = performance.now() + SLICE;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() < sliceEnd) continue;
    await new Promise((next) => setImmediate(next));
    between?.();
    sliceEnd = performance.now() + SLICE;
  }
}

/** Does the work in one piece, where it is known to be short or nobody waits. */
export function atOnce<Value>(work: Steps<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
