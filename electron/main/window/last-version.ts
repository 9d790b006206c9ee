import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}[A-Za-z0-9.+-]{0,40}$/;

/**
 * Returns the version that ran before in this state folder, and keeps `version` for the next start. Null when it is the
 * same or unknown. Losing it costs nothing.
 */
export function lastVersion(root: string, version: string): string | null {
  const file = join(root, 'window-version');
  const before = read(file);
  if (before !== version) writeFileSync(file, version, { mode: 0o600 });
  return before !== null && before !== version && VERSION.test(before) ? before : null;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
