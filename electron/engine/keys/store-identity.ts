import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Type from 'typebox';
import { Closed } from '../../../shared/model/index.ts';
import { readStateFile, updateStateFile } from '../../storage/files/index.ts';

/** The file in a local service's folder that names the store in it, wherever the folder lies. */
const IDENTITY_FILE = 'store.json';
const KIND = { format: 'castellan-store', version: 1 } as const;
const Identity = Closed({
  format: Type.Literal(KIND.format),
  version: Type.Literal(KIND.version),
  id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
});

const identityFile = (directory: string) => join(directory, IDENTITY_FILE);

/**
 * Returns the id of the store in a folder: 16 hex digits, or null without an id. Throws STATE_FILE_CORRUPT,
 * STATE_FILE_NEWER.
 */
export function readStoreId(directory: string): string | null {
  return readStateFile(identityFile(directory), Identity, KIND)?.id ?? null;
}

/**
 * The same, but makes a missing id. It is on disk before a key is stored under it, so that a crash cannot separate
 * them.
 */
export function nameStore(directory: string, id = randomBytes(8).toString('hex')): string {
  let named = id;
  updateStateFile(identityFile(directory), Identity, KIND, (before) => {
    named = before?.id ?? id;
    return { ...KIND, id: named };
  });
  return named;
}
