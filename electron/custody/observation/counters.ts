/** Upper bounds of the buckets for commit times, in milliseconds. Longer ones count in the last bucket. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** The counters of a service since its start, as they are read at one moment. */
export interface Counted {
  readonly requests: number;
  readonly signatures: number;
  readonly commits: number;
  /** The number of refusals by reason, most frequent first. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
  /** The bucket bound that 99 of 100 commits stay within, in milliseconds. Null without commits. */
  readonly commitMillisecondsP99: number | null;
}

/** Counts the requests and commits of a service. Takes the same memory however long the service runs. */
export function createCounters() {
  let [requests, signatures, commits] = [0, 0, 0];
  const refusals = new Map<string, number>();
  const buckets: number[] = BOUNDS.map(() => 0);

  const p99 = (): number | null => {
    if (commits === 0) return null;
    let rest = Math.ceil(commits * 0.99);
    const index = buckets.findIndex((count) => {
      rest -= count;
      return rest <= 0;
    });
    return BOUNDS[index] ?? null;
  };

  return {
    /** Counts an answered request. `refused` is the reason of a refusal. The reasons are a closed set. */
    answered({ signed, refused }: { readonly signed: number; readonly refused: string | null }): void {
      requests += 1;
      signatures += signed;
      if (refused !== null) refusals.set(refused, (refusals.get(refused) ?? 0) + 1);
    },
    /** Counts a commit: the time from the last write of a transaction until it is on disk. */
    committed(milliseconds: number): void {
      commits += 1;
      const found = BOUNDS.findIndex((bound) => milliseconds <= bound);
      const index = found === -1 ? BOUNDS.length - 1 : found;
      buckets[index] = (buckets[index] ?? 0) + 1;
    },
    read: (): Counted => ({
      requests,
      signatures,
      commits,
      commitMillisecondsP99: p99(),
      refusals: [...refusals]
        .map(([reason, count]) => ({ reason, count }))
        .toSorted((one, other) => other.count - one.count),
    }),
  };
}

export type Counters = ReturnType<typeof createCounters>;
