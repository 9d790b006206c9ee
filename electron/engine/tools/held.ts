/** Results that are held, so that each further page of a list is a slice of one. */
const HELD = 4;

/** The newest results of long work, by the question that they answer. */
export interface Held<Value> {
  /** Returns the held result, or makes it. A failure is not held. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
  /** The rows changed. */
  clear(): void;
}

export function createHeld<Value>(): Held<Value> {
  const held = new Map<string, Promise<Value>>();
  return {
    get(key, make) {
      const known = held.get(key);
      if (known !== undefined) return known;
      const made = make();
      held.set(key, made);
      made.catch(() => {
        if (held.get(key) === made) held.delete(key);
      });
      for (const oldest of held.keys()) {
        if (held.size <= HELD) break;
        held.delete(oldest);
      }
      return made;
    },
    clear: () => held.clear(),
  };
}
