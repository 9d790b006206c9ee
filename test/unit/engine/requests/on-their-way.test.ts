import { expect, it } from 'vitest';
import { createOnTheirWay } from '../../../../electron/engine/requests/on-their-way.ts';

it('a request is on its way while its work runs, and is said to be unsettled only after a failure', async () => {
  const seen: boolean[] = [];
  const way = createOnTheirWay(() => seen.push(way.has('a')));
  expect(await way.run('a', async () => way.has('a'))).toBe(true);
  expect([way.has('a'), seen]).toEqual([false, []]);
  await expect(way.run('a', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  expect([way.has('a'), seen]).toEqual([false, [false]]);
});
