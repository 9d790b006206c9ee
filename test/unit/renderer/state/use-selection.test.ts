import { expect, test } from 'vitest';
import { beside } from '../../../../renderer/state/use-selection.ts';

test.each([
  ['further down', { at: 101, way: 1 }, { at: 102, way: 1 }],
  ['further up', { at: 101, way: -1 }, { at: 100, way: -1 }],
  ['back from the end', { at: 103, way: 1 }, { at: 102, way: -1 }],
  ['nowhere above the first line', { at: 0, way: -1 }, { at: -1, way: -1 }],
] as const)('the row beside a heading that arrived late is %s', (_name, heading, row) => {
  expect(beside(heading, 104)).toEqual(row);
});
