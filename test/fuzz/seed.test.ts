import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

test('a fraction of the cases is a whole number of at least one', () => {
  for (const divisor of [1, 3, 7, 2 * FUZZ_RUNS]) expect(fuzzRuns(divisor)).toSatisfy(Number.isInteger);
  expect(fuzzRuns(2 * FUZZ_RUNS)).toBe(1);
  expect(fuzzRuns()).toBe(Math.ceil(FUZZ_RUNS));
});

test('no fuzz test divides the number of cases without the helper', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.startsWith('seed.'));
  const divided = files.filter((name) => /numRuns:[^,}]*FUZZ_RUNS/.test(readFileSync(`${FOLDER}/${name}`, 'utf8')));
  expect(files.length).toBeGreaterThan(0);
  expect(divided).toEqual([]);
});
