/** A bounded cache. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  /** Keeps a value of that weight. One heavier than the whole cache is not kept. */
  keep(key: string, value: Value, weight?: number): void;
  forget(key: string): void;
  /** The sum of all weights. */
  weight(): number;
}

/** Makes a cache whose weights sum to at most `limit`. The least recently used entry is evicted first. */
export function createRecent<Value>(limit: number): Recent<Value> {
  /** Oldest use first. */
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const one = kept.get(key);
      if (one === undefined) return undefined;
      kept.delete(key);
      kept.set(key, one);
      return one.value;
    },
    keep(key, value, weight = 1) {
      forget(key);
      if (weight > limit) return;
      kept.set(key, { value, weight });
      total += weight;
      for (const oldest of kept.keys()) {
        if (total <= limit) return;
        forget(oldest);
      }
    },
    forget,
    weight: () => total,
  };
}
