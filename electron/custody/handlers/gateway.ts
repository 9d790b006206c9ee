import { DAY_MS } from '../../../shared/model/index.ts';
import { randomUuid } from '../../crypto/index.ts';
import { stampSpellings } from '../authentication/api-key.ts';
import { readOidcClaims, requireLetIn, verifyOidcToken } from '../authentication/oidc.ts';
import { readVerificationToken } from '../authentication/verification-token.ts';
import { readTokenIn, requireContact } from '../authentication/verified-contact.ts';
import { found, overQuota, publicError, requestInvalid } from '../public-error.ts';
import type { LoginContext } from '../request-context.ts';
import type { Contact, OrganizationRow, StoredFilter } from '../store/index.ts';
import { loginWithIdentity } from './oauth/oauth-providers.ts';
import { findSubOrganization, makeSubOrganization, storedValue } from './organizations/sub-organizations.ts';
import { DEFAULT_LENGTH, MAXIMUM_OF_GATEWAY, sendToStranger, verifyClearCode, verifyCode } from './otp/codes.ts';
import { loginWithToken } from './otp/otp-login.ts';
import { DEFAULT_SECONDS } from './sessions/open-session.ts';
import type { GatewayHandler } from './types.ts';

/**
 * Choice (gateway-activities): what the gateway does is no activity. Nobody stamped it, and an activity is what its votes prove.
 */
export const otpInitV2: GatewayHandler<'otp_init_v2'> = (request, context) =>
  context.store.transaction(
    sendToStranger({ ...request, appName: context.caller.organization.organizationName }, context, MAXIMUM_OF_GATEWAY),
  );

export const otpVerifyV2: GatewayHandler<'otp_verify_v2'> = (request, context) =>
  context.store.transaction(verifyCode(request, context));

/** Version 1 is refused without a public key, and its login without a signature, as at the API (`bound-tokens`). */
export const otpInit: GatewayHandler<'otp_init'> = async (request, context) => {
  const { otpId } = await otpInitV2(request, context);
  return { otpId };
};

export const otpVerify: GatewayHandler<'otp_verify'> = (request, context) =>
  context.store.transaction(verifyClearCode(request, context));

/** Without an organization: into the one below in which the contact is verified, else into the gateway's own. */
export const otpLoginV2: GatewayHandler<'otp_login_v2'> = (request, context) => {
  const { row } = readVerificationToken(request.verificationToken, context);
  const find = () => findSubOrganization(VERIFIED[row.otpType], row.contact, context);
  return context.store.transaction(loginWithToken(request, organizationOf(request, find, context), context));
};

/** Without an organization: into the one below that has the identity, else into the gateway's own. */
export const gatewayOauthLogin: GatewayHandler<'gateway_oauth_login'> = async (request, context) => {
  const find = () => findSubOrganization('OIDC_TOKEN', storedValue('OIDC_TOKEN', request.oidcToken), context);
  return context.store.transaction(await loginWithIdentity(request, organizationOf(request, find, context), context));
};

/** Version 1 has the same members, and the same proof is asked of it. */
export const gatewayOtpLogin: GatewayHandler<'gateway_otp_login'> = (request, context) => otpLoginV2(request, context);

const VERIFIED = { OTP_TYPE_EMAIL: 'VERIFIED_EMAIL', OTP_TYPE_SMS: 'VERIFIED_PHONE_NUMBER' } as const;
const CONTACTS = { EMAIL: 'OTP_TYPE_EMAIL', PHONE_NUMBER: 'OTP_TYPE_SMS' } as const;

/**
 * Finds a user's sub-organization.
 * Choice (account-lookup): a contact finds the one in which it is verified, with or without a proof. Anything else
 * finds the same as list_suborgs. An OIDC token is verified before the reply reveals anything.
 */
export const account: GatewayHandler<'account'> = async (request, context) => {
  const { filterType, filterValue, verificationToken, oidcToken } = request;
  let filter: StoredFilter = filterType;
  if (filterType === 'EMAIL' || filterType === 'PHONE_NUMBER') {
    const contact = { otpType: CONTACTS[filterType], contact: filterValue };
    if (verificationToken !== undefined)
      requireContact(readTokenIn(context.caller.organization, verificationToken, context), contact);
    else if (oidcToken !== undefined) await requireEmail(contact, oidcToken, context);
    filter = `VERIFIED_${filterType}`;
  }
  const organization = findSubOrganization(filter, storedValue(filterType, filterValue), context);
  if (organization === undefined) return {};
  if (filterType === 'OIDC_TOKEN') await verifyOidcToken(filterValue, readOidcClaims(filterValue), context);
  return { organizationId: organization.organizationId };
};

/**
 * Refuses a token whose email address is not the contact, or whose issuer is not accepted. Throws INVALID_OIDC_TOKEN.
 */
async function requireEmail({ otpType, contact }: Contact, token: string, context: LoginContext): Promise<void> {
  const claims = readOidcClaims(token);
  requireLetIn(claims.iss, context);
  const { email, email_verified: isVerified } = await verifyOidcToken(token, claims, context);
  const isOwn = String(email).toLowerCase() === contact.toLowerCase() && isVerified === true;
  if (otpType !== 'OTP_TYPE_EMAIL' || !isOwn)
    throw publicError('INVALID_OIDC_TOKEN', 'invalid OIDC token: it does not say that this contact is verified');
}

/**
 * Choice (sign-ups-per-day): sign-up is refused once this many sub-organizations were made within a day. The wallet of
 * one has at most this many accounts, so that a stranger cannot fill the disk. Those with a verified contact are
 * counted apart, so that strangers without one cannot shut them out.
 */
const SIGN_UPS = { atMost: 10_000, within: DAY_MS, accounts: 20 };

/**
 * Makes a sub-organization of one user.
 * Choice (sign-up): the user needs a login method, and keys that nobody else has. Missing names are made from the given
 * ones. `userTag` is ignored, because a new organization has no tag.
 */
export const signupV2: GatewayHandler<'signup_v2'> = async (request, context) => {
  const { userEmail, userPhoneNumber, apiKeys, authenticators, oauthProviders, verificationToken } = request;
  if (verificationToken === undefined && [apiKeys, authenticators, oauthProviders].every(({ length }) => length === 0))
    throw requestInvalid('bad request body: nothing is given that the user could log in with. Nothing was made.');
  if ((request.wallet?.accounts.length ?? 0) > SIGN_UPS.accounts)
    throw requestInvalid(
      `bad request body: /wallet/accounts must have at most ${SIGN_UPS.accounts} items. Nothing was made; add more once you are logged in.`,
    );
  const { store, caller, requestedAt } = context;
  const { organizationId: parent } = caller.organization;
  const isVerified = verificationToken !== undefined;
  const since = { time: requestedAt - SIGN_UPS.within, now: requestedAt };
  if (store.subOrganizations.madeSince(parent, since, isVerified) >= SIGN_UPS.atMost)
    throw overQuota('organization over quota: too many sub-organizations were made today. Nothing was made.');
  for (const spelling of apiKeys.flatMap(({ publicKey }) => stampSpellings(publicKey)))
    if (findSubOrganization('PUBLIC_KEY', spelling, context) !== undefined)
      throw requestInvalid('bad request body: a key of /apiKeys is somebody’s already. Nothing was made.');
  for (const { oidcToken } of oauthProviders)
    if (oidcToken !== undefined) requireLetIn(readOidcClaims(oidcToken).iss, context);
  const userName = request.userName ?? (userEmail || userPhoneNumber || 'User');
  const rootUsers = [{ ...request, userName }];
  const subOrganizationName = request.organizationName ?? userName;
  const make = await makeSubOrganization(
    { ...request, subOrganizationName, rootUsers, rootQuorumThreshold: 1 },
    { ...context, activityId: randomUuid() },
  );
  const { subOrganizationId, wallet, rootUserIds } = store.transaction(make);
  const [userId = ''] = rootUserIds;
  return { organizationId: subOrganizationId, ...(wallet === undefined ? {} : { wallet }), userId };
};

/** Version 1 asks for tokens of identities, which version 2 takes too. */
export const signup: GatewayHandler<'signup'> = (request, context) => signupV2(request, context);

/** Choice (wallet-kit-config): users log in by code, passkey or wallet. The rest is the service's default. */
export const walletKitConfig: GatewayHandler<'wallet_kit_config'> = (_request, { caller }) => ({
  enabledProviders: ['email', 'sms', 'passkey', 'wallet'],
  sessionExpirationSeconds: String(DEFAULT_SECONDS),
  organizationId: caller.organization.organizationId,
  otpAlphanumeric: true,
  otpLength: String(DEFAULT_LENGTH),
});

/** Choice (no-captcha): there is no captcha here, because every sender is on this machine. */
export const walletKitClientParams: GatewayHandler<'wallet_kit_client_params'> = () => ({});

/**
 * Returns the named organization, which must be the gateway's or one directly below it. Without a name, returns the
 * result of `find`, or else the gateway's organization. Throws NOT_FOUND.
 */
function organizationOf(
  { organizationId }: { readonly organizationId?: string },
  find: () => OrganizationRow | undefined,
  { store, caller }: LoginContext,
): OrganizationRow {
  const { organization } = caller;
  if (organizationId === undefined) return find() ?? organization;
  const named = store.organizations.find(organizationId);
  const isOwn = [named?.organizationId, named?.parentOrganizationId].includes(organization.organizationId);
  return found(isOwn ? named : undefined, 'organization');
}
