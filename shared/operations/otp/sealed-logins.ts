/**
 * Logins and the recovery of older public clients: each gives a key of the user, sealed to a target key
 * (docs/protocol.md#credential-bundles).
 */
import Type from 'typebox';
import { activity, policies } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import {
  AuthenticatorParams,
  BytesText,
  EmailAddress,
  ExpirationSeconds,
  IdTexts,
  Label,
  TargetPublicKey,
  Uuid,
} from '../fields.ts';
import { OidcToken } from '../oauth/oauth-providers.ts';
import { sessionParams } from '../sessions/open-session.ts';
import { createAuthenticators } from '../users/authenticators.ts';
import { customization, initOtp, OtpCode, OtpId, sender } from './otp-login.ts';

export const emailAuth = activity({
  name: 'email_auth',
  version: 3,
  title: 'Send credential by email',
  summary: 'Makes a key of the user with that email address and puts it, sealed to a target key, into the outbox.',
  specified: false,
  governed: policies('AUTH', 'CREATE'),
  parameters: Type.Object({
    email: EmailAddress('Email'),
    targetPublicKey: TargetPublicKey,
    apiKeyName: Type.Optional(Label('API key name')),
    expirationSeconds: ExpirationSeconds,
    emailCustomization: Type.Object({ appName: Label('App name'), ...customization }, { title: 'Email customization' }),
    invalidateExisting: sessionParams.invalidateExisting,
    ...sender,
  }),
  result: Type.Object({ userId: BytesText('User id'), apiKeyId: BytesText('API key id') }),
  example: {
    parameters: {
      email: 'operator@example.com',
      targetPublicKey: EXAMPLE.targetPublicKey,
      emailCustomization: { appName: 'Castellan' },
    },
    result: { userId: EXAMPLE.userId, apiKeyId: EXAMPLE.apiKeyId },
  },
});

const sealedKey = {
  targetPublicKey: TargetPublicKey,
  apiKeyName: Type.Optional(Label('API key name')),
  expirationSeconds: ExpirationSeconds,
  invalidateExisting: sessionParams.invalidateExisting,
};
const sealedLogin = {
  specified: false,
  risk: 'secret',
  secretPaths: ['credentialBundle'],
  result: Type.Object({
    userId: BytesText('User id'),
    apiKeyId: BytesText('API key id'),
    credentialBundle: BytesText('Credential bundle'),
  }),
} as const;
const exampleKey = { userId: EXAMPLE.userId, apiKeyId: EXAMPLE.apiKeyId, credentialBundle: EXAMPLE.session };

export const initOtpAuth = activity({
  name: 'init_otp_auth',
  version: 3,
  resultVersion: 2,
  title: 'Send one-time code for credential',
  summary: 'Sends a code for otp_auth. This service puts it into its outbox. Older public clients use it.',
  specified: false,
  governed: policies('AUTH', 'CREATE'),
  parameters: initOtp.parameters,
  result: Type.Object({ otpId: BytesText('OTP id') }),
  example: { parameters: initOtp.example.parameters, result: { otpId: EXAMPLE.otpId } },
});

/** Its code would let in anybody who reads it, so the request is not kept unless it is carried out at once. */
export const otpAuth = activity({
  ...sealedLogin,
  name: 'otp_auth',
  title: 'Trade one-time code for credential',
  summary: 'Exchanges a one-time code for a key of the user with its contact, sealed to a target key.',
  governed: { ...policies('AUTH', 'CREATE'), isKeptWaiting: false },
  parameters: Type.Object({ otpId: OtpId, otpCode: OtpCode, ...sealedKey }),
  example: {
    parameters: { otpId: EXAMPLE.otpId, otpCode: '7K2M9QXZA', targetPublicKey: EXAMPLE.targetPublicKey },
    result: exampleKey,
  },
});

export const oauth = activity({
  ...sealedLogin,
  name: 'oauth',
  title: 'Trade OIDC token for credential',
  summary:
    'Returns a key of the user whose identity a token proves, sealed to a target key. The nonce of the token binds it to that target key.',
  governed: policies('AUTH', 'CREATE'),
  parameters: Type.Object({ oidcToken: OidcToken, ...sealedKey }),
  example: {
    parameters: { oidcToken: EXAMPLE.session, targetPublicKey: EXAMPLE.targetPublicKey },
    result: exampleKey,
  },
});

const { apiKeyName: _name, invalidateExisting: _ends, ...mailed } = emailAuth.parameters.properties;

export const initUserEmailRecovery = activity({
  name: 'init_user_email_recovery',
  version: 2,
  title: 'Send recovery credential',
  summary:
    'Makes a key that can only add a passkey to the user with that email address. This service puts the key, sealed to a target key, into its outbox.',
  specified: false,
  governed: policies('RECOVERY', 'CREATE'),
  parameters: Type.Object(mailed),
  result: Type.Object({ userId: BytesText('User id') }),
  example: {
    parameters: {
      email: 'operator@example.com',
      targetPublicKey: EXAMPLE.targetPublicKey,
      emailCustomization: { appName: 'Castellan' },
    },
    result: { userId: EXAMPLE.userId },
  },
});

const [exampleAuthenticator] = createAuthenticators.example.parameters.authenticators;

/** The recovery credential would wait as well, so the request is not kept when it is not carried out at once. */
export const recoverUser = activity({
  name: 'recover_user',
  title: 'Recover user',
  summary: 'Adds a passkey to the user whose recovery credential stamps the request, and uses that credential up.',
  specified: false,
  governed: { ...policies('CREDENTIAL', 'CREATE'), isKeptWaiting: false },
  parameters: Type.Object({
    authenticator: Type.Object(AuthenticatorParams.properties, { title: 'Authenticator' }),
    userId: Uuid('User id'),
  }),
  result: Type.Object({ authenticatorId: IdTexts('Authenticator id') }),
  example: {
    parameters: { authenticator: exampleAuthenticator as never, userId: EXAMPLE.userId },
    result: { authenticatorId: [EXAMPLE.authenticatorId] },
  },
});
