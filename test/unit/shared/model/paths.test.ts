import { expect, test } from 'vitest';
import { spellPath } from '../../../../shared/model/index.ts';

test.each([
  ["m/44'/60'/0'/0/0", "m/44'/60'/0'/0/0"],
  ['m/44h/60h/0h/0/0', "m/44'/60'/0'/0/0"],
  ['m/44H/60’/0ʼ/0/0', "m/44'/60'/0'/0/0"],
  ['44′/60`/0‘/0/0', "m/44'/60'/0'/0/0"],
  [" m/44'/0 \n", "m/44'/0"],
  ['m', 'm'],
  ["M/44'/0", "m/44'/0"],
  ["/44'/0", "m/44'/0"],
  ['m / 44h / 0', "m/44'/0"],
  ['', ''],
  // These are left as they are, and refused with their reason when the path is parsed.
  ['m/00', 'm/00'],
  ['m/44hh', 'm/44hh'],
  ['m/x', 'm/x'],
  ['m/0/', 'm/0/'],
  ['m\\0', 'm\\0'],
  ['44 /0', 'm/44/0'],
  ['4 4/0', 'm/4 4/0'],
])('the path %j is spelled %j', (given, spelled) => {
  expect(spellPath(given)).toBe(spelled);
});
