import { expect, it } from 'vitest';
import { createListeners } from '../../../../electron/engine/tools/listeners.ts';

it('reports the error of a listener and runs the others', () => {
  const reports: unknown[] = [];
  const { on, announce } = createListeners<number>((error) => reports.push(error));
  const problem = new Error('broken');
  const heard: number[] = [];
  on(() => {
    throw problem;
  });
  const remove = on((value) => heard.push(value));
  announce(1);
  remove();
  announce(2);
  expect([heard, reports]).toEqual([[1], [problem, problem]]);
});
