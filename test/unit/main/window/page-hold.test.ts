import { expect, it } from 'vitest';
import { createPageHold } from '../../../../electron/main/window/page-hold.ts';

it('returns input to the page only after the last window that blocked it closed', () => {
  const told: boolean[] = [];
  const hold = createPageHold(() => ({ setEnabled: (enabled) => void told.push(enabled) }));
  hold('trusted', true);
  hold('passkey', true);
  hold('trusted', false);
  expect(told).toEqual([false, false, false]);
  hold('passkey', false);
  expect(told.at(-1)).toBe(true);
});
