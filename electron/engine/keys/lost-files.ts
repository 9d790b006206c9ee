import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import type { StatePaths } from '../ports.ts';

interface LostStore {
  readonly kind: KeyStore;
  /** The name of the back end that keeps the bytes. */
  readonly backend: string;
  /** True when `keychainId` is missing, without which the keychain's header has no name. */
  readonly isUnnamed: boolean;
  readonly paths: Pick<StatePaths, 'keystore' | 'credentials'>;
}

/**
 * The error for a store that keeps keys but has lost its header, or the header's place. A new header opens none of
 * these keys, and would have to be replaced by the restored one.
 */
export function headerLost({ kind, backend, isUnnamed, paths }: LostStore): AppError {
  const list = basename(paths.credentials);
  const lost =
    kind === 'file'
      ? `The key file ${paths.keystore} is missing, although ${list} lists keys in it`
      : isUnnamed
        ? `Keys are kept in the ${backend}, but “keychainId”, which names their unlock method, is missing in ${list}`
        : `Keys are kept in the ${backend}, but their unlock method is missing there`;
  return new AppError(
    'KEY_MISSING',
    sentence`${lost}. Nothing was unlocked, stamped or made. Restore a backup with \`castellan backup restore\`. Without a backup these keys are lost: move ${paths.credentials} away, make new keys with \`castellan key create\` and register them.`,
  );
}

/**
 * Returns why nothing is done for a profile whose list of keys is missing, or null when the file exists. The first key is
 * listed before the first profile is recorded, so every profile has a list beside it.
 */
export function listLost({ credentials, profiles }: StatePaths, profile: string): string | null {
  if (existsSync(credentials)) return null;
  return `${credentials}, the list of the keys here, is missing, although ${basename(profiles)} has the profile “${profile}”. Nothing was stamped, sent or opened. Restore a backup with \`castellan backup restore\`.`;
}
