import { statSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from './package-tree.mjs';

/** The oldest version that people may go on using. Raise it when an older one has a fault that endangers keys. */
export const MINIMUM_VERSION = '0.2.0';

/** The limits of the program that reads a notice. */
const MAXIMUM_NOTES = 20;
const MAXIMUM_NOTE = 400;

/**
 * Returns the notice about a release, to be signed and published beside it. It is the same for the same files.
 * @param {object} options
 * @param {string} options.folder
 * @param {readonly string[]} options.names of the published packages in it.
 * @param {import('./package-changelog.mjs').Release} options.release
 */
export function noticeOf({ folder, names, release: { version, date, changes } }) {
  const files = names.map((name) => {
    const path = join(folder, name);
    return { name, bytes: statSync(path).size, sha256: digestOf(path) };
  });
  const notes = changes.slice(0, MAXIMUM_NOTES).map((note) => cut(note.replaceAll(/[*`]/g, '')));
  const notice = { version, minimumVersion: MINIMUM_VERSION, published: date, notes, files };
  return `${JSON.stringify(notice, null, 2)}\n`;
}

/** @param {string} note */
const cut = (note) => (note.length <= MAXIMUM_NOTE ? note : `${note.slice(0, MAXIMUM_NOTE - 1)}…`);
