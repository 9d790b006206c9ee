import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { toProtoJson } from '../../../../shared/operations/proto-json.ts';

const Item = Type.Object({ first: Type.String(), second: Type.Optional(Type.Union([Type.Number(), Type.Null()])) });
const schema = Type.Object({
  name: Type.String(),
  items: Type.Array(Item),
  nested: Type.Optional(Type.Union([Item, Type.Null()])),
});

describe('proto-JSON', () => {
  it('keeps what the schema declares, in its order', () => {
    const read = toProtoJson(schema, { items: [{ second: 2, first: 'a' }], name: 'n' });
    expect(JSON.stringify(read)).toBe('{"name":"n","items":[{"first":"a","second":2}]}');
  });

  it('leaves out unknown members and explicit nulls, at every depth', () => {
    const read = toProtoJson(schema, {
      name: 'n',
      extra: 1,
      items: [{ first: 'a', second: null, more: {} }],
      nested: { first: null, x: 1 },
    });
    expect(read).toEqual({ name: 'n', items: [{ first: 'a' }], nested: {} });
  });

  it('reads null for a required list as the empty list, and for an optional one as absent', () => {
    const lists = Type.Object({ needed: Type.Array(Item), free: Type.Optional(Type.Array(Item)) });
    expect(toProtoJson(lists, { needed: null, free: null })).toEqual({ needed: [] });
    expect(toProtoJson(lists, {})).toEqual({});
  });

  it('changes no value that has the wrong type, so that the schema finds it', () => {
    const wrong = { name: 5, items: { 0: 'x' }, nested: ['y'] };
    expect(toProtoJson(schema, wrong)).toEqual(wrong);
    expect(toProtoJson(schema, 'text')).toBe('text');
    expect(toProtoJson(schema, null)).toBe(null);
    expect(toProtoJson(schema, { name: 'n', items: [null, 1] })).toEqual({ name: 'n', items: [null, 1] });
  });

  it('takes nothing from the prototype', () => {
    const read = toProtoJson(
      Type.Object({ toString: Type.Optional(Type.String()), __proto__: Type.Optional(Type.String()) }),
      {},
    );
    expect(Object.keys(read as object)).toEqual([]);
  });
});
