import { describe, expect, test } from 'vitest';
import { includedPath, type JsonObject, mergeIncludes } from '../../../../shared/model/index.ts';

const merged = (files: Readonly<Record<string, JsonObject>>, path = 'registry/bank/a.json') =>
  mergeIncludes(
    path,
    (name) => files[name],
    (why) => new Error(why),
  );

describe('files that an ERC-7730 descriptor includes', () => {
  test('are merged below it: its own members win, and formats and definitions of both stay', () => {
    const found = merged({
      'registry/bank/a.json': {
        includes: ['common.json', '../../ercs/token.json'],
        context: { contract: { deployments: [] } },
        metadata: { owner: 'Bank' },
        display: { formats: { 'pay()': { intent: 'Pay' } } },
      },
      'registry/bank/common.json': {
        metadata: { owner: 'Nobody', url: 'x' },
        display: { definitions: { a: {} }, formats: { 'pay()': { intent: 'Lie' }, 'stop()': {} } },
      },
      'ercs/token.json': { display: { formats: { 'transfer()': {} } } },
    });
    expect(found).toEqual({
      context: { contract: { deployments: [] } },
      metadata: { owner: 'Bank', url: 'x' },
      display: {
        definitions: { a: {} },
        formats: { 'pay()': { intent: 'Pay' }, 'stop()': {}, 'transfer()': {} },
      },
    });
  });

  test.each<[string, Record<string, JsonObject>, string]>([
    ['a file that is missing', { 'registry/bank/a.json': { includes: 'b.json' } }, 'includes b.json, which was not'],
    ['a file that includes itself', { 'registry/bank/a.json': { includes: './a.json' } }, 'includes itself'],
    [
      'two files that include each other',
      { 'registry/bank/a.json': { includes: 'b.json' }, 'registry/bank/b.json': { includes: 'a.json' } },
      'includes itself',
    ],
    ['a number', { 'registry/bank/a.json': { includes: 7 } }, 'relative path of a JSON file'],
  ])('refuse %s', (_, files, why) => {
    expect(() => merged(files)).toThrow(why);
  });
});

test.each([
  ['b.json', 'registry/bank/b.json'],
  ['./b.json', 'registry/bank/b.json'],
  ['../../ercs/b.json', 'ercs/b.json'],
  ['../../../b.json', null],
  ['/etc/b.json', null],
  ['https://example.com/b.json', null],
  ['..\\b.json', null],
  ['b.txt', null],
])('the path of an included %s', (name, path) => {
  expect(includedPath('registry/bank/a.json', name)).toBe(path);
});
