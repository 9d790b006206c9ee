/**
 * The numbers 0, 1, 2 … by text key, in little memory. Keys are not stored, so numbers of other keys may be returned
 * too. The caller must compare.
 */
export interface Buckets {
  /** Adds the next number under a key. */
  add(key: string): void;
  /** The numbers of a key in their order. */
  of(key: string): Iterable<number>;
}

const NONE = -1;

export function createBuckets(capacity: number): Buckets {
  const mask = 2 ** Math.ceil(Math.log2(capacity + 1)) - 1;
  /** For each hash its first and its last number, for each number the next of the same hash. */
  const [first, last] = [new Int32Array(mask + 1).fill(NONE), new Int32Array(mask + 1).fill(NONE)];
  const next = new Int32Array(capacity).fill(NONE);
  let count = 0;
  return {
    add(key) {
      const hash = hashOf(key) & mask;
      const before = last[hash] ?? NONE;
      if (before === NONE) first[hash] = count;
      else next[before] = count;
      last[hash] = count;
      count += 1;
    },
    *of(key) {
      for (let at = first[hashOf(key) & mask] ?? NONE; at !== NONE; at = next[at] ?? NONE) yield at;
    },
  };
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
