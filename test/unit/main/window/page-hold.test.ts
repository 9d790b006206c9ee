import { expect, it } from 'vitest';
import { createPageHold } from '../../../../electron/main/window/page-hold.ts';

it('returns input to the page only after the last window that blocked it closed', () => {
  const calls: boolean[] = [];
  const hold = createPageHold(() => ({ setEnabled: (enabled) => void calls.push(enabled) }));
  hold('trusted', true);
  hold('passkey', true);
  hold('trusted', false);
  expect(calls).toEqual([false, false, false]);
  hold('passkey', false);
  expect(calls.at(-1)).toBe(true);
});
