import { expect, test } from 'vitest';
import { trackOf } from '../../../../renderer/ui/grid-tracks.ts';

test('a fixed column is at least as wide as its heading, in any language', () => {
  expect(trackOf({ title: 'Keys', width: '36px' })).toBe('max(36px, 3.8ch)');
  expect(trackOf({ title: 'Schlüssel', width: '36px' })).toBe('max(36px, 8.6ch)');
  expect(trackOf({ title: 'Name' })).toBe('minmax(0, 1fr)');
  expect(trackOf({ title: 'Name', width: 'auto' })).toBe('auto');
});
