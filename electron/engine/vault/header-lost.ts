import { AppError } from '../../../shared/errors/index.ts';

/** The error for a store that keeps keys but has lost its header, or the header's place. */
export const headerLost = (backend: string, isUnnamed: boolean) =>
  new AppError(
    'KEY_MISSING',
    `Keys are kept in the ${backend}, but ${isUnnamed ? '“keychainId”, which says what opens them there, was taken out of credentials.json' : 'what opens them was removed from it'} outside Castellan. So nobody can say what is to be typed, and nothing was unlocked. Put it back from a backup. Where there is none, those keys cannot be opened any more: make others with \`castellan key create\` and register them.`,
  );
