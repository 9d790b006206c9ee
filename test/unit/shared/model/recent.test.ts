import { expect, test } from 'vitest';
import { createRecent } from '../../../../shared/model/index.ts';

test('the least recently used entry is dropped', () => {
  const recent = createRecent<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) recent.keep(key, index);
  expect(recent.get('a')).toBe(0);
  recent.keep('d', 3);
  expect(['a', 'b', 'c', 'd'].map(recent.get)).toEqual([0, undefined, 2, 3]);
});

test('the total weight stays within the limit, and a heavier entry is not stored', () => {
  const recent = createRecent<string>(10);
  recent.keep('a', 'a', 6);
  recent.keep('b', 'b', 4);
  recent.keep('c', 'c', 5);
  expect(['a', 'b', 'c'].map(recent.get)).toEqual([undefined, 'b', 'c']);
  recent.keep('d', 'd', 11);
  expect(['b', 'c', 'd'].map(recent.get)).toEqual(['b', 'c', undefined]);
});

test('storing an entry again replaces its value and weight, and removing it frees them', () => {
  const recent = createRecent<number>(4);
  recent.keep('a', 1, 4);
  recent.keep('a', 2, 1);
  recent.keep('b', 3, 3);
  expect(['a', 'b'].map(recent.get)).toEqual([2, 3]);
  recent.forget('a');
  recent.keep('c', 4, 1);
  expect(['a', 'b', 'c'].map(recent.get)).toEqual([undefined, 3, 4]);
});

test('a too heavy value also removes its earlier value', () => {
  const recent = createRecent<number>(4);
  recent.keep('a', 1);
  recent.keep('a', 2, 5);
  expect(recent.get('a')).toBeUndefined();
});
