import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ProfileRow, TokenPlace } from '../../../shared/model/index.ts';
import type { Key } from '../keys/key-index.ts';

/**
 * Reports whether the key can require a PIN or a touch for each signature, in its store or at its authenticator. For a
 * key on a token, this is the token's report when the key was listed. The token decides again at each signature.
 */
export const canAskEachTime = ({
  store,
  token,
}: Pick<Key, 'store'> & { readonly token?: TokenPlace | null }): boolean =>
  store !== 'pkcs11' || token?.protection.alwaysAuthenticate === true;

/** The error for a token's key in a profile that asks each time. `undone` names the action that was not done. */
export const asksOnce = (
  { name: profile }: Pick<ProfileRow, 'name'>,
  { name }: Pick<Key, 'name'>,
  undone: string,
): AppError =>
  new AppError(
    'NOT_SUPPORTED',
    sentence`The profile “${profile}” asks for the unlock method with each signature. The token of its key “${name}” asks only once until the vault locks. ${undone} Use another key, or turn this off in Settings, Profiles.`,
  );
