import type { AuthenticatorParams } from '../../../../shared/operations/index.ts';
import { type Attested, randomUuid, readAttestation } from '../../../crypto/index.ts';
import { found, overQuota, requestInvalid } from '../../public-error.ts';
import type { LoginContext } from '../../request-context.ts';
import type { UserRow } from '../../store/index.ts';
import { wireAuthenticator } from '../../wire/wire-user.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { findUser } from './find-user.ts';
import { keepingQuorum } from './keep-quorum.ts';

/** A user has at most this many (docs/protocol.md#limits). */
const MAXIMUM_AUTHENTICATORS = 10;

export interface NewAuthenticator extends Omit<Attested, 'synced'> {
  readonly authenticatorName: string;
  readonly transports: string;
}

export const getAuthenticator: QueryHandler<'get_authenticator'> = ({ authenticatorId }, { store, caller }) => ({
  authenticator: wireAuthenticator(
    found(store.authenticators.find(caller.organization.organizationId, authenticatorId), 'authenticator'),
  ),
});

export const getAuthenticators: QueryHandler<'get_authenticators'> = ({ userId }, context) => ({
  authenticators: context.store.authenticators.ofUser(findUser(userId, context).userId).map(wireAuthenticator),
});

export const createAuthenticators: ActivityHandler<'create_authenticators'> = (parameters, context) => {
  const authenticators = parameters.authenticators.map(readAuthenticator);
  return () => ({ authenticatorIds: addAuthenticators(findUser(parameters.userId, context), authenticators, context) });
};

export const deleteAuthenticators: ActivityHandler<'delete_authenticators'> = (parameters, context) => () => {
  const { authenticators } = context.store;
  const user = findUser(parameters.userId, context);
  const remove = (id: string) => {
    const row = found(authenticators.find(user.organizationId, id), 'authenticator');
    if (row.userId !== user.userId)
      throw requestInvalid(`invalid authenticator: ${row.authenticatorId} is not one of this user`);
    authenticators.remove(row.authenticatorId);
    return row.authenticatorId;
  };
  return { authenticatorIds: keepingQuorum(context, () => parameters.authenticatorIds.map(remove)) };
};

/** Reads a browser's registration of an authenticator. Throws REQUEST_INVALID. */
export function readAuthenticator({
  authenticatorName,
  challenge,
  attestation,
}: AuthenticatorParams): NewAuthenticator {
  const { transports, ...given } = attestation;
  try {
    const { synced: _synced, ...attested } = readAttestation({ challenge, ...given });
    return { authenticatorName, ...attested, transports: JSON.stringify(transports) };
  } catch (error) {
    const why = error instanceof RangeError ? error.message : 'it cannot be read';
    throw requestInvalid(`invalid authenticator attestation: ${why}`);
  }
}

/**
 * Registers passkeys of a user inside the transaction and returns their ids. A credential belongs to one user of an
 * organization.
 */
export function addAuthenticators(
  { userId, organizationId }: UserRow,
  authenticators: readonly NewAuthenticator[],
  { store, requestedAt }: LoginContext,
): string[] {
  if (store.authenticators.ofUser(userId).length + authenticators.length > MAXIMUM_AUTHENTICATORS)
    throw overQuota('user has exceeded maximum authenticators');
  return authenticators.map((authenticator) => {
    const known = store.authenticators.withCredential(authenticator.credentialId);
    if (known.some((row) => row.organizationId === organizationId))
      throw requestInvalid('invalid authenticator: this credential is registered in the organization already');
    const authenticatorId = randomUuid();
    const times = { createdAt: requestedAt, updatedAt: requestedAt };
    store.authenticators.insert({
      authenticatorId,
      organizationId,
      userId,
      ...authenticator,
      lastChallenge: null,
      ...times,
    });
    return authenticatorId;
  });
}
