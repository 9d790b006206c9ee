import type { Claim } from '../lift.ts';

const FORBIDDING_TEST = 'test/contract/organizations/forbidding-policies.test.ts';
const POLICIES_TEST = 'test/contract/organizations/policies.test.ts';
const VOTES_TEST = 'test/fault/custody-votes.test.ts';
const CODES = 'electron/custody/handlers/otp/codes.ts';
const LOGIN = 'electron/custody/handlers/otp/otp-login.ts';
const TOKEN = 'electron/custody/authentication/verification-token.ts';
const CONTACT = 'electron/custody/authentication/verified-contact.ts';
const OTP_TEST = 'test/contract/authentication/otp.test.ts';
const ATTESTED_TEST = 'test/contract/authentication/attested.test.ts';
const SIGN_UP_TEST = 'test/contract/authentication/sign-up.test.ts';
const OIDC = 'electron/custody/authentication/oidc.ts';
const OAUTH = 'electron/custody/handlers/oauth/oauth-providers.ts';
const OAUTH_TEST = 'test/contract/authentication/oauth.test.ts';

/** What a user of the local service cannot do, nor who found a code, a token or a stamp. */
export const MEMBERS: readonly Claim[] = [
  {
    claims: ['nothing is allowed but by the root quorum or a policy, and one that denies wins'],
    lifts: [
      {
        mechanism: 'a policy that denies wins over those that allow',
        file: 'electron/custody/activities/authorize.ts',
        from: 'if (denying.length === 0) {',
        to: 'if (denying.length >= 0) {',
        test: FORBIDDING_TEST,
        name: 'wins over one that allows',
      },
      {
        mechanism: 'a policy that denies refuses when it fails',
        file: 'electron/custody/policies/decide.ts',
        from: "refuses: isDenying || error.kind === 'spent',",
        to: "refuses: isDenying && error.kind === 'spent',",
        test: FORBIDDING_TEST,
        name: 'refuses when it fails',
      },
      {
        mechanism: 'a policy that denies the newest version of a type denies the earlier ones',
        file: 'electron/custody/policies/decide.ts',
        from: 'stricter.refuses ||',
        to: 'false ||',
        test: FORBIDDING_TEST,
        name: 'refuses an earlier version of the type that it names',
      },
      {
        mechanism: 'a transaction that the service makes is judged by its calls',
        file: 'electron/custody/policies/names.ts',
        from: 'if (made !== undefined) return {',
        to: 'if (made === null) return {',
        test: FORBIDDING_TEST,
        name: 'judges each call of a transaction that the service makes',
      },
      {
        mechanism: 'a decision that takes too much work is refused',
        file: 'electron/custody/policies/decide.ts',
        from: "refuses: isDenying || error.kind === 'spent',",
        to: 'refuses: isDenying,',
        test: 'test/unit/custody/policies/decide.test.ts',
        name: 'a decision that takes too much work is refused',
      },
      {
        mechanism: 'an absent member lifts no other comparison of a policy that denies',
        file: 'electron/custody/policies/judge.ts',
        from: "if (error.kind === 'absence') return whenAbsent;",
        to: "if (error.kind === 'absence') return 'inapplicable';",
        test: 'test/unit/custody/policies/judge.test.ts',
        name: 'a rule that forbids',
      },
      {
        mechanism: 'a digest is refused where a policy denies by its content',
        file: 'electron/custody/policies/raw-content.ts',
        from: 'return isDigest;',
        to: 'return isDigest && false;',
        test: FORBIDDING_TEST,
        name: 'refuses a digest',
      },
      {
        mechanism: 'what no policy allows is refused',
        file: 'electron/custody/activities/authorize.ts',
        from: "if (withOutcome('OUTCOME_ALLOW').length > 0)",
        to: "if (withOutcome('OUTCOME_ALLOW').length >= 0)",
        test: POLICIES_TEST,
        name: 'is refused in the public words',
      },
      {
        mechanism: 'no policy governs what only the root quorum approves',
        file: 'electron/custody/activities/authorize.ts',
        from: "if (governed.by !== 'policies') {",
        to: "if (governed.by !== 'policies' && rootVotes > 0) {",
        test: POLICIES_TEST,
        name: 'never govern what only the root quorum approves',
      },
      {
        mechanism: 'each secret of a batch is decided for itself',
        file: 'electron/custody/policies/names.ts',
        from: '|| !Array.isArray(parameters.secrets)) return [subject];',
        to: '|| Array.isArray(parameters.secrets)) return [subject];',
        test: 'test/contract/keys/secrets.test.ts',
        name: 'a batch only when each of its secrets may go',
      },
    ],
  },
  {
    claims: ['a vote counts when its stamp holds over that activity, of a user who has proven what MFA asks'],
    lifts: [
      {
        mechanism: 'the stamp of a vote is verified when it is counted',
        file: 'electron/custody/authentication/api-key.ts',
        from: ' || !verifyStamp(stamp, utf8Encode(message))) return undefined;',
        to: ' || message.length < 0) return undefined;',
        test: VOTES_TEST,
        name: 'that user’s key and the proposer’s stamp',
      },
      {
        mechanism: 'an activity waits for what MFA asks',
        file: 'electron/custody/policies/mfa.ts',
        from: 'satisfied: satisfiedMethods.every((method) => method !== undefined),',
        to: 'satisfied: true,',
        test: 'test/contract/authentication/mfa.test.ts',
        name: 'waits, even of a root user, until it was shown',
      },
    ],
  },
  {
    claims: [
      'a one-time code is taken once, within minutes, and not after three wrong ones',
      'what it gives is for the key that asked',
    ],
    lifts: [
      {
        mechanism: 'a code is taken once',
        file: CODES,
        from: "if (row.state !== 'sent') throw",
        to: 'if (row.state === null) throw',
        test: OTP_TEST,
        name: 'is taken once',
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
        name: 'is locked after three wrong ones',
      },
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
        name: 'lets in once',
      },
      {
        mechanism: 'a token that attests a stamp is used up',
        file: 'electron/custody/activities/submit.ts',
        from: 'caller.use?.();',
        to: '',
        test: ATTESTED_TEST,
        name: 'logs the holder of the contact in, once',
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
        mechanism: 'the key of a token signs what its user begins with',
        file: 'electron/custody/handlers/otp/sign-up.ts',
        from: 'canonical(lists[name] ?? []) === canonical(user[name])',
        to: 'canonical(lists[name] ?? []) !== canonical({ user, name })',
        test: SIGN_UP_TEST,
        name: 'when its key signed what the user begins with',
      },
      {
        mechanism: 'an address that is only claimed leads its holder into no account',
        file: 'electron/custody/handlers/gateway.ts',
        from: 'filter = `VERIFIED_',
        to: 'filter = `',
        test: SIGN_UP_TEST,
        name: 'never takes an address that somebody only claims',
      },
      {
        mechanism: 'a token is used by the holder of its key',
        file: TOKEN,
        from: 'if (compressed(publicKey) !== claims.public_key)',
        to: 'if (compressed(publicKey) === undefined)',
        test: OTP_TEST,
        name: 'is used by the holder of its key only',
      },
      {
        mechanism: 'a token is one of this service',
        file: TOKEN,
        from: "if (!p256Verify(publicKey, signed, decoded(signature), 'ieee-p1363')) throw",
        to: 'if (signed.length < 0) throw',
        test: OTP_TEST,
        name: 'of another service, or changed, is none',
      },
    ],
  },
  {
    claims: [
      'codes are shown to whoever alone is the root quorum of an organization below no other',
      "nobody signs up with a key that is somebody's",
    ],
    lifts: [
      {
        mechanism: 'the outbox is for nobody below another organization',
        file: LOGIN,
        from: 'parentOrganizationId === null && user.inRootQuorum === 1',
        to: 'parentOrganizationId !== undefined && user.inRootQuorum === 1',
        test: SIGN_UP_TEST,
        name: 'shows no code to those who signed up',
      },
      {
        mechanism: 'the outbox is for who alone is enough',
        file: LOGIN,
        from: '&& rootQuorumThreshold === 1;',
        to: '&& rootQuorumThreshold > 0;',
        test: OTP_TEST,
        name: 'is shown to whoever alone is the root quorum',
      },
      {
        mechanism: 'a public key that is somebody’s signs nobody else up',
        file: 'electron/custody/handlers/gateway.ts',
        from: "findSubOrganization('PUBLIC_KEY', publicKey.toLowerCase(), context) !== undefined",
        to: "publicKey === ''",
        test: SIGN_UP_TEST,
        name: 'finds an account by its name, user and key',
      },
    ],
  },
  {
    claims: ['an OIDC token is one of a registered issuer, for that application and that key'],
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
        name: 'is refused when the token is not for that key',
      },
      {
        mechanism: 'only an issuer that says so itself is believed',
        file: OIDC,
        from: 'if (named !== issuer) throw',
        to: "if (named === '') throw",
        test: OAUTH_TEST,
        name: 'believes only what the issuer says of itself',
      },
      {
        mechanism: 'a token is for the application that was registered',
        file: OAUTH,
        from: 'row.issuer === iss && row.audience === aud',
        to: 'row.issuer === iss && row.audience !== undefined && aud !== undefined',
        test: OAUTH_TEST,
        name: 'asks no issuer that nobody registered, and no application but its own',
      },
      {
        mechanism: 'a token is of the issuer that was registered',
        file: OAUTH,
        from: 'row.issuer === iss && row.audience === aud',
        to: 'row.issuer !== undefined && iss !== undefined && row.audience === aud',
        test: OAUTH_TEST,
        name: 'asks no issuer that nobody registered, and no application but its own',
      },
    ],
  },
];
