import { credentialWith, readOnlyToken } from '../../authentication/read-only-session.ts';
import { requestInvalid } from '../../public-error.ts';
import { withServiceSigner } from '../../service-keys/service-keys.ts';
import type { ActivityHandler } from '../types.ts';
import { DEFAULT_SECONDS } from './open-session.ts';

/**
 * Opens a session of the caller that only queries, and returns its token, which is not bound to a key.
 * Choice (read-only-session): it lasts 15 minutes, or as long as the API key or passkey that opened it.
 * Throws REQUEST_INVALID for a caller whom a token attests.
 */
export const createReadOnlySession: ActivityHandler<'create_read_only_session'> = (_parameters, context) => {
  const { store, keyring, caller, proposedWith, requestedAt } = context;
  const { organizationId, organizationName } = caller.organization;
  const { userId, userName: username } = caller.user;
  if (credentialWith(caller.user, proposedWith, store, requestedAt) === undefined)
    throw requestInvalid('a read-only session is opened by an API key or a passkey. Nothing was opened.');
  const exp = Math.floor(requestedAt / 1000) + DEFAULT_SECONDS;
  const claims = { exp, user_id: userId, organization_id: organizationId, public_key: proposedWith };
  const session = withServiceSigner(store, keyring, 'notarizer', (signer) => readOnlyToken(claims, signer));
  return () => ({ organizationId, organizationName, userId, username, session, sessionExpiry: String(exp) });
};
