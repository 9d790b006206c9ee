import type { Claim } from '../lift.ts';

const CODES = 'electron/custody/handlers/otp/codes.ts';
const LOGIN = 'electron/custody/handlers/otp/otp-login.ts';
const SEALED = 'electron/custody/handlers/otp/sealed-logins.ts';
const RECOVERY_TEST = 'test/contract/authentication/recovery.test.ts';
const TOKEN = 'electron/custody/authentication/verification-token.ts';
const CONTACT = 'electron/custody/authentication/verified-contact.ts';
const OTP_TEST = 'test/contract/authentication/otp.test.ts';
const ATTESTED_TEST = 'test/contract/authentication/attested.test.ts';
const SIGN_UP_TEST = 'test/contract/authentication/sign-up.test.ts';
const OIDC = 'electron/custody/authentication/oidc.ts';
const OAUTH = 'electron/custody/handlers/oauth/oauth-providers.ts';
const OAUTH_TEST = 'test/contract/authentication/oauth.test.ts';

/** Logins and sign-ups at the local service: by codes and by OIDC tokens. */
export const LOGINS: readonly Claim[] = [
  {
    id: 'MEMBER-09',
    sentence: 'A one-time code works once, for minutes, and never after three wrong tries.',
    lifts: [
      {
        mechanism: 'a code is taken once',
        file: CODES,
        from: "if (row.state !== 'sent') throw",
        to: 'if (row.state === null) throw',
        test: OTP_TEST,
        name: 'is accepted once',
      },
      {
        mechanism: 'a code expires',
        file: CODES,
        from: 'if (requestedAt >= row.expiresAt) throw requestInvalid(',
        to: 'if (row.expiresAt < 0) throw requestInvalid(',
        test: OTP_TEST,
        name: 'expires, as its token does',
      },
      {
        mechanism: 'wrong codes are counted',
        file: CODES,
        from: 'tries: row.tries + 1',
        to: 'tries: row.tries',
        test: OTP_TEST,
        name: 'is locked after three wrong codes, even for the right one',
      },
      {
        mechanism: 'a code that was used between reading and committing is refused',
        file: CODES,
        from: 'store.otps.remove(findCode(row.otpId, context).otpId);',
        to: 'store.otps.remove(row.otpId);',
        test: 'test/unit/custody/otp/codes.test.ts',
        name: 'a code that was used since it was read is refused',
      },
      {
        mechanism: 'a code that is traded for a credential is used up',
        file: CODES,
        from: 'store.otps.remove(findCode(row.otpId, context).otpId);',
        to: 'findCode(row.otpId, context);',
        test: 'test/contract/authentication/otp-auth.test.ts',
        name: 'is accepted once, even for two simultaneous requests',
      },
    ],
  },
  {
    id: 'MEMBER-10',
    sentence: 'The token of a code works once, at this service, for the holder of the key that it is bound to.',
    lifts: [
      {
        mechanism: 'a token of a code that was used between reading and committing is refused',
        file: CONTACT,
        from: '  requireUnused(verification, store);\n  store.otps.remove',
        to: '  store.otps.remove',
        test: 'test/unit/custody/otp/codes.test.ts',
        name: 'a token whose code was used since it was read is refused',
      },
      {
        mechanism: 'a token of a code is used up',
        file: CONTACT,
        from: 'store.otps.remove(verification.row.otpId);',
        to: '',
        test: OTP_TEST,
        name: 'logs in once, even after a restart of the service',
      },
      {
        mechanism: 'a token that attests a stamp is used up',
        file: 'electron/custody/submission/submit.ts',
        from: 'once(() => caller.use?.());',
        to: '() => undefined;',
        test: ATTESTED_TEST,
        name: 'logs the contact’s user in once and answers a repeated request alike',
      },
      {
        mechanism: 'a signature about two uses of a token is refused',
        file: TOKEN,
        from: 'member === undefined || more.length > 0 ? undefined',
        to: 'member === undefined ? undefined',
        test: 'test/contract/authentication/gateway-version-1.test.ts',
        name: 'accepts the first or the second version of the signed message, but not both',
      },
      {
        mechanism: 'a token attests the key that it is bound to',
        file: 'electron/custody/authentication/attested.ts',
        from: 'if (compressed(publicKey) !== claims.public_key)',
        to: 'if (compressed(publicKey) === undefined)',
        test: ATTESTED_TEST,
        name: 'another key than the token is bound to',
      },
      {
        mechanism: 'a token attests one of several activities at once',
        file: 'electron/custody/authentication/attested.ts',
        from: 'if (known !== undefined) throw refused(',
        to: 'if (known === null) throw refused(',
        test: 'test/contract/authentication/attested-at-once.test.ts',
        name: 'a token attests only one of two simultaneous activities',
      },
      {
        mechanism: 'the key of a token signs what its user begins with',
        file: 'electron/custody/handlers/otp/sign-up.ts',
        from: 'canonical(lists[name] ?? []) === canonical(user[name])',
        to: 'canonical(lists[name] ?? []) !== canonical({ user, name })',
        test: SIGN_UP_TEST,
        name: 'verifies a new root user’s contact when its key signed the user’s first credentials',
      },
      {
        mechanism: 'an address that is only claimed leads its holder into no account',
        file: 'electron/custody/handlers/gateway.ts',
        from: 'filter = `VERIFIED_',
        to: 'filter = `',
        test: SIGN_UP_TEST,
        name: 'never treats a claimed address as verified',
      },
      {
        mechanism: 'a token is used by the holder of its key',
        file: TOKEN,
        from: 'if (compressed(publicKey) !== claims.public_key)',
        to: 'if (compressed(publicKey) === undefined)',
        test: OTP_TEST,
        name: 'is accepted only from the holder of its key, for the signed key',
      },
      {
        mechanism: 'a token is one of this service',
        file: 'electron/custody/authentication/signed-token.ts',
        from: "decoded(signature), 'ieee-p1363')) return null;",
        to: "decoded(signature), 'ieee-p1363') && first === '') return null;",
        test: OTP_TEST,
        name: 'is refused when it is changed or from another service',
      },
    ],
  },
  {
    id: 'MEMBER-11',
    sentence:
      'Only a user who alone is the root quorum of an organization without a parent can read the outbox of codes.',
    lifts: [
      {
        mechanism: 'the outbox is for nobody below another organization',
        file: LOGIN,
        from: 'parentOrganizationId === null && user.inRootQuorum === 1',
        to: 'parentOrganizationId !== undefined && user.inRootQuorum === 1',
        test: SIGN_UP_TEST,
        name: 'shows no code to new users, so that nobody can verify another person’s address',
      },
      {
        mechanism: 'the outbox is for who alone is enough',
        file: LOGIN,
        from: '&& rootQuorumThreshold === 1;',
        to: '&& rootQuorumThreshold > 0;',
        test: OTP_TEST,
        name: 'is shown only to a user who alone is the root quorum',
      },
    ],
  },
  {
    id: 'MEMBER-12',
    sentence: 'Nobody signs up with the public key of an existing user.',
    lifts: [
      {
        mechanism: 'a public key that is somebody’s signs nobody else up',
        file: 'electron/custody/handlers/gateway.ts',
        from: "findSubOrganization('PUBLIC_KEY', spelling, context) !== undefined",
        to: "spelling === ''",
        test: SIGN_UP_TEST,
        name: 'finds an account by name, user and key, and refuses one without a login',
      },
    ],
  },
  {
    id: 'MEMBER-13',
    sentence:
      'An OIDC token is accepted only from a registered issuer, for its application, for the session’s key and before it expires.',
    lifts: [
      {
        mechanism: 'an OIDC token has an end',
        file: OIDC,
        from: "      requiredClaims: ['exp'],\n",
        to: '',
        test: 'test/unit/custody/authentication/oidc.test.ts',
        name: 'refuses a token that never expires',
      },
      {
        mechanism: 'a token is for the key of the session',
        file: OIDC,
        from: 'if (nonce !== wanted && tknonce !== wanted) throw',
        to: "if (wanted === '') throw",
        test: OAUTH_TEST,
        name: 'is refused for a wrong key, issuer, time or signer',
      },
      {
        mechanism: 'only an issuer that says so itself is believed',
        file: OIDC,
        from: 'if (named !== issuer) throw',
        to: "if (named === '') throw",
        test: OAUTH_TEST,
        name: 'refuses documents of the issuer that are oversized, unreadable or name another issuer',
      },
      {
        mechanism: 'a token is for the application that was registered',
        file: OAUTH,
        from: 'row.issuer === iss && row.audience === aud',
        to: 'row.issuer === iss && row.audience !== undefined && aud !== undefined',
        test: OAUTH_TEST,
        name: 'accepts only registered issuers and its own application',
      },
      {
        mechanism: 'a token is of the issuer that was registered',
        file: OAUTH,
        from: 'row.issuer === iss && row.audience === aud',
        to: 'row.issuer !== undefined && iss !== undefined && row.audience === aud',
        test: OAUTH_TEST,
        name: 'accepts only registered issuers and its own application',
      },
    ],
  },
  {
    id: 'MEMBER-20',
    sentence: 'A mailed recovery credential adds one passkey to its own user, and does nothing else.',
    lifts: [
      {
        mechanism: 'a recovery credential stamps nothing but a recovery',
        file: 'electron/custody/authentication/authenticate.ts',
        from: '  requireRecovery(context.operation, proven.credential);\n',
        to: '',
        test: RECOVERY_TEST,
        name: 'does nothing else',
      },
      {
        mechanism: 'a recovery credential is used up',
        file: SEALED,
        from: '    context.store.organizations.removeApiKey(apiKeyId);\n',
        to: '',
        test: RECOVERY_TEST,
        name: 'is used up by one request, even of two simultaneous ones',
      },
      {
        mechanism: 'a recovery credential that was used between reading and committing is refused',
        file: SEALED,
        from: '  return () => {\n    recoveryKey(context);\n',
        to: '  return () => {\n',
        test: 'test/unit/custody/otp/codes.test.ts',
        name: 'a recovery credential that was used since the request was read is refused',
      },
      {
        mechanism: 'only a recovery credential recovers a user',
        file: SEALED,
        from: 'publicKey === proposedWith && credentialType === RECOVERY_TYPE',
        to: 'publicKey === proposedWith',
        test: RECOVERY_TEST,
        name: 'recovers only its own user, and no other credential can recover',
      },
      {
        mechanism: 'a recovery credential recovers its own user',
        file: SEALED,
        from: 'if (userId.toLowerCase() !== user.userId.toLowerCase())',
        to: "if (userId === '')",
        test: RECOVERY_TEST,
        name: 'recovers only its own user, and no other credential can recover',
      },
    ],
  },
];
