import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { checkClientSignature } from '../../authentication/verification-token.ts';
import { readTokenFor, requireCodes, spendToken, userWithContact } from '../../authentication/verified-contact.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import type { LoginContext } from '../../request-context.ts';
import type { OrganizationRow } from '../../store/index.ts';
import { openSession } from '../sessions/open-session.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';
import { sendCode, verifyClearCode, verifyCode } from './codes.ts';

export const initOtp: ActivityHandler<'init_otp'> = (parameters, context) => sendCode(parameters, context);

export const verifyOtp: ActivityHandler<'verify_otp'> = verifyCode;

export const verifyOtpV1: ActivityHandler<'verify_otp_v1'> = verifyClearCode;

export const otpLogin: ActivityHandler<'otp_login' | 'otp_login_v1'> = (parameters, context) =>
  loginWithToken(parameters, context.caller.organization, context);

export const otpLoginV1: ActivityHandler<'otp_login_v1'> = otpLogin;

/** Begins a session of the user who has the contact of a token, and uses the token up. */
export function loginWithToken(
  parameters: ActivityParameters<'otp_login'>,
  organization: OrganizationRow,
  context: LoginContext,
) {
  const verification = readTokenFor(organization, parameters.verificationToken, context);
  requireCodes(verification.row.otpType, organization.organizationId, context.store);
  const usage = { type: 'USAGE_TYPE_LOGIN', members: ['login'] };
  const { publicKey } = checkClientSignature(verification, parameters.clientSignature, usage);
  if (publicKey !== parameters.publicKey)
    throw requestInvalid('invalid client signature: it is for the session of another public key');
  const user = userWithContact(verification.row, organization.organizationId, context.store);
  const commit = openSession(user, parameters, { ...context, caller: { organization, user } });
  return () => {
    spendToken(verification, user, context.store);
    return commit();
  };
}

/**
 * Choice (outbox-readers): the outbox is shown to a user who alone is the root quorum of an organization without a
 * parent. Anybody else could use another user's code to act as that user, or to have a contact verified. They can ask
 * the operator, who sees all that the service writes.
 */
export const listOutbox: QueryHandler<'list_outbox'> = (_request, { outbox, caller }) => {
  const { organization, user, credential } = caller;
  const { parentOrganizationId, rootQuorumThreshold } = organization;
  const isAlone = parentOrganizationId === null && user.inRootQuorum === 1 && rootQuorumThreshold === 1;
  if (!isAlone || user.organizationId !== organization.organizationId || credential.sessionProfileId !== null)
    throw publicError(
      'REQUEST_NOT_AUTHORIZED',
      'request not authorized: the outbox is for whoever alone is the root quorum of an organization that is below no other',
    );
  return { messages: [...outbox.list(organization.organizationId)] };
};
