/** The listeners of one kind of event. */
export function createListeners<Value>() {
  const all = new Set<(value: Value) => void>();
  return {
    tell(value: Value): void {
      for (const listener of all) listener(value);
    },
    /** Adds a listener. Returns the function that removes it. */
    on(listener: (value: Value) => void): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}
