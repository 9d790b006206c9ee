import { expect, it } from 'vitest';
import { createPageHold } from '../../../../electron/main/window/page-hold.ts';

it('gives the page its input back only when the last window that held it is gone', () => {
  const told: boolean[] = [];
  const hold = createPageHold(() => ({ setEnabled: (enabled) => void told.push(enabled) }));
  hold('trusted', true);
  hold('passkey', true);
  hold('trusted', false);
  expect(told).toEqual([false, false, false]);
  hold('passkey', false);
  expect(told.at(-1)).toBe(true);
});
