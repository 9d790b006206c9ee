import { requireFeature, userWithContact } from '../../authentication/verified-contact.ts';
import { makeCredential } from '../sessions/sealed-key.ts';
import type { ActivityHandler } from '../types.ts';
import { redeemCode, sendCode } from './codes.ts';

const EMAIL_AUTH = { credentialType: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256', name: 'Email Auth' } as const;
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

/** A key of the user with that email address, in the outbox, sealed to a target key (PROTOCOL 5.5). */
export const emailAuth: ActivityHandler<'email_auth'> = (parameters, context) => {
  const { store, outbox, caller, requestedAt } = context;
  const { email, emailCustomization, sendFromEmailAddress: from } = parameters;
  const { organizationId } = caller.organization;
  requireFeature('FEATURE_NAME_EMAIL_AUTH', organizationId, store);
  const user = userWithContact({ otpType: 'OTP_TYPE_EMAIL', contact: email }, organizationId, store);
  const { bundle, register } = makeCredential(user, parameters, EMAIL_AUTH, context);
  const link = emailCustomization.magicLinkTemplate?.replace('%s', () => bundle);
  return () => {
    const apiKeyId = register();
    const text = `Your credential for ${emailCustomization.appName} is ${bundle}.${link === undefined ? '' : ` Or open ${link}`}`;
    const message = { channel: 'email', to: email, text, code: bundle } as const;
    outbox.send(caller.organization, requestedAt, message, { isKnown: true, from });
    return { userId: user.userId, apiKeyId };
  };
};
