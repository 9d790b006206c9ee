import Type from 'typebox';
import Value from 'typebox/value';
import { expect, it } from 'vitest';
import { Bytes, Closed, DecodedField, Meaning } from '../../../../shared/model/index.ts';
import { fitsOf } from '../../../../shared/operations/fits.ts';

const FIELD = { name: 'to', value: '0x', kind: 'address' };
const SCHEMAS = {
  'a field': DecodedField,
  text: Type.String(),
  'short text': Type.String({ minLength: 2, maxLength: 4 }),
  digits: Type.String({ pattern: '^[0-9]+$' }),
  'a small number': Type.Integer({ minimum: -1, maximum: 7 }),
  'a number': Type.Number(),
  'a choice': Type.Enum(['one', 'two']),
  'a word': Type.Literal('one'),
  seven: Type.Literal(7),
  'text or nothing': Type.Union([Type.String(), Type.Null()]),
  'some fields': Type.Array(DecodedField, { minItems: 1, maxItems: 2 }),
  'an open object': Type.Object({ name: Type.String(), more: Type.Optional(Type.Boolean()) }),
  'a closed one': Closed({ name: Type.String(), more: Type.Optional(Type.Boolean()) }),
  'any names': Type.Record(Type.String(), Type.Integer()),
  bytes: Bytes(4),
  anything: Type.Unknown(),
};
const VALUES: readonly unknown[] = [
  ...['', 'a', 'ab', 'abcd', 'abcde', '🙂', '🙂🙂🙂🙂', '12', 'one', 'two', 'three'],
  ...[-2, -1, 0, 7, 8, 1.5, Number.NaN, Infinity, 7n, true, false, null, undefined],
  ...[[], [FIELD], [FIELD, FIELD], [FIELD, FIELD, FIELD], [FIELD, 1], [undefined], new Array(1)],
  ...[{}, { name: 'a' }, { name: 1 }, { name: 'a', more: undefined }, { name: 'a', more: 1 }, { name: 'a', other: 1 }],
  ...[{ more: true }, { name: undefined }, { a: 1 }, { a: 'b' }, Object.create({ name: 'a' }), () => 'a'],
  ...[
    FIELD,
    { ...FIELD, kind: 'other' },
    { ...FIELD, range: { start: 0, end: 2 } },
    { ...FIELD, range: { start: -1 } },
  ],
  ...[{ ...FIELD, range: { start: 0, end: 2, more: 1 } }, new Uint8Array(4), new Uint8Array(5), new Date(0)],
];

it.each(Object.entries(SCHEMAS))('accepts no value for %s that the library refuses', (_, schema) => {
  const taken = VALUES.filter((value) => fitsOf(schema)(value));
  expect(taken.filter((value) => !Value.Check(schema, value))).toEqual([]);
  expect(taken.length).toBeGreaterThan(0);
});

it('validates a meaning without the library', () => {
  const text = { title: '', headline: '', activityType: '', organizationId: '', timestampMs: '', fingerprint: '' };
  const decoded = { title: '', summary: [FIELD], fields: [FIELD], unexplained: [{ start: 0, end: 1 }] };
  const meaning = {
    ...text,
    decoded,
    judged: 'whole',
    mark: null,
    operation: null,
    bodyLength: 1,
    rows: [],
    findings: [],
  };
  expect(fitsOf(Meaning)(meaning)).toBe(true);
  expect(fitsOf(Meaning)({ ...meaning, decoded: { ...decoded, fields: [{ ...FIELD, extra: 1 }] } })).toBe(false);
});
