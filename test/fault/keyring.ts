import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions, Workstation } from '../contract/cli/support.ts';

/** The programs of a real Secret Service that this machine lacks. */
export const missingPrograms = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (name) => spawnSync('which', [name]).status !== 0,
);

/** A desktop session of its own around one command: a real Secret Service on the same keyring files, open or still locked. */
export function createKeyrings(workstation: Workstation): Readonly<Record<'open' | 'locked', RunOptions>> {
  const keyrings = join(workstation.folder, 'keyrings');
  mkdirSync(keyrings, { mode: 0o700 });
  const session = (daemon: string): RunOptions => ({
    environment: { CASTELLAN_PASSPHRASE_FILE: '', XDG_DATA_HOME: keyrings, XDG_RUNTIME_DIR: keyrings },
    prefix: [
      'dbus-run-session',
      '--',
      'bash',
      '-c',
      `${daemon} --components=secrets --daemonize >/dev/null 2>&1; exec "$0" "$@"`,
    ],
  });
  return {
    open: session('printf login | gnome-keyring-daemon --unlock'),
    locked: session('gnome-keyring-daemon'),
  };
}
