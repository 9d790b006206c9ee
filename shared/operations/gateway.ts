import Type from 'typebox';
import { ACCOUNT_FILTERS } from '../model/enums.ts';
import { gateway } from './define.ts';
import { EXAMPLE } from './example.ts';
import { BytesText, Label, Uuid } from './fields.ts';
import { OidcToken } from './oauth/oauth-providers.ts';
import { MadeWallet, NewWallet } from './organizations/sub-organizations.ts';
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
} from './otp/otp-login.ts';
import { Session, SessionKey, sessionParams } from './sessions/open-session.ts';
import { userMembers } from './users/users.ts';

export const otpInitV2 = gateway({
  name: 'otp_init_v2',
  title: 'Gateway: send one-time code',
  summary: 'Sends a code to an email address or phone number.',
  specified: false,
  risk: 'write',
  request: { ...recipient, emailCustomization: EmailCustomization },
  response: StartedOtp,
  example: { request: exampleRecipient, response: exampleStarted },
});

export const otpVerifyV2 = gateway({
  name: 'otp_verify_v2',
  title: 'Gateway: verify one-time code',
  summary: 'Exchanges a one-time code for a token of the contact.',
  specified: false,
  risk: 'write',
  request: OtpAttempt,
  response: Verified,
  example: { request: exampleAttempt, response: { verificationToken: EXAMPLE.session } },
});

export const otpLoginV2 = gateway({
  name: 'otp_login_v2',
  title: 'Gateway: log in with a verified contact',
  summary: 'Starts a session of the user with the contact of a verification token, and uses up the token.',
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

export const gatewayOauthLogin = gateway({
  name: 'gateway_oauth_login',
  path: '/v1/oauth_login',
  title: 'Gateway: log in with an OIDC token',
  summary:
    'Starts a session of the user whose identity a token proves. The nonce of the token binds it to the key of the session.',
  specified: false,
  risk: 'write',
  request: {
    oidcToken: OidcToken,
    publicKey: SessionKey,
    invalidateExisting: sessionParams.invalidateExisting,
    organizationId: Type.Optional(Uuid('Organization id')),
  },
  response: Session,
  example: {
    request: { oidcToken: EXAMPLE.session, publicKey: EXAMPLE.publicKey },
    response: { session: EXAMPLE.session },
  },
});

export const account = gateway({
  name: 'account',
  title: 'Gateway: account',
  summary: 'Shows the sub-organization of a contact, an identity or a credential.',
  specified: true,
  request: {
    filterType: Type.Enum(ACCOUNT_FILTERS, { title: 'Filter type' }),
    filterValue: Type.String({ title: 'Filter value', minLength: 1, maxLength: 16_384 }),
    verificationToken: Type.Optional(VerificationToken),
    oidcToken: Type.Optional(OidcToken),
  },
  response: Type.Object({ organizationId: Type.Optional(BytesText('Organization id')) }),
  example: {
    request: { filterType: 'EMAIL', filterValue: 'customer@example.com' },
    response: { organizationId: EXAMPLE.organizationId },
  },
});

const { userName, userEmail, userPhoneNumber, ...credentials } = userMembers;

export const signupV2 = gateway({
  name: 'signup_v2',
  title: 'Gateway: sign up',
  summary: 'Makes a sub-organization of one user, with the contact of the verification token if there is one.',
  specified: false,
  risk: 'write',
  request: {
    userEmail,
    userPhoneNumber,
    userTag: Type.Optional(Type.String({ title: 'User tag', maxLength: 255 })),
    userName: Type.Optional(userName),
    organizationName: Type.Optional(Label('Organization name')),
    verificationToken: Type.Optional(VerificationToken),
    ...credentials,
    wallet: NewWallet,
    clientSignature: Type.Optional(ClientSignature),
  },
  response: Type.Object({
    organizationId: BytesText('Organization id'),
    wallet: MadeWallet,
    userId: BytesText('User id'),
  }),
  example: {
    request: {
      organizationName: 'Customer',
      userName: 'Customer',
      apiKeys: [{ apiKeyName: 'Phone', publicKey: EXAMPLE.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' }],
      authenticators: [],
      oauthProviders: [],
    },
    response: { organizationId: EXAMPLE.organizationId, userId: EXAMPLE.userId },
  },
});

export const walletKitConfig = gateway({
  name: 'wallet_kit_config',
  title: 'Gateway: configuration',
  summary: 'Shows how users may log in, and how long their sessions last.',
  specified: false,
  request: {},
  response: Type.Object({
    enabledProviders: Type.Array(Type.String(), { title: 'Enabled providers' }),
    sessionExpirationSeconds: Type.String({ title: 'Session lifetime in seconds', kind: 'amount' }),
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
