import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Preferences } from '../../../shared/ipc/index.ts';
import { isJsonObject } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';

const DEFAULTS: Preferences = {
  language: 'en',
  theme: 'system',
  rows: 'comfortable',
  singleKeys: true,
  lists: {},
  dailyUpdateCheck: false,
  recentOperations: [],
  notices: { votes: true, requests: true, keys: true, backups: true, details: false },
};

/** The preferences kept between two runs. Losing them costs nothing, so a damaged file counts as none. */
export interface Settings {
  preferences(): Preferences;
  setPreferences(preferences: Preferences): void;
}

export function openSettings(root: string): Settings {
  const file = join(root, 'window.json');
  let kept = readKept(file);
  return {
    preferences: () => kept,
    setPreferences(next) {
      kept = next;
      writeFileSync(`${file}.new`, `${JSON.stringify(next)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function readKept(file: string): Preferences {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // A file of an earlier version has fewer members.
    const value: unknown = isJsonObject(read) ? { ...DEFAULTS, ...read, notices: keptNotices(read.notices) } : read;
    return checkValue(Preferences, value).length === 0 ? (value as Preferences) : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

const keptNotices = (read: unknown): unknown =>
  read === undefined || isJsonObject(read) ? { ...DEFAULTS.notices, ...read } : read;
