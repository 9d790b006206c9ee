import fc from 'fast-check';

/** Every run tries the same inputs. Another number, set in the environment, explores others. */
fc.configureGlobal({ seed: Number(process.env.CASTELLAN_FUZZ_SEED ?? 20_261_121) });

/** Cases of each parser in a normal run. A long run asks for a million. */
export const FUZZ_RUNS = Number(process.env.CASTELLAN_FUZZ_RUNS ?? 10_000);

/** Returns a whole number of cases for `numRuns`, at least one. fast-check never ends a run of a fractional number. */
export function fuzzRuns(divisor = 1): number {
  return Math.max(1, Math.ceil(FUZZ_RUNS / divisor));
}
