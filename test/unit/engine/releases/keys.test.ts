import { expect, it } from 'vitest';
import { canChangeKeys, RELEASE_KEYS } from '../../../../electron/engine/releases/keys.ts';

it('builds in no release key, or two with different last days', () => {
  expect(canChangeKeys(RELEASE_KEYS)).toBe(true);
  const [first, second] = [
    { key: 'one', until: '2027-11-26' },
    { key: 'two', until: '2029-11-26' },
  ];
  expect(canChangeKeys([first, second])).toBe(true);
  expect(canChangeKeys([first])).toBe(false);
  expect(canChangeKeys([first, { ...second, until: first.until }])).toBe(false);
  expect(canChangeKeys([first, { ...second, key: first.key }])).toBe(false);
});
