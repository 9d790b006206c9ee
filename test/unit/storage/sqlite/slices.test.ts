import { describe, expect, it } from 'vitest';
import { atOnce, inSlices, type Steps } from '../../../../electron/storage/sqlite/index.ts';

/** This many steps of three milliseconds each. Returns their number. */
function* steps(count: number): Steps<number> {
  for (let done = 0; done < count; done += 1) {
    yield;
    const end = performance.now() + 3;
    while (performance.now() < end);
  }
  return count;
}

describe('long work', () => {
  it('is done in slices, with turns for others between them', async () => {
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await inSlices(steps(30))).toBe(30);
    isDone = true;
    // 90 ms are at least nine slices, however the machine is.
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('ends between two slices when that is wanted, and is not resumed', async () => {
    let called = 0;
    const leaving = inSlices(steps(30), () => {
      called += 1;
      if (called === 2) throw new Error('enough');
    });
    await expect(leaving).rejects.toThrow('enough');
    expect(called).toBe(2);
  });

  it('is done in one piece where nobody waits', () => {
    expect(atOnce(steps(3))).toBe(3);
  });
});
