import Type from 'typebox';
import { CLIENT_SIGNATURE_SCHEMES, OTP_TYPES } from '../../model/enums.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EmailAddress, ExpirationSeconds, Label, Text } from '../fields.ts';
import { Session, SessionKey, sessionParams } from '../sessions/open-session.ts';

/** The longest text of a bundle, a token or a template. */
const MAXIMUM_TEXT = 10_000;

export const Given = (title: string) => Type.Optional(Type.String({ title, maxLength: MAXIMUM_TEXT }));

/** The look of a mail. This service writes plain text, so it uses the link template and ignores the rest. */
export const customization = {
  logoUrl: Given('Logo URL'),
  magicLinkTemplate: Given('Magic link template'),
  templateVariables: Given('Template variables'),
  templateId: Given('Template id'),
};

export const sender = {
  sendFromEmailAddress: Type.Optional(EmailAddress('Send from email address')),
  sendFromEmailSenderName: Type.Optional(Label('Send from email sender name')),
  replyToEmailAddress: Type.Optional(EmailAddress('Reply to email address')),
};

/** The recipient of a code, and the channel. */
export const recipient = {
  otpType: Type.Enum(OTP_TYPES, { title: 'OTP type' }),
  contact: Type.String({
    title: 'Contact',
    help: 'an email address, or a phone number in E.164',
    minLength: 1,
    maxLength: 255,
  }),
};

export const EmailCustomization = Type.Optional(Type.Object(customization, { title: 'Email customization' }));

/** An OTP and the key to encrypt it to (docs/protocol.md#bundles). */
export const StartedOtp = Type.Object({
  otpId: BytesText('OTP id'),
  otpEncryptionTargetBundle: BytesText('OTP encryption target bundle'),
});

export const OtpId = Type.String({ title: 'OTP id', kind: 'bytes', minLength: 1, maxLength: 255 });

/** A code as it was sent. */
export const OtpCode = Type.String({ title: 'OTP code', kind: 'token', minLength: 1, maxLength: 255 });

export const OtpAttempt = {
  otpId: OtpId,
  encryptedOtpBundle: Type.String({
    title: 'Encrypted OTP bundle',
    kind: 'bytes',
    minLength: 1,
    maxLength: MAXIMUM_TEXT,
  }),
};

/** A token that proves who holds a contact (docs/protocol.md#verification-tokens). */
export const Verified = Type.Object({ verificationToken: BytesText('Verification token') });

export const VerificationToken = Type.String({
  title: 'Verification token',
  kind: 'token',
  minLength: 1,
  maxLength: MAXIMUM_TEXT,
});

/** A signature by the verification token's key over the purpose of its use (docs/protocol.md#verification-tokens). */
export const ClientSignature = Type.Object(
  {
    publicKey: SessionKey,
    scheme: Type.Enum(CLIENT_SIGNATURE_SCHEMES, { title: 'Scheme' }),
    message: Type.String({ title: 'Message', minLength: 1, maxLength: MAXIMUM_TEXT }),
    signature: Type.String({
      title: 'Signature',
      kind: 'bytes',
      pattern: '^[0-9a-fA-F]{128}$',
      says: 'a signature of 128 hexadecimal digits',
    }),
  },
  { title: 'Client signature' },
);

export const exampleRecipient = { otpType: 'OTP_TYPE_EMAIL', contact: 'operator@example.com' } as const;

export const exampleAttempt = {
  otpId: EXAMPLE.otpId,
  encryptedOtpBundle: '{"encappedPublic":"…","ciphertext":"…"}',
};

export const exampleStarted = { otpId: EXAMPLE.otpId, otpEncryptionTargetBundle: EXAMPLE.exportBundle };

export const exampleTokenLogin = {
  verificationToken: EXAMPLE.session,
  publicKey: EXAMPLE.publicKey,
  clientSignature: {
    publicKey: EXAMPLE.publicKey,
    scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
    message: '{"login":{"publicKey":"…"},"tokenId":"…","type":"USAGE_TYPE_LOGIN"}',
    signature: '00'.repeat(64),
  },
} as const;

export const initOtp = activity({
  name: 'init_otp',
  version: 3,
  resultVersion: 2,
  title: 'Send one-time code',
  summary: 'Sends a code to an email address or phone number. This service puts it into its outbox.',
  specified: false,
  governed: policies('OTP', 'CREATE'),
  parameters: Type.Object({
    ...recipient,
    appName: Label('App name'),
    otpLength: Type.Optional(Type.Integer({ title: 'OTP length', minimum: 6, maximum: 9 })),
    emailCustomization: EmailCustomization,
    smsCustomization: Type.Optional(Type.Object({ template: Given('Template') }, { title: 'SMS customization' })),
    userIdentifier: Given('User identifier'),
    ...sender,
    alphanumeric: Type.Optional(Type.Boolean({ title: 'Alphanumeric', absent: 'As the service decides' })),
    expirationSeconds: ExpirationSeconds,
  }),
  result: StartedOtp,
  example: { parameters: { ...exampleRecipient, appName: 'Castellan' }, result: exampleStarted },
});

export const verifyOtp = activity({
  name: 'verify_otp',
  version: 2,
  title: 'Verify one-time code',
  summary: 'Exchanges a one-time code for a token of the contact.',
  specified: false,
  governed: policies('OTP', 'VERIFY'),
  parameters: Type.Object({ ...OtpAttempt, expirationSeconds: ExpirationSeconds }),
  result: Verified,
  example: { parameters: exampleAttempt, result: { verificationToken: EXAMPLE.session } },
});

/**
 * Choice (bound-tokens): version 1 needs the public key here, and the signature of the login, as version 2 does. A
 * token without a bound key would let in anybody who reads it. So would the code, so the request is not kept unless it
 * is carried out at once.
 */
export const verifyOtpV1 = activity({
  name: 'verify_otp_v1',
  earlierOf: 'verify_otp',
  title: 'Verify one-time code, version 1',
  summary: 'Exchanges a one-time code for a token of the contact, in the form of older public clients.',
  specified: false,
  governed: { ...policies('OTP', 'VERIFY'), isKeptWaiting: false },
  parameters: Type.Object({
    otpId: OtpId,
    otpCode: OtpCode,
    publicKey: SessionKey,
    expirationSeconds: ExpirationSeconds,
  }),
  result: Verified,
  example: {
    parameters: { otpId: EXAMPLE.otpId, otpCode: '7K2M9QXZA', publicKey: EXAMPLE.publicKey },
    result: { verificationToken: EXAMPLE.session },
  },
});

const LOGS_IN = 'Starts a session of the user with the contact of a verification token, and uses up the token';

const tokenLogin = {
  specified: false,
  governed: policies('AUTH', 'CREATE', 'sessionProfileId'),
  parameters: Type.Object({
    verificationToken: VerificationToken,
    publicKey: SessionKey,
    clientSignature: ClientSignature,
    expirationSeconds: sessionParams.expirationSeconds,
    invalidateExisting: sessionParams.invalidateExisting,
    sessionProfileId: sessionParams.sessionProfileId,
  }),
  result: Session,
  example: { parameters: exampleTokenLogin, result: { session: EXAMPLE.session } },
} as const;

export const otpLogin = activity({
  ...tokenLogin,
  name: 'otp_login',
  version: 2,
  title: 'Log in with a verified contact',
  summary: `${LOGS_IN}.`,
});

export const otpLoginV1 = activity({
  ...tokenLogin,
  name: 'otp_login_v1',
  earlierOf: 'otp_login',
  title: 'Log in with a verified contact, version 1',
  summary: `${LOGS_IN}, in the form of older public clients.`,
});

export const listOutbox = query({
  name: 'list_outbox',
  title: 'Outbox',
  summary:
    'Shows the mails and messages of a local service since it was started, newest first, to the only user of its root quorum. Only this service has this query.',
  specified: false,
  risk: 'secret',
  secretPaths: ['messages.code', 'messages.text'],
  request: {},
  response: Type.Object({
    messages: Type.Array(
      Type.Object({
        sentAt: Type.String({ title: 'Sent at', kind: 'time' }),
        channel: Text('Channel'),
        to: Text('To'),
        text: Text('Text'),
        code: BytesText('Code'),
      }),
      { title: 'Messages' },
    ),
  }),
  example: {
    request: {},
    response: {
      messages: [
        {
          sentAt: '2025-04-23T04:45:55Z',
          channel: 'email',
          to: 'operator@example.com',
          text: 'Your code for Castellan is 7K2M9QXZA.',
          code: '7K2M9QXZA',
        },
      ],
    },
  },
});
