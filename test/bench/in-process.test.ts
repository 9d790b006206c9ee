import { expect, it } from 'vitest';
import { inProcessGroups } from './in-process.ts';

// One group alone would leave the others to fail at the end of a long run of `npm run bench`.
it('runs every contender of the benchmarks that need no window', { timeout: 120_000 }, async () => {
  const failures: string[] = [];
  const groups = await inProcessGroups();
  for (const { title, contenders } of groups) {
    for (const { name, batch } of contenders) {
      try {
        // Twice: the second time reads what the first one cached.
        await batch(2);
      } catch (error) {
        failures.push(`${title}: ${name}: ${String(error)}`);
      }
    }
  }
  expect(failures).toEqual([]);
  expect(groups.map(({ title }) => title)).toContain('Blocks of 200 transactions read for 1,000 addresses');
});
