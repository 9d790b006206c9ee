import { found } from '../public-error.ts';
import type { OrganizationRow } from '../store/index.ts';
import { DEFAULT_LENGTH, sendCode, verifyCode } from './otp/codes.ts';
import { loginWithToken } from './otp/otp-login.ts';
import { DEFAULT_SECONDS } from './sessions/open-session.ts';
import type { GatewayHandler, LoginContext } from './types.ts';

/**
 * Choice (gateway-activities): what the gateway does is no activity. Nobody stamped it, and an activity is what its votes prove.
 */
export const otpInit: GatewayHandler<'otp_init_v2'> = (request, context) =>
  context.store.transaction(sendCode({ ...request, appName: context.caller.organization.organizationName }, context));

export const otpVerify: GatewayHandler<'otp_verify_v2'> = (request, context) =>
  context.store.transaction(verifyCode(request, context));

export const otpLogin: GatewayHandler<'otp_login_v2'> = (request, context) =>
  context.store.transaction(loginWithToken(request, organizationOf(request.organizationId, context), context));

/** Choice (wallet-kit-config): users log in by code, passkey or wallet; the rest is what the service does when nobody says else. */
export const walletKitConfig: GatewayHandler<'wallet_kit_config'> = (_request, { caller }) => ({
  enabledProviders: ['email', 'sms', 'passkey', 'wallet'],
  sessionExpirationSeconds: String(DEFAULT_SECONDS),
  organizationId: caller.organization.organizationId,
  otpAlphanumeric: true,
  otpLength: String(DEFAULT_LENGTH),
});

/** The organization of the gateway, or the one of its sub-organizations that was named. Throws NOT_FOUND. */
function organizationOf(organizationId: string | undefined, { store, caller }: LoginContext): OrganizationRow {
  const { organization } = caller;
  if (organizationId === undefined) return organization;
  const named = store.organizations.find(organizationId);
  const isOwn = [named?.organizationId, named?.parentOrganizationId].includes(organization.organizationId);
  return found(isOwn ? named : undefined, 'organization');
}
