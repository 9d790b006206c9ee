import { expect, test } from 'vitest';
import { readPreferences } from '../../../../renderer/state/preferences.ts';

test('kept preferences come back', () => {
  expect(readPreferences('{"rows":"compact","singleKeys":false}')).toEqual({ rows: 'compact', singleKeys: false });
});

test.each([null, '', 'null', '[]', '{', '{"rows":"huge","singleKeys":"no"}'])(
  '%j falls back to the defaults',
  (text) => {
    expect(readPreferences(text)).toEqual({ rows: 'comfortable', singleKeys: true });
  },
);
