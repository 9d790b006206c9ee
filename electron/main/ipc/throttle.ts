/** Lets one value through every `milliseconds`. Keeps only the last of the values in between. */
export interface Throttle<Value> {
  push(value: Value): void;
  /** Sends the pending value and ends. */
  flush(): void;
}

export interface Timer {
  now(): number;
  /** Returns the function that cancels. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimer: Timer = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const handle = setTimeout(run, milliseconds);
    return () => clearTimeout(handle);
  },
};

export function createThrottle<Value>(
  milliseconds: number,
  send: (value: Value) => void,
  timer: Timer,
): Throttle<Value> {
  let lastSent = Number.NEGATIVE_INFINITY;
  let waiting: { readonly value: Value; readonly cancel: () => void } | null = null;
  let ended = false;
  const emit = (value: Value) => {
    waiting = null;
    lastSent = timer.now();
    send(value);
  };
  return {
    push(value) {
      if (ended) return;
      waiting?.cancel();
      const wait = lastSent + milliseconds - timer.now();
      if (wait <= 0) return emit(value);
      waiting = { value, cancel: timer.after(wait, () => emit(value)) };
    },
    flush() {
      ended = true;
      waiting?.cancel();
      if (waiting !== null) emit(waiting.value);
    },
  };
}
