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

/** A user has at most this many (PROTOCOL 2.1). */
const MAXIMUM_PROVIDERS = 10;

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
 * Begins a session of the user whose identity a token proves. Throws INVALID_OIDC_TOKEN.
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
 * Finds the user whose identity a token proves to the holder of a public key. `requireStill` refuses an identity that was removed
 * since, inside the transaction. Only an issuer that is registered for a user is asked anything. Throws INVALID_OIDC_TOKEN.
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
 * Returns the identities that tokens prove, and those that are claimed for other applications of the same issuer. A
 * claimed identity must have the issuer and subject of a verified one, or of an existing user. Throws
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
 * Registers identities of a user inside the transaction and returns their ids. An identity belongs to one user of an
 * organization.
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

function isOf(row: OauthProviderRow, { iss, aud }: OidcClaims, { organizationId }: Pick<UserRow, 'organizationId'>) {
  return row.organizationId === organizationId && row.issuer === iss && row.audience === aud;
}
