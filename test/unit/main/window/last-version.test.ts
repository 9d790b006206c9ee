import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastVersion } from '../../../../electron/main/window/last-version.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-version-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('names the version before in the first run after an update only', () => {
  expect(lastVersion(folder, '0.1.0')).toBeNull();
  expect(lastVersion(folder, '0.1.0')).toBeNull();
  expect(lastVersion(folder, '0.2.0')).toBe('0.1.0');
  expect(lastVersion(folder, '0.2.0')).toBeNull();
});

it('takes no other text for a version', () => {
  writeFileSync(join(folder, 'window-version'), 'Send 40 ETH\n');
  expect(lastVersion(folder, '0.2.0')).toBeNull();
});
