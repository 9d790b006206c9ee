import { describe, expect, it } from 'vitest';
import { activityPages } from '../../../../electron/engine/queries/activity-pages.ts';
import type { Queries } from '../../../../electron/engine/queries/queries.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { activity } from '../../client/samples.ts';

/** A service with activities of these sizes. A reply above the size `room` is too large. */
function serviceWith(sizes: readonly number[], room: number) {
  const asked: number[] = [];
  const all = sizes.map((_size, index) => activity({ id: `activity-${index}` }));
  const ask = async (_name: string, request: { paginationOptions?: { limit?: string; after?: string } }) => {
    const { limit, after } = request.paginationOptions ?? {};
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const end = start + Number(limit);
    asked.push(Number(limit));
    if (sizes.slice(start, end).reduce((sum, size) => sum + size, 0) > room) throw new AppError('TOO_LARGE', 'x');
    return { activities: all.slice(start, end) };
  };
  return { asked, queries: { ask } as unknown as Pick<Queries, 'ask'> };
}

async function read({ queries }: ReturnType<typeof serviceWith>) {
  const pages = [];
  for await (const page of activityPages(queries, {})) pages.push(page);
  return {
    ids: pages.flatMap(({ activities }) => activities.map(({ id }) => id)),
    last: pages.map((page) => page.isLast),
  };
}

const names = (length: number) => Array.from({ length }, (_, index) => `activity-${index}`);

describe('the pages of activities', () => {
  it('are read until one is not full', async () => {
    const service = serviceWith(Array(250).fill(1), 1000);
    expect(await read(service)).toEqual({ ids: names(250), last: [false, false, true] });
    expect(service.asked).toEqual([100, 100, 100]);
  });

  it('are asked for in smaller parts when they are too large, and no activity is left out', async () => {
    const sizes = Array.from({ length: 230 }, (_, index) => (index > 40 && index < 60 ? 30 : 1));
    const { ids, last } = await read(serviceWith(sizes, 100));
    expect(ids).toEqual(names(230));
    expect(last.indexOf(true)).toBe(last.length - 1);
  });

  it('end with the error when a single activity is too large', async () => {
    const service = serviceWith([1, 200, 1], 100);
    await expect(read(service)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(service.asked).toEqual([100, 25, 6, 1, 2, 1]);
  });

  it('are not asked for again after another error', async () => {
    let asked = 0;
    const ask = () => {
      asked += 1;
      return Promise.reject(new AppError('SERVICE_REFUSED', 'x'));
    };
    await expect(read({ asked: [], queries: { ask } })).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    expect(asked).toBe(1);
  });
});
