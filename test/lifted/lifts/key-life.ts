import type { Claim } from '../lift.ts';

const LOGIN_TEST = 'test/unit/engine/keys/login-ways.test.ts';
const VAULT_LOGIN_TEST = 'test/unit/vault/logins.test.ts';
const SIGN_IN_TEST = 'test/unit/engine/keys/sign-in.test.ts';
const SESSION_KEYS_TEST = 'test/unit/engine/keys/session-keys.test.ts';
const KEY_LIFE_TEST = 'test/unit/engine/keys/key-life.test.ts';

const NEW_KEYS_TEST = 'test/unit/engine/keys/new-keys.test.ts';

/** What a key goes through, from its registration to its end. */
export const KEY_LIFE: readonly Claim[] = [
  {
    claims: ['A retired key never stamps again, nor is it registered'],
    lifts: [
      {
        mechanism: 'a key stamps for its own profile',
        file: 'electron/engine/keys/credentials.ts',
        from: 'if (key.profile === name) return key;',
        to: 'if (key.name !== name) return key;',
        test: KEY_LIFE_TEST,
        name: 'stamps for no other profile than its own',
      },
      {
        mechanism: 'a retired key is not registered',
        file: 'electron/engine/keys/key-life.ts',
        from: 'if (credentials.stamping(profile, credentialId).id === credentials.stamping(profile).id) {',
        to: 'if (credentialId === credentials.stamping(profile).id) {',
        test: KEY_LIFE_TEST,
        name: 'it never stamps again, whatever a file says',
      },
      {
        mechanism: 'a retired key does not stamp what was prepared before',
        file: 'electron/engine/keys/stamper.ts',
        from: 'if (retired !== true) return;',
        to: 'if (retired !== null) return;',
        test: KEY_LIFE_TEST,
        name: 'that was retired does not stamp what was prepared before',
      },
      {
        mechanism: 'that a key is retired is part of what was confirmed',
        file: 'electron/engine/profiles/confirmed.ts',
        from: "...(key.retired === true ? ['retired'] : [])",
        to: '',
        test: KEY_LIFE_TEST,
        name: 'it never stamps again, whatever a file says',
      },
      {
        mechanism: 'a change of keys that was made leaves those of before no longer good',
        file: 'electron/engine/profiles/confirmed.ts',
        from: 'await change();\n        await record(profile, finished);',
        to: 'await change();',
        test: 'test/unit/engine/profiles/confirmed-keys.test.ts',
        name: 'leaves no way back to those of before',
      },
    ],
  },
  {
    claims: ['nor a key renamed, retired or destroyed'],
    lifts: [
      {
        mechanism: 'a key is retired by the operator’s answer',
        file: 'electron/engine/keys/credentials.ts',
        from: "await ask(key, 'retire', null);",
        to: '',
        test: KEY_LIFE_TEST,
        name: 'is renamed, retired or removed by the operator’s answer alone',
      },
    ],
  },
  {
    claims: [
      'the key of a session stamps nothing after its time or a lock, nor where its profile, or the key that began it, is not what it was',
    ],
    lifts: [
      {
        mechanism: 'a session is over with its time',
        file: 'electron/engine/keys/session-keys.ts',
        from: 'begunAt <= now && now < expiresAt',
        to: 'begunAt <= now && expiresAt > 0',
        test: SIGN_IN_TEST,
        name: 'is over with its time',
      },
      {
        mechanism: 'a session is over with the vault’s process',
        file: 'electron/engine/keys/session-keys.ts',
        from: 'isInTime(key) && vault.holds(key.id)',
        to: 'isInTime(key)',
        test: SIGN_IN_TEST,
        name: 'does not outlive a lock',
      },
      {
        mechanism: 'a session is over when the clock is set back before it',
        file: 'electron/engine/keys/session-keys.ts',
        from: 'begunAt <= now && now < expiresAt',
        to: 'begunAt > 0 && now < expiresAt',
        test: SESSION_KEYS_TEST,
        name: 'is of use until the clock was set back before it began, and is wiped then',
      },
      {
        mechanism: 'a session is for the organization it was begun in',
        file: 'electron/engine/keys/session-keys.ts',
        from: ' && now.organizationId === organizationId',
        to: ' && organizationId !== begunBy',
        test: SESSION_KEYS_TEST,
        name: 'is of use until its profile is of another organization, and is wiped then',
      },
      {
        mechanism: 'a session is for the service it was begun at',
        file: 'electron/engine/keys/session-keys.ts',
        from: ' && now.baseUrl === baseUrl',
        to: ' && baseUrl !== begunBy',
        test: SESSION_KEYS_TEST,
        name: 'is of use until its profile is at another service, and is wiped then',
      },
      {
        mechanism: 'a session is over with the key that began it',
        file: 'electron/engine/keys/session-keys.ts',
        from: ' && key?.profile === profile && key.retired !== true',
        to: ' || key !== undefined',
        test: SESSION_KEYS_TEST,
        name: 'is of use until the key that began it is retired, and is wiped then',
      },
      {
        mechanism: 'a session that is over before it begins does not begin',
        file: 'electron/engine/keys/session-keys.ts',
        from: '      if (!isAlive(key))\n        throw',
        to: '      if (key.id === key.profile)\n        throw',
        test: SIGN_IN_TEST,
        name: 'is not said to have begun when a lock comes before the answer',
      },
      {
        mechanism: 'a session is used when the service’s notarizer signed it',
        file: 'electron/engine/keys/session-token.ts',
        from: "if (!p256Verify(notarizerKey, sha256(input), signature, 'ieee-p1363'))",
        to: 'if (notarizerKey === token)',
        test: 'test/unit/engine/keys/session-token.test.ts',
        name: 'of another notarizer is refused',
      },
    ],
  },
  {
    claims: ['a session that does not begin leaves no key'],
    lifts: [
      {
        mechanism: 'the key of a session that does not begin is wiped',
        file: 'electron/engine/keys/sign-in.ts',
        from: 'await vault.forget(key.id);',
        to: '',
        test: LOGIN_TEST,
        name: 'that is wrong, has other characters, or is not typed begins none',
      },
      {
        mechanism: 'a sign-in that was cancelled begins no session',
        file: 'electron/engine/keys/sign-in.ts',
        from: 'if (signal?.aborted === true)',
        to: 'if (signal === null)',
        test: SIGN_IN_TEST,
        name: 'that is cancelled while the answer comes does not begin, and leaves no key',
      },
      {
        mechanism: 'of two sessions that begin at once one is wiped',
        file: 'electron/engine/keys/session-keys.ts',
        from: 'if (before !== undefined) await vault.forget(before.id);',
        to: '',
        test: SESSION_KEYS_TEST,
        name: 'gives way to the next one, also where two begin at once: each but the last is wiped',
      },
    ],
  },
  {
    claims: ['one of another user than its profile’s key does not begin'],
    lifts: [
      {
        mechanism: 'a session is of the user of the profile’s key',
        file: 'electron/engine/keys/session-token.ts',
        from: 'if (claims.user_id !== owner.userId)',
        to: 'if (claims.user_id === token)',
        test: LOGIN_TEST,
        name: 'that was sent to another user begins none, and the words say whose it is',
      },
      {
        mechanism: 'whose a key is that is registered, the profile’s own key says',
        file: 'electron/engine/keys/key-life.ts',
        from: 'await whoIs(profile, credentials.reading(profile).id);',
        to: "await queries.ask('whoami', {}, { profile });",
        test: SIGN_IN_TEST,
        name: 'is not asked whose a key is that is registered: the profile’s own key is',
      },
    ],
  },
  {
    claims: ['a one-time code is encrypted to a key that the profile’s fetcher key has signed'],
    lifts: [
      {
        mechanism: 'what a code is encrypted to is of the profile’s service',
        file: 'electron/crypto/bundles/otp-bundle.ts',
        from: 'if (message.signerKey !== signerKey.toLowerCase())',
        to: "if (signerKey === '')",
        test: VAULT_LOGIN_TEST,
        name: 'is sealed to no key of another signer',
      },
      {
        mechanism: 'what a code is encrypted to is as it was signed',
        file: 'electron/crypto/bundles/otp-bundle.ts',
        from: 'if (!p256Verify(message.signerKey, message.data, message.dataSignature))',
        to: "if (signerKey === '')",
        test: VAULT_LOGIN_TEST,
        name: 'is sealed to no key of another signer',
      },
      {
        mechanism: 'what says that a contact is the operator’s is signed by the service',
        file: 'electron/engine/keys/verification-token.ts',
        from: "if (!p256Verify(fetcherKey, input, signature, 'ieee-p1363'))",
        to: 'if (fetcherKey === token)',
        test: 'test/unit/engine/keys/verification-token.test.ts',
        name: 'of another signer is refused',
      },
    ],
  },
  {
    claims: ['what it gives is used for the contact that was asked for alone'],
    lifts: [
      {
        mechanism: 'what a code gives is of the contact that was asked for',
        file: 'electron/engine/keys/verification-token.ts',
        from: 'claims.contact.toLowerCase() !== contact.toLowerCase()',
        to: 'contact === token',
        test: 'test/unit/engine/keys/verification-token.test.ts',
        name: 'of another contact is refused',
      },
    ],
  },
  {
    claims: ['the key of a session signs a login by an approval of that alone'],
    lifts: [
      {
        mechanism: 'a login is signed by its own approval',
        file: 'electron/vault/vault.ts',
        from: 'approvals.allowLogin(approval, message);',
        to: '',
        test: VAULT_LOGIN_TEST,
        name: 'is signed by no approval of a stamp or of an opening',
      },
      {
        mechanism: 'an OIDC token with another nonce is not sent',
        file: 'electron/engine/keys/login-ways.ts',
        from: 'if (claims.nonce !== nonce && claims.tknonce !== nonce)',
        to: "if (nonce === '')",
        test: LOGIN_TEST,
        name: 'with another nonce, or that is none, is not sent',
      },
    ],
  },
  {
    claims: ['a rotation registers only a key of its profile that signs here'],
    lifts: [
      {
        mechanism: 'the key that takes the place of another one is of the same profile',
        file: 'electron/engine/keys/credentials.ts',
        from: ".keys('stamp', profile)\n        .find((key) =>",
        to: ".keys('stamp')\n        .find((key) => profile !== '' &&",
        test: KEY_LIFE_TEST,
        name: 'registers no key that was written into the list for the profile',
      },
      {
        mechanism: 'the key that takes the place of another one is in use',
        file: 'electron/engine/keys/credentials.ts',
        from: 'key.replaces === credentialId && key.retired !== true',
        to: 'key.replaces === credentialId',
        test: KEY_LIFE_TEST,
        name: 'registers no retired key that is called the successor',
      },
      {
        mechanism: 'a rotation holds the keys against what was confirmed before it looks for the new one',
        file: 'electron/engine/keys/key-life.ts',
        from: 'anybody may edit.\n      await profiles.requireConfirmed(profile);',
        to: 'anybody may edit.',
        test: KEY_LIFE_TEST,
        name: 'asks for nothing and registers nothing where the key was written in for its own profile',
      },
      {
        mechanism: 'a new key signs a challenge before it is registered',
        file: 'electron/engine/keys/key-life.ts',
        from: 'await requireHeld(profile, credentials.stamping(profile, next.credentialId));',
        to: '',
        test: KEY_LIFE_TEST,
        name: 'registers no key whose private half is not here, and changes nothing',
      },
    ],
  },
  {
    claims: ['a crash or a lock while its keys are changed leaves those of before, or those of after'],
    lifts: [
      {
        mechanism: 'a new key is part of what was confirmed before it is listed',
        file: 'electron/engine/keys/credentials.ts',
        from: '(keys, named) => [...keys, named],',
        to: '(keys) => keys,',
        test: NEW_KEYS_TEST,
        name: 'leaves a profile that is as it was confirmed',
      },
      {
        mechanism: 'keys of a profile are changed by one at a time, of any process',
        file: 'electron/engine/profiles/confirmed.ts',
        from: "'keys.lock'",
        to: 'String(Math.random())',
        test: 'test/unit/engine/profiles/profiles.test.ts',
        name: 'is as it was confirmed after two keys of it were made at once',
      },
      {
        mechanism: 'a key that was not listed is not kept',
        file: 'electron/engine/keys/keyring.ts',
        from: 'if (index.key(key.id) === undefined)',
        to: 'if (index.key(key.id) !== undefined)',
        test: NEW_KEYS_TEST,
        name: 'leaves a profile that is as it was confirmed',
      },
    ],
  },
  {
    claims: ['proves it at the service before the old one goes; ended by a crash anywhere, it is gone on with'],
    lifts: [
      {
        mechanism: 'a new key stamps a read before it takes the place of the old one',
        file: 'electron/engine/keys/key-life.ts',
        from: 'await requireProven(profile, next, userId);',
        to: '',
        test: KEY_LIFE_TEST,
        name: 'keeps the old key where the service takes the new one for nobody, or for somebody else',
      },
      {
        mechanism: 'a rotation settles what was sent before it asks anew',
        file: 'electron/engine/keys/key-life.ts',
        from: 'if (row.profile !== profile.name || row.operation !== operation) continue;',
        to: 'continue;',
        test: KEY_LIFE_TEST,
        name: 'that loses its connection at',
      },
      {
        mechanism: 'after a crash within a change of keys those of before are as good',
        file: 'electron/engine/profiles/confirmed.ts',
        from: 'keys: edit(keys), keysBefore: keys }',
        to: 'keys: edit(keys) }',
        test: 'test/unit/engine/profiles/confirmed-keys.test.ts',
        name: 'after a crash at any moment the keys of before and of after are good',
      },
    ],
  },
];
