import type { ActivityParameters, OauthProviderParams } from '../../../../shared/operations/index.ts';
import { randomUuid } from '../../../crypto/index.ts';
import { type OidcClaims, readOidcClaims, requireNonce, verifyOidcToken } from '../../authentication/oidc.ts';
import { found, overQuota, publicError, requestInvalid } from '../../public-error.ts';
import type { LoginContext } from '../../request-context.ts';
import type { OauthProviderRow, OrganizationRow, UserRow } from '../../store/index.ts';
import { wireOauthProvider } from '../../wire/wire-oauth-provider.ts';
import { openSession } from '../sessions/open-session.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { findUser } from '../users/find-user.ts';
import { keepingQuorum } from '../users/keep-quorum.ts';

/** The most identities of one user (docs/protocol.md#limits). */
const MAXIMUM_PROVIDERS = 10;

/** A checked identity to register. */
export interface NewOauthProvider extends OidcClaims {
  readonly providerName: string;
}

export const createOauthProviders: ActivityHandler<'create_oauth_providers'> = async (parameters, context) => {
  const { userId } = findUser(parameters.userId, context);
  const providers = await readOauthProviders(parameters.oauthProviders, context, { isForUser: true });
  return () => ({ providerIds: addOauthProviders(findUser(userId, context), providers, context) });
};

export const deleteOauthProviders: ActivityHandler<'delete_oauth_providers'> = (parameters, context) => () => {
  const { oauthProviders } = context.store;
  const user = findUser(parameters.userId, context);
  const remove = (id: string) => {
    const known = oauthProviders.find(id);
    const row = found(known?.organizationId === user.organizationId ? known : undefined, 'oauth provider');
    if (row.userId !== user.userId)
      throw requestInvalid(`invalid oauth provider: ${row.providerId} is not one of this user`);
    oauthProviders.remove(row.providerId);
    return row.providerId;
  };
  return { providerIds: keepingQuorum(context, () => parameters.providerIds.map(remove)) };
};

export const getOauthProviders: QueryHandler<'get_oauth_providers'> = ({ userId }, context) => {
  const { store, caller } = context;
  const rows =
    userId === undefined
      ? store.oauthProviders.ofOrganization(caller.organization.organizationId)
      : store.oauthProviders.ofUser(findUser(userId, context).userId);
  return { oauthProviders: rows.map(wireOauthProvider) };
};

export const oauthLogin: ActivityHandler<'oauth_login'> = (parameters, context) =>
  loginWithIdentity(parameters, context.caller.organization, context);

/**
 * Opens a session for the user whose identity a token proves. The gateway calls it too, without a user in the context.
 * The returned commit runs inside the transaction. Both throw INVALID_OIDC_TOKEN.
 */
export async function loginWithIdentity(
  parameters: ActivityParameters<'oauth_login'>,
  organization: OrganizationRow,
  context: LoginContext,
) {
  const { user, requireStill } = await proveUser(parameters.oidcToken, parameters.publicKey, organization, context);
  const commit = openSession(user, parameters, { ...context, caller: { organization, user } });
  return () => {
    requireStill();
    return commit();
  };
}

/**
 * Finds the user whose identity a token proves. The nonce of the token must be the hash of `publicKey`, so that nobody
 * else can use the token with another key. The issuer is queried only after a user with this identity was found, so an
 * unknown issuer never is. Throws INVALID_OIDC_TOKEN. The caller runs `requireStill` inside the transaction: it throws
 * when the identity was removed during the query.
 */
export async function proveUser(
  oidcToken: string,
  publicKey: string,
  organization: OrganizationRow,
  context: LoginContext,
) {
  const { store } = context;
  const claims = readOidcClaims(oidcToken);
  const row = store.oauthProviders.withSubject(claims.sub).find((one) => isOf(one, claims, organization));
  const user = row === undefined ? undefined : store.organizations.findUser(row.userId);
  if (row === undefined || user === undefined)
    throw publicError('INVALID_OIDC_TOKEN', 'invalid OIDC token: no user of this organization has this identity');
  requireNonce(await verifyOidcToken(oidcToken, claims, context), publicKey);
  return {
    user,
    requireStill(): void {
      if (store.oauthProviders.find(row.providerId) === undefined)
        throw publicError('INVALID_OIDC_TOKEN', 'invalid OIDC token: this identity was removed');
    },
  };
}

/**
 * Checks identities before they are registered, and returns them. Each has a token, which its issuer must verify, or
 * claims without a proof (docs/protocol.md#oidc-logins). A new user's claims must have the issuer and subject of a
 * verified token of the same request. With `isForUser`, for a user who exists, claims need no token at all. Throws
 * INVALID_OIDC_TOKEN or REQUEST_INVALID.
 */
export async function readOauthProviders(
  providers: readonly OauthProviderParams[],
  context: LoginContext,
  { isForUser }: { readonly isForUser: boolean } = { isForUser: false },
): Promise<readonly NewOauthProvider[]> {
  const read = providers.map(({ providerName, oidcToken, oidcClaims }) => {
    if ((oidcToken === undefined) === (oidcClaims === undefined))
      throw requestInvalid('invalid oauth provider: give either oidcToken or oidcClaims');
    return { providerName, oidcToken, ...(oidcClaims ?? readOidcClaims(oidcToken ?? '')) };
  });
  const proven = read.filter(({ oidcToken }) => oidcToken !== undefined);
  for (const { iss, sub, oidcToken } of read)
    if (oidcToken === undefined && !isForUser && !proven.some((one) => one.iss === iss && one.sub === sub))
      throw requestInvalid(
        'invalid oauth provider: oidcClaims need a token of the same issuer and subject beside them',
      );
  const isOperators = context.caller.organization.parentOrganizationId === null;
  for (const { oidcToken = '', ...claims } of proven)
    await verifyOidcToken(oidcToken, claims, { ...context, isOperators });
  return read.map(({ providerName, iss, sub, aud }) => ({ providerName, iss, sub, aud }));
}

/**
 * Registers identities of a user and returns their ids. Runs inside the transaction. Throws for an identity that any user
 * of the organization already has.
 */
export function addOauthProviders(
  { userId, organizationId }: UserRow,
  providers: readonly NewOauthProvider[],
  { store, requestedAt }: Pick<LoginContext, 'store' | 'requestedAt'>,
): string[] {
  if (store.oauthProviders.ofUser(userId).length + providers.length > MAXIMUM_PROVIDERS)
    throw overQuota('user has exceeded maximum oauth providers');
  return providers.map(({ providerName, ...claims }) => {
    if (store.oauthProviders.withSubject(claims.sub).some((row) => isOf(row, claims, { organizationId })))
      throw publicError(
        'OAUTH_PROVIDER_ALREADY_EXISTS',
        'invalid oauth provider: this identity is registered in the organization already',
      );
    const providerId = randomUuid();
    const { iss: issuer, aud: audience, sub: subject } = claims;
    const times = { createdAt: requestedAt, updatedAt: requestedAt };
    const row = { providerId, organizationId, userId, providerName, issuer, audience, subject };
    store.oauthProviders.insert({ ...row, ...times });
    return providerId;
  });
}

/** Returns true for a row of this issuer and audience in the organization. The caller looked up the subject. */
function isOf(row: OauthProviderRow, { iss, aud }: OidcClaims, { organizationId }: Pick<UserRow, 'organizationId'>) {
  return row.organizationId === organizationId && row.issuer === iss && row.audience === aud;
}
