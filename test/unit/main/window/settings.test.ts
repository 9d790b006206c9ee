import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from '../../../../electron/main/window/settings.ts';

describe('the settings of the window', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-settings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('follow the system until somebody chooses', () => expect(openSettings(folder).theme()).toBe('system'));

  it('remember the theme', () => {
    openSettings(folder).setTheme('dark');
    expect(openSettings(folder).theme()).toBe('dark');
  });

  it.for([['{'], ['null'], ['{"theme":"purple"}']])('fall back when the file holds %s', ([text]) => {
    writeFileSync(join(folder, 'window.json'), text as string);
    expect(openSettings(folder).theme()).toBe('system');
  });
});
