import type { Claim } from '../lift.ts';

const KEY_LIFE_TEST = 'test/unit/engine/flows/key-life.test.ts';
const NEW_KEYS_TEST = 'test/unit/engine/vault/new-keys.test.ts';

/** The life of a key, from its registration to its end. */
export const KEY_LIFE: readonly Claim[] = [
  {
    id: 'FILES-01',
    sentence: 'A retired key never stamps again, and is never registered again.',
    lifts: [
      {
        mechanism: 'a key stamps for its own profile',
        file: 'electron/engine/stamping/credentials.ts',
        from: 'if (key.profile === name) return key;',
        to: 'if (key.name !== name) return key;',
        test: KEY_LIFE_TEST,
        name: 'stamps for no other profile than its own',
      },
      {
        mechanism: 'a retired key is not registered',
        file: 'electron/engine/flows/key-life.ts',
        from: 'if (credentials.stamping(profile, credentialId).id === credentials.stamping(profile).id) {',
        to: 'if (credentialId === credentials.stamping(profile).id) {',
        test: KEY_LIFE_TEST,
        name: 'it never stamps again, whatever a file says',
      },
      {
        mechanism: 'a retired key does not stamp what was prepared before',
        file: 'electron/engine/stamping/stamper.ts',
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
    id: 'PAGE-01',
    sentence: 'A key is renamed, retired or destroyed only after an answer in the trusted window.',
    lifts: [
      {
        mechanism: 'a key is retired by the operator’s answer',
        file: 'electron/engine/stamping/credentials.ts',
        from: "await ask(key, 'retire', null);",
        to: '',
        test: KEY_LIFE_TEST,
        name: 'is renamed, retired or removed by the operator’s answer alone',
      },
    ],
  },
  {
    id: 'SERVICE-06',
    sentence: 'A rotation registers only a key of its own profile that can sign on this machine.',
    lifts: [
      {
        mechanism: 'the key that takes the place of another one is of the same profile',
        file: 'electron/engine/stamping/credentials.ts',
        from: ".keys('stamp', profile)\n        .find((key) =>",
        to: ".keys('stamp')\n        .find((key) => profile !== '' &&",
        test: KEY_LIFE_TEST,
        name: 'registers no key that was written into the list for the profile',
      },
      {
        mechanism: 'the key that takes the place of another one is in use',
        file: 'electron/engine/stamping/credentials.ts',
        from: 'key.replaces === credentialId && key.retired !== true',
        to: 'key.replaces === credentialId',
        test: KEY_LIFE_TEST,
        name: 'registers no retired key that is called the successor',
      },
      {
        mechanism: 'a rotation holds the keys against what was confirmed before it looks for the new one',
        file: 'electron/engine/flows/key-life.ts',
        from: 'await profiles.requireConfirmed(profile);\n      const old = ',
        to: 'const old = ',
        test: KEY_LIFE_TEST,
        name: 'asks for nothing and registers nothing where the key was written in for its own profile',
      },
      {
        mechanism: 'a new key signs a challenge before it is registered',
        file: 'electron/engine/flows/key-life.ts',
        from: 'await requireHeld(profile, credentials.stamping(profile, next.credentialId));',
        to: '',
        test: KEY_LIFE_TEST,
        name: 'registers no key whose private half is not here, and changes nothing',
      },
    ],
  },
  {
    id: 'SLIP-01',
    sentence: 'After a crash or a lock during a key change, you have the old keys or the new keys, never a mix.',
    lifts: [
      {
        mechanism: 'a new key is part of what was confirmed before it is listed',
        file: 'electron/engine/stamping/credentials.ts',
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
        file: 'electron/engine/keyring/keyring.ts',
        from: 'if (index.key(key.id) === undefined)',
        to: 'if (index.key(key.id) !== undefined)',
        test: NEW_KEYS_TEST,
        name: 'leaves a profile that is as it was confirmed',
      },
    ],
  },
  {
    id: 'SLIP-02',
    sentence:
      'A rotation proves the new key at the service before it removes the old key. An interrupted rotation resumes.',
    lifts: [
      {
        mechanism: 'a new key stamps a read before it takes the place of the old one',
        file: 'electron/engine/flows/key-life.ts',
        from: 'await requireProven(profile, next, userId);',
        to: '',
        test: KEY_LIFE_TEST,
        name: 'keeps the old key where the service takes the new one for nobody, or for somebody else',
      },
      {
        mechanism: 'a rotation settles what was sent before it asks anew',
        file: 'electron/engine/flows/key-life.ts',
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
