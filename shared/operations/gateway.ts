import Type from 'typebox';
import { gateway } from './define.ts';
import { EXAMPLE } from './example.ts';
import { BytesText, Uuid } from './fields.ts';
import {
  ClientSignature,
  EmailCustomization,
  exampleAttempt,
  exampleRecipient,
  exampleStarted,
  exampleTokenLogin,
  OtpAttempt,
  recipient,
  StartedOtp,
  VerificationToken,
  Verified,
} from './otp.ts';
import { Session, SessionKey, sessionParams } from './sessions.ts';

export const otpInit = gateway({
  name: 'otp_init_v2',
  title: 'Gateway: send one-time code',
  summary: 'Sends a code to an email address or phone number.',
  specified: false,
  risk: 'write',
  request: { ...recipient, emailCustomization: EmailCustomization },
  response: StartedOtp,
  example: { request: exampleRecipient, response: exampleStarted },
});

export const otpVerify = gateway({
  name: 'otp_verify_v2',
  title: 'Gateway: verify one-time code',
  summary: 'Takes a code that was sent, once, and gives a token for whoever holds the contact.',
  specified: false,
  risk: 'write',
  request: OtpAttempt,
  response: Verified,
  example: { request: exampleAttempt, response: { verificationToken: EXAMPLE.session } },
});

export const otpLogin = gateway({
  name: 'otp_login_v2',
  title: 'Gateway: log in with a verified contact',
  summary: 'Begins a session of the user who has the contact of a verification token, which it uses up.',
  specified: false,
  risk: 'write',
  request: {
    verificationToken: VerificationToken,
    publicKey: SessionKey,
    clientSignature: ClientSignature,
    invalidateExisting: sessionParams.invalidateExisting,
    organizationId: Type.Optional(Uuid('Organization id')),
  },
  response: Session,
  example: { request: exampleTokenLogin, response: { session: EXAMPLE.session } },
});

export const walletKitConfig = gateway({
  name: 'wallet_kit_config',
  title: 'Gateway: configuration',
  summary: 'Tells how users may log in, and how long their sessions last.',
  specified: false,
  request: {},
  response: Type.Object({
    enabledProviders: Type.Array(Type.String(), { title: 'Enabled providers' }),
    sessionExpirationSeconds: Type.String({ title: 'Session expiration seconds', kind: 'amount' }),
    organizationId: BytesText('Organization id'),
    otpAlphanumeric: Type.Optional(Type.Boolean({ title: 'OTP alphanumeric' })),
    otpLength: Type.Optional(Type.String({ title: 'OTP length', kind: 'amount' })),
  }),
  example: {
    request: {},
    response: {
      enabledProviders: ['email', 'sms', 'passkey', 'wallet'],
      sessionExpirationSeconds: '900',
      organizationId: EXAMPLE.organizationId,
      otpAlphanumeric: true,
      otpLength: '9',
    },
  },
});
