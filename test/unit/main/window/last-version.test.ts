import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { versionsBefore } from '../../../../electron/main/window/last-version.ts';

const NEITHER = { updatedFrom: null, returnedFrom: null };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-version-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('names the version before in the first run after an update only', () => {
  expect(versionsBefore(folder, '0.9.0')).toEqual(NEITHER);
  expect(versionsBefore(folder, '0.9.0')).toEqual(NEITHER);
  expect(versionsBefore(folder, '0.10.0')).toEqual({ updatedFrom: '0.9.0', returnedFrom: null });
  expect(versionsBefore(folder, '0.10.0')).toEqual(NEITHER);
});

it('calls a return to an older version no update', () => {
  versionsBefore(folder, '0.10.0');
  expect(versionsBefore(folder, '0.9.0')).toEqual({ updatedFrom: null, returnedFrom: '0.10.0' });
  expect(versionsBefore(folder, '0.9.0')).toEqual(NEITHER);
});

it('takes no other text for a version', () => {
  writeFileSync(join(folder, 'window-version'), 'Send 40 ETH\n');
  expect(versionsBefore(folder, '0.2.0')).toEqual(NEITHER);
});
