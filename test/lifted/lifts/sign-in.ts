import type { Claim } from '../lift.ts';

const LOGIN_TEST = 'test/unit/engine/flows/sign-in/login-ways.test.ts';
const VAULT_LOGIN_TEST = 'test/unit/vault/logins.test.ts';
const SIGN_IN_TEST = 'test/unit/engine/flows/sign-in/sign-in.test.ts';
const SESSION_KEYS_TEST = 'test/unit/engine/stamping/session-keys.test.ts';

/** Signing in, and the sessions that it gives: their keys last as long as the vault's process at most. */
export const SIGN_IN: readonly Claim[] = [
  {
    id: 'SEAT-13',
    sentence: 'A session key stamps nothing after it expires, after a lock, or for another profile or organization.',
    lifts: [
      {
        mechanism: 'a session is over with its time',
        file: 'electron/engine/stamping/session-keys.ts',
        from: 'ports.clock.now() < expiresAt && ports.clock.steady() < steadyEnd',
        to: 'expiresAt + steadyEnd > 0',
        test: SIGN_IN_TEST,
        name: 'is over with its time',
      },
      {
        mechanism: 'a session is over with the vault’s process',
        file: 'electron/engine/stamping/session-keys.ts',
        from: 'isInTime(key) && vault.holds(key.id)',
        to: 'isInTime(key)',
        test: SIGN_IN_TEST,
        name: 'does not outlive a lock',
      },
      {
        mechanism: 'a session is over with its time when the clock is set back',
        file: 'electron/engine/stamping/session-keys.ts',
        from: 'ports.clock.now() < expiresAt && ports.clock.steady() < steadyEnd',
        to: 'ports.clock.now() < expiresAt && steadyEnd > 0',
        test: SESSION_KEYS_TEST,
        name: 'is of use until its time is over, also with a clock that was set back by two hours, and is wiped then',
      },
      {
        mechanism: 'a session is for the organization it was begun in',
        file: 'electron/engine/stamping/session-keys.ts',
        from: ' && now.organizationId === organizationId',
        to: ' && organizationId !== begunBy',
        test: SESSION_KEYS_TEST,
        name: 'is of use until its profile is of another organization, and is wiped then',
      },
      {
        mechanism: 'a session is for the service it was begun at',
        file: 'electron/engine/stamping/session-keys.ts',
        from: ' && now.baseUrl === baseUrl',
        to: ' && baseUrl !== begunBy',
        test: SESSION_KEYS_TEST,
        name: 'is of use until its profile is at another service, and is wiped then',
      },
      {
        mechanism: 'a session is over with the key that began it',
        file: 'electron/engine/stamping/session-keys.ts',
        from: ' && key?.profile === profile && key.retired !== true',
        to: ' || key !== undefined',
        test: SESSION_KEYS_TEST,
        name: 'is of use until the key that began it is retired, and is wiped then',
      },
      {
        mechanism: 'a session that is over before it begins does not begin',
        file: 'electron/engine/stamping/session-keys.ts',
        from: '      if (!isAlive(key))\n        throw',
        to: '      if (key.id === key.profile)\n        throw',
        test: SIGN_IN_TEST,
        name: 'is not said to have begun when a lock comes before the answer',
      },
      {
        mechanism: 'a session is used when the service’s notarizer signed it',
        file: 'electron/engine/flows/sign-in/session-token.ts',
        from: "if (!p256Verify(notarizerKey, sha256(input), signature, 'ieee-p1363'))",
        to: 'if (notarizerKey === token)',
        test: 'test/unit/engine/flows/sign-in/session-token.test.ts',
        name: 'of another notarizer is refused',
      },
    ],
  },
  {
    id: 'SEAT-14',
    sentence: 'A failed or cancelled sign-in leaves no key.',
    lifts: [
      {
        mechanism: 'the key of a session that does not begin is wiped',
        file: 'electron/engine/flows/sign-in/sign-in.ts',
        from: 'await vault.forget(key.id);',
        to: '',
        test: LOGIN_TEST,
        name: 'that is wrong, has other characters, or is not typed begins none',
      },
      {
        mechanism: 'a sign-in that was cancelled begins no session',
        file: 'electron/engine/flows/sign-in/sign-in.ts',
        from: 'if (signal?.aborted === true)',
        to: 'if (signal === null)',
        test: SIGN_IN_TEST,
        name: 'that is cancelled while the answer comes does not begin, and leaves no key',
      },
      {
        mechanism: 'of two sessions that begin at once one is wiped',
        file: 'electron/engine/stamping/session-keys.ts',
        from: 'if (before !== undefined) await vault.forget(before.id);',
        to: '',
        test: SESSION_KEYS_TEST,
        name: 'gives way to the next one, also where two begin at once: each but the last is wiped',
      },
    ],
  },
  {
    id: 'SEAT-15',
    sentence: 'A session belongs to the user of the profile’s key.',
    lifts: [
      {
        mechanism: 'a session is of the user of the profile’s key',
        file: 'electron/engine/flows/sign-in/session-token.ts',
        from: 'if (claims.user_id !== owner.userId)',
        to: 'if (claims.user_id === token)',
        test: LOGIN_TEST,
        name: 'that was sent to another user begins none, and the words say whose it is',
      },
      {
        mechanism: 'whose a key is that is registered, the profile’s own key says',
        file: 'electron/engine/flows/key-life.ts',
        from: 'await whoIs(profile, credentials.reading(profile).id);',
        to: "await queries.ask('whoami', {}, { profile });",
        test: SIGN_IN_TEST,
        name: 'is not asked whose a key is that is registered: the profile’s own key is',
      },
    ],
  },
  {
    id: 'SEAT-16',
    sentence: 'A one-time code is encrypted only to a key that the service signed for this profile.',
    lifts: [
      {
        mechanism: 'what a code is encrypted to is of the profile’s service',
        file: 'electron/crypto/bundles/signed-target.ts',
        from: 'if (message.signerKey !== signerKey.toLowerCase())',
        to: "if (signerKey === '')",
        test: VAULT_LOGIN_TEST,
        name: 'is not sealed to a changed key or one of another signer or organization',
      },
      {
        mechanism: 'what a code is encrypted to is as it was signed',
        file: 'electron/crypto/bundles/signed-target.ts',
        from: 'if (!p256Verify(message.signerKey, message.data, message.dataSignature))',
        to: "if (signerKey === '')",
        test: VAULT_LOGIN_TEST,
        name: 'is not sealed to a changed key or one of another signer or organization',
      },
      {
        mechanism: 'what says that a contact is the operator’s is signed by the service',
        file: 'electron/engine/flows/sign-in/verification-token.ts',
        from: "if (!p256Verify(fetcherKey, input, signature, 'ieee-p1363'))",
        to: 'if (fetcherKey === token)',
        test: 'test/unit/engine/flows/sign-in/verification-token.test.ts',
        name: 'of another signer is refused',
      },
    ],
  },
  {
    id: 'SEAT-17',
    sentence: 'The token of a code counts only for the contact that requested it.',
    lifts: [
      {
        mechanism: 'what a code gives is of the contact that was asked for',
        file: 'electron/engine/flows/sign-in/verification-token.ts',
        from: 'claims.contact.toLowerCase() !== contact.toLowerCase()',
        to: 'contact === token',
        test: 'test/unit/engine/flows/sign-in/verification-token.test.ts',
        name: 'of another contact is refused',
      },
    ],
  },
  {
    id: 'SEAT-18',
    sentence: 'A session key signs a login only with an approval for that login.',
    lifts: [
      {
        mechanism: 'a login is signed by its own approval',
        file: 'electron/vault/vault.ts',
        from: 'approvals.allowLogin(approval, message);',
        to: '',
        test: VAULT_LOGIN_TEST,
        name: 'needs its own kind of approval, which allows no stamp',
      },
      {
        mechanism: 'an OIDC token with another nonce is not sent',
        file: 'electron/engine/flows/sign-in/login-ways.ts',
        from: 'if (claims.nonce !== nonce && claims.tknonce !== nonce)',
        to: "if (nonce === '')",
        test: LOGIN_TEST,
        name: 'with another nonce, or that is none, is not sent',
      },
    ],
  },
];
