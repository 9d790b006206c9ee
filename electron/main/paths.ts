import { chmodSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError, sentence } from '../../shared/errors/index.ts';
import { fileFault, makeFolder, type StatePaths } from '../engine/index.ts';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Returns the state folder of one operator: CASTELLAN_HOME when set, else the platform's folder for program data. */
export function stateRoot({ platform, environment, home }: Surroundings): string {
  const chosen = environment.CASTELLAN_HOME;
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  if (platform === 'win32') return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Castellan');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Castellan');
  // The XDG base directory specification requires that a relative path is ignored.
  const base =
    environment.XDG_DATA_HOME?.startsWith('/') === true ? environment.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(base, 'castellan');
}

export const currentSurroundings = (): Surroundings => ({
  platform: process.platform,
  environment: process.env,
  home: homedir(),
});

/** Names everything below `root`. Touches no file. */
export function pathsBelow(root: string): StatePaths {
  return {
    root,
    profiles: join(root, 'profiles.json'),
    credentials: join(root, 'credentials.json'),
    keystore: join(root, 'keystore.json'),
    records: join(root, 'records.db'),
    auditHead: join(root, 'audit.head'),
    cache: join(root, 'cache.db'),
    history: join(root, 'history.db'),
    service: join(root, 'service'),
    log: join(root, 'castellan.log'),
    chromium: join(root, 'chromium'),
  };
}

/** Files of a state folder. One of them shows that a folder is one. */
const OWN_FILES = ['records.db', 'profiles.json', 'credentials.json', 'keystore.json', 'castellan.log', 'custody.db'];
const RIGHTS_OF_OTHERS = 0o077;
/** The mode of a folder for all users, such as /tmp. */
const STICKY = 0o1000;

class NotOwn extends Error {}

/**
 * Throws NotOwn for a folder that must not be taken from other users and programs. A mistyped folder of the system would
 * be closed to all of them. `isWithin`: it is in a state folder, so only its owner counts.
 */
function requireOwn(folder: string, isWithin = false): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const { uid, mode } = statSync(folder);
  if (uid !== user) throw new NotOwn('it belongs to another user');
  if (isWithin || (mode & RIGHTS_OF_OTHERS) === 0) return;
  if ((mode & STICKY) !== 0) throw new NotOwn('it is a folder for all users');
  const names = readdirSync(folder);
  const isFree = names.length === 0 || OWN_FILES.some((name) => names.includes(name));
  if (!isFree) throw new NotOwn('it is open to others and holds files of something else');
}

/** Reports whether a folder may be a state folder of this user: a new or empty one, or one that is a state folder. */
export function mayOwn(folder: string): boolean {
  try {
    requireOwn(folder);
    return true;
  } catch {
    return false;
  }
}

/** Makes the folders, readable by their owner only. Throws FILE_REFUSED. */
export function makeFolders(paths: StatePaths): void {
  for (const folder of [paths.root, paths.service, paths.chromium]) {
    try {
      makeFolder(folder);
      requireOwn(folder, folder !== paths.root);
      // Without this, an existing folder keeps its mode.
      chmodSync(folder, 0o700);
    } catch (cause) {
      const why =
        cause instanceof NotOwn ? cause.message : (fileFault(cause, folder, 'written')?.why ?? 'the cause is unknown');
      const called = folder === paths.root ? 'state folder' : 'folder';
      throw new AppError(
        'FILE_REFUSED',
        sentence`The ${called} ${folder} cannot be used: ${why}. Nothing was started. Correct this, or choose another state folder with CASTELLAN_HOME.`,
        { cause },
      );
    }
  }
}
