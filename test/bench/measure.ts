/** One way of doing the measured thing. */
export interface Contender {
  readonly name: string;
  /** Does it `count` times. Only this is timed. */
  batch(count: number): Promise<void> | void;
}

/** Several rounds of one contender. Rates are operations per second, times are milliseconds. */
export interface Measured {
  readonly name: string;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly rounds: number;
}

export interface Comparison {
  readonly rounds: number;
  /** Approximate duration of one round of one contender. */
  readonly roundMs: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** The middle of the sorted samples, or the mean of the two middle ones. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function summarize(name: string, samples: readonly number[]): Measured {
  return {
    name,
    median: median(samples),
    minimum: Math.min(...samples),
    maximum: Math.max(...samples),
    rounds: samples.length,
  };
}

/**
 * Measures rates side by side. Each contender is warmed up until a batch takes long enough to be timed. Then the
 * contenders take turns round by round, so that a slow moment of the machine hits all of them alike.
 */
export async function compareRates(contenders: readonly Contender[], comparison: Comparison): Promise<Measured[]> {
  const { rounds, roundMs, now = () => performance.now() } = comparison;
  const timed = async (contender: Contender, count: number): Promise<number> => {
    const start = now();
    await contender.batch(count);
    return now() - start;
  };
  const runners: { contender: Contender; count: number; samples: number[] }[] = [];
  for (const contender of contenders) {
    let count = 1;
    let elapsed = await timed(contender, count);
    while (elapsed < roundMs / 2) {
      count *= 2;
      elapsed = await timed(contender, count);
    }
    runners.push({ contender, count: Math.max(1, Math.round((count * roundMs) / elapsed)), samples: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { contender, count, samples } of runners) samples.push((count * 1000) / (await timed(contender, count)));
  }
  return runners.map(({ contender, samples }) => summarize(contender.name, samples));
}

/** Does it `count` times with at most `width` under way at once. */
export async function inFlight(count: number, width: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}
