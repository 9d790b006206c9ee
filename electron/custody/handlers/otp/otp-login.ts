import { toRfc3339 } from '../../../../shared/model/index.ts';
import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { p256Convert } from '../../../crypto/index.ts';
import { checkClientSignature } from '../../authentication/verification-token.ts';
import {
  readTokenFor,
  requireCodes,
  requireFeature,
  spendToken,
  usersWithContact,
} from '../../authentication/verified-contact.ts';
import { publicError, requestInvalid } from '../../public-error.ts';
import type { Contact, OrganizationRow, UserRow } from '../../store/index.ts';
import { DEFAULT_SECONDS, endSessions, openSession } from '../sessions/open-session.ts';
import { makeSealedKey } from '../sessions/sealed-key.ts';
import type { ActivityHandler, LoginContext, QueryHandler } from '../types.ts';
import { addApiKeys } from '../users/api-keys.ts';
import { sendCode, tryCode, verifyCode } from './codes.ts';

export const initOtp: ActivityHandler<'init_otp'> = (parameters, context) => sendCode(parameters, context);

export const verifyOtp: ActivityHandler<'verify_otp'> = verifyCode;

export const verifyOtpV1: ActivityHandler<'verify_otp_v1'> = (parameters, context) => {
  const attempt = { code: parameters.otpCode, publicKey: p256Convert(parameters.publicKey, 'compressed') };
  return tryCode(parameters, () => attempt, context);
};

export const otpLogin: ActivityHandler<'otp_login' | 'otp_login_v1'> = (parameters, context) =>
  loginWithToken(parameters, context.caller.organization, context);

/** Begins a session of the user who has the contact of a token, and uses the token up. */
export function loginWithToken(
  parameters: ActivityParameters<'otp_login'>,
  organization: OrganizationRow,
  context: LoginContext,
) {
  const verification = readTokenFor(organization, parameters.verificationToken, context);
  requireCodes(verification.row.otpType, organization.organizationId, context.store);
  const usage = { type: 'USAGE_TYPE_LOGIN', member: 'login' };
  const { publicKey } = checkClientSignature(verification, parameters.clientSignature, usage);
  if (publicKey !== parameters.publicKey)
    throw requestInvalid('invalid client signature: it is for the session of another public key');
  const user = userWithContact(verification.row, organization, context);
  const commit = openSession(user, parameters, { ...context, caller: { organization, user } });
  return () => {
    spendToken(verification, user, context.store);
    return commit();
  };
}

/** A key of the user with that email address, in the outbox, sealed to a target key (PROTOCOL 5.5). */
export const emailAuth: ActivityHandler<'email_auth'> = (parameters, context) => {
  const { store, outbox, caller, requestedAt } = context;
  const { email, targetPublicKey, emailCustomization, invalidateExisting } = parameters;
  requireFeature('FEATURE_NAME_EMAIL_AUTH', caller.organization.organizationId, store);
  const user = userWithContact({ otpType: 'OTP_TYPE_EMAIL', contact: email }, caller.organization, context);
  const { publicKey, bundle } = makeSealedKey(targetPublicKey);
  const key = {
    apiKeyName: parameters.apiKeyName ?? `Email Auth - ${toRfc3339(requestedAt)}`,
    publicKey,
    credentialType: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
    expirationSeconds: Number(parameters.expirationSeconds ?? DEFAULT_SECONDS),
    sessionProfileId: null,
  } as const;
  const link = emailCustomization.magicLinkTemplate?.replace('%s', () => bundle);
  return () => {
    if (invalidateExisting === true) endSessions(user, key.credentialType, store);
    const [apiKeyId = ''] = addApiKeys(user, [key], context);
    const text = `Your credential for ${emailCustomization.appName} is ${bundle}.${link === undefined ? '' : ` Or open ${link}`}`;
    const message = { channel: 'email', to: email, text, code: bundle } as const;
    outbox.send(caller.organization, requestedAt, message, { isKnown: true, from: parameters.sendFromEmailAddress });
    return { userId: user.userId, apiKeyId };
  };
};

/**
 * Choice (outbox-readers): the outbox is shown to whoever alone is the root quorum of an organization that is below no other. To
 * anybody else a code of another user would be a way to act as that user, or to have a contact of somebody else verified; they can
 * let the operator look, who sees what the service writes.
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

/** The one user of an organization who has that contact. Throws REQUEST_INVALID. */
function userWithContact(contact: Contact, { organizationId }: OrganizationRow, { store }: LoginContext): UserRow {
  const [user, ...more] = usersWithContact(organizationId, contact, store);
  if (user === undefined) throw requestInvalid('invalid contact: no user of this organization has it');
  if (more.length > 0) throw requestInvalid('invalid contact: several users of this organization have it');
  return user;
}
