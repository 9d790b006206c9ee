import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppState } from '../../../shared/ipc/index.ts';
import { compareVersions } from '../../engine/index.ts';

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}[A-Za-z0-9.+-]{0,40}$/;

/**
 * Returns the version that ran before in this state folder, as the older or the newer one, and keeps `version` for the
 * next start. Both are null when it is the same or unknown. Losing it costs nothing.
 */
export function versionsBefore(root: string, version: string): Pick<AppState, 'updatedFrom' | 'returnedFrom'> {
  const file = join(root, 'window-version');
  const before = read(file);
  if (before !== version) writeFileSync(file, version, { mode: 0o600 });
  if (before === null || before === version || !VERSION.test(before)) return { updatedFrom: null, returnedFrom: null };
  return compareVersions(before, version) > 0
    ? { updatedFrom: null, returnedFrom: before }
    : { updatedFrom: before, returnedFrom: null };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
