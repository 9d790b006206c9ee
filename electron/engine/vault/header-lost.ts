import { AppError } from '../../../shared/errors/index.ts';

/** The error for a store that keeps keys but has lost its header, or the header's place. */
export const headerLost = (backend: string, isUnnamed: boolean) =>
  new AppError(
    'KEY_MISSING',
    `Keys are kept in the ${backend}, but ${isUnnamed ? '“keychainId”, which names their unlock method, was removed from credentials.json' : 'their unlock method was removed from it'} outside Castellan. Nothing was unlocked. Restore it from a backup. Without a backup these keys are lost: make new ones with \`castellan key create\` and register them.`,
  );
