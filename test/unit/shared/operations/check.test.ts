import Type from 'typebox';
import { expect, it } from 'vitest';
import { checkValue } from '../../../../shared/operations/index.ts';

const Closed = Type.Object({ name: Type.String() }, { additionalProperties: false });

it('names each member that is not known once, and never repeats a value', () => {
  expect(checkValue(Closed, { name: 'a', other: 'secret', more: 1 })).toEqual([
    { path: '/other', reason: 'is not a known member' },
    { path: '/more', reason: 'is not a known member' },
  ]);
});

it('names what is missing and what is wrong', () => {
  expect(checkValue(Closed, {})).toEqual([{ path: '/name', reason: 'is missing' }]);
  expect(checkValue(Closed, { name: 1 })).toEqual([{ path: '/name', reason: 'must be string' }]);
  expect(checkValue(Closed, { name: 'a' })).toEqual([]);
});
