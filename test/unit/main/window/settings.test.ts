import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from '../../../../electron/main/window/settings.ts';
import type { Preferences } from '../../../../shared/ipc/index.ts';

const TOO_MANY = JSON.stringify({ recentOperations: Array.from({ length: 9 }, (_name, at) => `operation_${at}`) });
const NOTICES = { votes: true, requests: true, keys: true, backups: true, details: false };

describe('the settings of the window', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-settings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const none = {
    language: 'en',
    theme: 'system',
    rows: 'comfortable',
    singleKeys: true,
    lists: {},
    dailyUpdateCheck: false,
    recentOperations: [],
    notices: NOTICES,
  } as const;

  it('follow the system until somebody chooses', () => expect(openSettings(folder).preferences()).toEqual(none));

  it('remember what was chosen', () => {
    const lists = { accounts: { hidden: ['path'], order: { by: 'name', descending: true } } };
    const notices = { ...NOTICES, votes: false };
    const chosen: Preferences = {
      language: 'de',
      theme: 'dark',
      rows: 'compact',
      singleKeys: false,
      lists,
      dailyUpdateCheck: true,
      recentOperations: ['create_policy', 'list_users'],
      notices,
    };
    openSettings(folder).setPreferences(chosen);
    expect(openSettings(folder).preferences()).toEqual(chosen);
  });

  it('keep the members of a file of an earlier version', () => {
    writeFileSync(join(folder, 'window.json'), '{"theme":"dark","rows":"compact","singleKeys":false}');
    expect(openSettings(folder).preferences()).toEqual({ ...none, theme: 'dark', rows: 'compact', singleKeys: false });
  });

  it('switch on a kind of news that a file of an earlier version does not name', () => {
    const earlier = { votes: false, requests: true, keys: true, details: false };
    writeFileSync(join(folder, 'window.json'), JSON.stringify({ theme: 'dark', notices: earlier }));
    expect(openSettings(folder).preferences()).toEqual({
      ...none,
      theme: 'dark',
      notices: { ...earlier, backups: true },
    });
  });

  it.for([
    ['{'],
    ['null'],
    ['{"theme":"purple","rows":"compact","singleKeys":true}'],
    ['{"lists":{"accounts":{}}}'],
    [TOO_MANY],
  ])('fall back when the file holds %s', ([text]) => {
    writeFileSync(join(folder, 'window.json'), text as string);
    expect(openSettings(folder).preferences()).toEqual(none);
  });
});
