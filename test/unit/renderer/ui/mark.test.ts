import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('the icon and the window draw the same mark', () => {
  const [, drawn] = /KEEP = '([^']+)'/.exec(read('renderer/ui/mark.tsx')) ?? [];
  expect(drawn).toBeTruthy();
  expect(read('resources/icons/castellan.svg')).toContain(`d="${drawn}"`);
});
