/** Logins of older public clients: each gives a key of the user that is sealed to a target key (PROTOCOL 5.5). */
import Type from 'typebox';
import { activity, policies } from './define.ts';
import { EXAMPLE } from './example.ts';
import { BytesText, ExpirationSeconds, Label, TargetPublicKey } from './fields.ts';
import { initOtp, OtpCode, OtpId } from './otp.ts';
import { sessionParams } from './sessions.ts';

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
  summary: 'Sends a code that otp_auth takes: this service puts it into its outbox. Older public clients send it.',
  specified: false,
  governed: policies('AUTH', 'CREATE'),
  parameters: initOtp.parameters,
  result: Type.Object({ otpId: BytesText('OTP id') }),
  example: { parameters: initOtp.example.parameters, result: { otpId: EXAMPLE.otpId } },
});

/** The code in it would let in whoever reads it, so the request is not kept when it is not carried out at once. */
const otpAuth = activity({
  ...sealedLogin,
  name: 'otp_auth',
  title: 'Trade one-time code for credential',
  summary:
    'Takes a code as it was sent, once, and gives a key of the user who has its contact, sealed to a target key.',
  governed: { ...policies('AUTH', 'CREATE'), isKeptWaiting: false },
  parameters: Type.Object({ otpId: OtpId, otpCode: OtpCode, ...sealedKey }),
  example: {
    parameters: { otpId: EXAMPLE.otpId, otpCode: '7K2M9QXZA', targetPublicKey: EXAMPLE.targetPublicKey },
    result: exampleKey,
  },
});

export const SEALED_LOGINS = {
  init_otp_auth: initOtpAuth,
  otp_auth: otpAuth,
} as const;
