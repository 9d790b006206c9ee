/** The listeners of one kind of event. An error in a listener is reported, and does not stop the others. */
export interface Listeners<Value> {
  announce(value: Value): void;
  /** Adds a listener. Returns the function that removes it. */
  on(listener: (value: Value) => void): () => void;
}

export function createListeners<Value>(report: (error: unknown) => void): Listeners<Value> {
  const all = new Set<(value: Value) => void>();
  return {
    announce(value) {
      for (const listener of [...all]) {
        try {
          listener(value);
        } catch (error) {
          report(error);
        }
      }
    },
    on(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}
