import { ownMember } from '../../../shared/model/index.ts';
import { limitsNothing } from '../../../shared/policy-language/index.ts';
import { secondsText } from '../../../shared/words/index.ts';
import { care, danger, information } from '../../crypto/index.ts';
import { faults } from './expressions.ts';
import { type Explain, each, from, type Given, names, quoted, when, whole } from './power.ts';

/** A lifetime in words. One that is no number of seconds is repeated. */
const lifetime = (seconds: string) => secondsText(seconds) ?? `${seconds} seconds`;

/** A login: a key that may act as a user for a while. */
const session =
  (by: string, who: string): Explain =>
  ({ own, text }) => ({
    headline: `Open a session for the key ${text('publicKey')}${by}${when(text('expirationSeconds'), ` for ${lifetime(text('expirationSeconds'))}`)}${when(text('sessionProfileId'), `, limited by the session profile ${text('sessionProfileId')}`)}`,
    findings: [
      care(`Anyone with that key may act as ${who} until the session ends.`, from('publicKey')),
      ...(ownMember(own, 'invalidateExisting') === true
        ? [information('The sessions that there are end.', from('invalidateExisting'))]
        : []),
    ],
  });

const CONTACT = session(' of the user with a verified contact', 'that user');

const SEALED: Explain = ({ own, text }) => ({
  headline: `Make a key that acts as you and that only the target key ${text('targetPublicKey')} opens${when(text('expirationSeconds'), `, for ${lifetime(text('expirationSeconds'))}`)}`,
  findings: [
    danger('Anyone with the target key can do everything you may do until the session ends.', from('targetPublicKey')),
    ...(ownMember(own, 'invalidateExisting') === true
      ? [information('Your other read-write sessions end.', from('invalidateExisting'))]
      : []),
  ],
});

/** A verified code gives power over the user whom the contact belongs to. */
const verifying: Explain = ({ text }) => ({
  headline: `Trade the one-time code ${text('otpId')} for a token${when(text('publicKey'), ` of the key ${text('publicKey')}`)} that proves its contact`,
  findings: [care('Anyone with the key of that token may log in as the user with this contact.', from('otpId'))],
});

/** A key of another user that is sealed to a target key: `who` names the user, `before` the keys that it may end. */
const sealedTo =
  (how: string, who: (given: Given) => string, before: string): Explain =>
  (given) => ({
    headline: `${how} of ${who(given)} that only the target key ${given.text('targetPublicKey')} opens${when(given.text('expirationSeconds'), `, for ${lifetime(given.text('expirationSeconds'))}`)}`,
    findings: [
      danger('Anyone with the target key can do everything this user may do.', from('targetPublicKey')),
      ...(ownMember(given.own, 'invalidateExisting') === true
        ? [information(`${before} end.`, from('invalidateExisting'))]
        : []),
    ],
  });

const sending: Explain = ({ text }) => ({
  headline: `Send a one-time code to ${text('contact')}`,
  findings: [care('Anyone who reads it may log in as the user with this contact.', from('contact'))],
});

/** Powers of logins and sessions. */
export const LOGINS: Readonly<Record<string, Explain>> = {
  stamp_login: session('', 'you'),
  create_read_only_session: () => ({
    headline: 'Make a token that queries as you for fifteen minutes',
    findings: [
      care('Anyone with the token, or who reads this activity, can read everything you can read, except secrets.'),
    ],
  }),
  create_read_write_session: SEALED,
  create_read_write_session_v1: SEALED,
  oauth_login: session(' of the user whom an OIDC token names', 'that user'),
  otp_login: CONTACT,
  otp_login_v1: CONTACT,
  init_otp: sending,
  init_otp_auth: sending,
  otp_auth: sealedTo(
    'Trade a one-time code for a key',
    ({ text }) => `the user with the contact of the code ${text('otpId')}`,
    'Keys that were made for codes before',
  ),
  verify_otp: verifying,
  verify_otp_v1: verifying,
  email_auth: ({ own, text }) => ({
    headline: `Mail an API key of the user with the email ${text('email')} that only the target key ${text('targetPublicKey')} opens${when(text('expirationSeconds'), `, for ${lifetime(text('expirationSeconds'))}`)}`,
    findings: [
      danger(
        'Anyone with the target key who reads that mail can do everything this user may do.',
        from('targetPublicKey'),
      ),
      ...(ownMember(own, 'invalidateExisting') === true
        ? [information('Keys that were mailed before end.', from('invalidateExisting'))]
        : []),
    ],
  }),
  oauth: sealedTo(
    'Make a key',
    () => 'the user whom an OIDC token names',
    'Keys that were made for OIDC tokens before',
  ),
  init_user_email_recovery: ({ text }) => ({
    headline: `Mail a key that adds a passkey to the user with the email ${text('email')} and that only the target key ${text('targetPublicKey')} opens${when(text('expirationSeconds'), `, for ${lifetime(text('expirationSeconds'))}`)}`,
    findings: [
      danger(
        'Anyone with the target key who reads that mail can add a passkey, and with it do everything this user may do.',
        from('targetPublicKey'),
      ),
    ],
  }),
  recover_user: ({ own, text }) => ({
    headline: `Add the passkey ${names(each([ownMember(own, 'authenticator')]), 'authenticatorName')} to the user ${text('userId')}`,
    findings: [danger('Anyone with that passkey can do everything this user may do.', from('authenticator'))],
  }),
  create_session_profile: ({ own, text }) => ({
    headline: `Make the session profile ${quoted(text('sessionProfileName'))}: its sessions may do ${limitsNothing(whole({ own }, 'scope'), 'condition') ? 'everything that their user may' : `only what matches ${text('scope')}`}${when(text('expirationSeconds'), `, for ${lifetime(text('expirationSeconds'))}`)}`,
    findings: [
      ...faults({ own }),
      limitsNothing(whole({ own }, 'scope'), 'condition')
        ? care('It limits only the duration of a session.', from('scope'))
        : information('It limits only a session that is opened with it, and it never changes.', from('scope')),
    ],
  }),
};
