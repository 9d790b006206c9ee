import type { ActivityParameters } from '../../../../shared/operations/index.ts';
import { RECOVERY_TYPE } from '../../authentication/api-key.ts';
import { requireFeature, userWithContact } from '../../authentication/verified-contact.ts';
import { publicError } from '../../public-error.ts';
import type { ActivityContext, LoginContext } from '../../request-context.ts';
import type { ApiKeyRow } from '../../store/index.ts';
import { proveUser } from '../oauth/oauth-providers.ts';
import { type KeyKind, makeCredential } from '../sessions/sealed-key.ts';
import type { ActivityHandler } from '../types.ts';
import { addAuthenticators, readAuthenticator } from '../users/authenticators.ts';
import { redeemCode, sendCode } from './codes.ts';

const EMAIL_AUTH = { credentialType: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256', name: 'Email Auth' } as const;
const RECOVERY = { credentialType: RECOVERY_TYPE, name: 'Recover User' } as const;
const OTP_AUTH = { credentialType: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256', name: 'OTP Auth' } as const;

export const initOtpAuth: ActivityHandler<'init_otp_auth'> = (parameters, context) => {
  const send = sendCode(parameters, context);
  return () => ({ otpId: send().otpId });
};

/**
 * A key of the user who has the contact of a code.
 * Choice (otp-auth): it needs a target key, and takes a code of init_otp as well, because both prove the same.
 */
export const otpAuth: ActivityHandler<'otp_auth'> = (parameters, context) => {
  const { contact, spend } = redeemCode(parameters, context);
  const user = userWithContact(contact, context.caller.organization.organizationId, context.store);
  const credential = makeCredential(user, parameters, OTP_AUTH, context);
  return () => {
    spend(user);
    const { userId } = user;
    return { userId, apiKeyId: credential.register(), credentialBundle: credential.bundle };
  };
};

/** A key of the user whose identity a token proves, sealed to the target key that the nonce of the token names. */
export const oauth: ActivityHandler<'oauth'> = async (parameters, context) => {
  const { oidcToken, targetPublicKey } = parameters;
  const { user, requireStill } = await proveUser(oidcToken, targetPublicKey, context.caller.organization, context);
  const kind = { credentialType: 'CREDENTIAL_TYPE_OAUTH_KEY_P256', name: 'Oauth' } as const;
  const credential = makeCredential(user, parameters, kind, context);
  return () => {
    requireStill();
    return { userId: user.userId, apiKeyId: credential.register(), credentialBundle: credential.bundle };
  };
};

/**
 * A key of the user with that email address, in the outbox, sealed to a target key
 * (docs/protocol.md#credential-bundles).
 */
export const emailAuth: ActivityHandler<'email_auth'> = (parameters, context) => {
  requireFeature('FEATURE_NAME_EMAIL_AUTH', context.caller.organization.organizationId, context.store);
  const { user, credential, send } = mailCredential(parameters, EMAIL_AUTH, context);
  return () => {
    const apiKeyId = credential.register();
    send();
    return { userId: user.userId, apiKeyId };
  };
};

/**
 * A key in the outbox that adds a passkey to the user with that email address.
 * Choice (recovery-credential): a user has one recovery credential at a time, and recover_user uses it up.
 */
export const initUserEmailRecovery: ActivityHandler<'init_user_email_recovery'> = (parameters, context) => {
  requireFeature('FEATURE_NAME_EMAIL_RECOVERY', context.caller.organization.organizationId, context.store);
  const asked = { ...parameters, invalidateExisting: true };
  const { user, credential, send } = mailCredential(asked, RECOVERY, context);
  return () => {
    credential.register();
    send();
    return { userId: user.userId };
  };
};

/** Adds a passkey to the user whose recovery credential stamped the request. `authenticate` lets that do nothing else. */
export const recoverUser: ActivityHandler<'recover_user'> = ({ userId, authenticator }, context) => {
  const { user } = context.caller;
  const { apiKeyId } = recoveryKey(context);
  if (userId.toLowerCase() !== user.userId.toLowerCase())
    throw publicError(
      'REQUEST_NOT_AUTHORIZED',
      'request not authorized: a recovery credential adds a passkey to its own user. Nothing was added.',
    );
  const added = readAuthenticator(authenticator);
  return () => {
    recoveryKey(context);
    context.store.organizations.removeApiKey(apiKeyId);
    return { authenticatorId: addAuthenticators(user, [added], context) };
  };
};

/**
 * Returns the recovery credential that stamped a request. Throws REQUEST_NOT_AUTHORIZED for another credential or a
 * used one.
 */
function recoveryKey({ store, caller, proposedWith }: ActivityContext): ApiKeyRow {
  const key = store.organizations
    .apiKeysOf(caller.user.userId)
    .find(({ publicKey, credentialType }) => publicKey === proposedWith && credentialType === RECOVERY_TYPE);
  if (key !== undefined) return key;
  throw publicError(
    'REQUEST_NOT_AUTHORIZED',
    'request not authorized: recover_user is stamped by a recovery credential that was not used. Nothing was added. Send one with init_user_email_recovery.',
  );
}

/** Makes a key of the user with an email address. `send` puts it into the outbox, inside the transaction. Throws REQUEST_INVALID. */
function mailCredential(parameters: ActivityParameters<'email_auth'>, kind: KeyKind, context: LoginContext) {
  const { store, outbox, caller, requestedAt } = context;
  const { email, emailCustomization, sendFromEmailAddress: from } = parameters;
  const contact = { otpType: 'OTP_TYPE_EMAIL', contact: email } as const;
  const user = userWithContact(contact, caller.organization.organizationId, store);
  const credential = makeCredential(user, parameters, kind, context);
  const { bundle } = credential;
  const link = emailCustomization.magicLinkTemplate?.replace('%s', () => bundle);
  const text = `Your credential for ${emailCustomization.appName} is ${bundle}.${link === undefined ? '' : ` Or open ${link}`}`;
  const message = { channel: 'email', to: email, text, code: bundle } as const;
  const send = () => outbox.send(caller.organization, requestedAt, message, { isKnown: true, from });
  return { user, credential, send };
}
