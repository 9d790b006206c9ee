import type { Claim } from '../lift.ts';

const VAULT = 'electron/vault/vault.ts';
const FACTORS_TEST = 'test/unit/vault/factors.test.ts';

const ASK_TEST = 'test/unit/engine/flows/ask-to-sign.test.ts';

/** The PIN or code that a profile requires with each signature. */
export const FACTORS: readonly Claim[] = [
  {
    id: 'MAIN-03',
    sentence:
      'A profile that asks for each signature stamps nothing without its PIN or passphrase for that request. The vault enforces this.',
    lifts: [
      {
        mechanism: 'the vault stamps with a key that asks only what was typed for',
        file: VAULT,
        from: "if (approval.kind !== 'read') factors.use(approval.credentialId, body);",
        to: '',
        test: FACTORS_TEST,
        name: 'stamps nothing without the PIN, even with an approval',
      },
      {
        mechanism: 'what was typed counts for one request alone',
        file: 'electron/vault/factors.ts',
        from: 'if (digest !== undefined && constantTimeEqual(sha256(body), digest)) return;',
        to: 'if (digest !== undefined) return;',
        test: FACTORS_TEST,
        name: 'stamps once for each typed PIN, and only the body it was typed for',
      },
      {
        mechanism: 'what was typed for a signature is proven in the vault',
        file: VAULT,
        from: 'if (touch === undefined) await keystore.proveAsked(store, { passphrase });\n      else',
        to: 'if (touch !== undefined)',
        test: FACTORS_TEST,
        name: 'refuses another PIN and an empty one',
      },
      {
        mechanism: 'a wrong one that is typed for a signature counts as a try',
        file: 'electron/engine/vault/typed-again.ts',
        from: 'store === null ? trying() : vault.tried(store, given.passphrase, trying)',
        to: 'trying()',
        test: 'test/unit/engine/vault/typed-again.test.ts',
        name: 'counts the wrong ones',
      },
    ],
  },
  {
    id: 'SEAT-01',
    sentence:
      'A profile that asks for each signature uses no token key that asks only once. Its last key that asks each time cannot be removed.',
    lifts: [
      {
        mechanism: 'a profile that asks each time signs with no key whose token asks once',
        file: 'electron/engine/requests/ask-to-stamp.ts',
        from: "profile.asksToSign === true && key.store === 'pkcs11'",
        to: "profile.asksToSign === false && key.store === 'pkcs11'",
        test: ASK_TEST,
        name: 'uses none that asks once, says so, and keeps the one that asks',
      },
      {
        mechanism: 'a profile that asks each time takes no key into use whose token asks once',
        file: 'electron/engine/stamping/credentials.ts',
        from: 'if (asks(key.profile) && !canAskEachTime(key))',
        to: 'if (asks(key.id))',
        test: ASK_TEST,
        name: 'takes none into use that asks once while it asks each time',
      },
      {
        mechanism: 'the PIN of a store stays while a profile asks for it with each signature',
        file: 'electron/engine/flows/lock/lock-ways.ts',
        from: 'const isLast = removes && keys.length === 0;\n      if (isLast) requireUnneeded(store);',
        to: 'const isLast = removes && keys.length === 0;',
        test: ASK_TEST,
        name: 'keeps what is typed for a store while a profile asks for it',
      },
      {
        mechanism: 'the last key that asks each time stays in use',
        file: 'electron/engine/stamping/credentials.ts',
        from: 'if (left.some(canAskEachTime)) return;',
        to: 'if (left.length > 0) return;',
        test: ASK_TEST,
        name: 'uses none that asks once, says so, and keeps the one that asks',
      },
      {
        mechanism: 'a profile is not said to ask each time while a key stamps whose token asks once',
        file: 'electron/engine/flows/ask-to-sign.ts',
        from: 'if (asks && first !== undefined && !canAskEachTime(first))',
        to: 'if (asks && first !== undefined && first === null)',
        test: ASK_TEST,
        name: 'does not ask each time where that one stamps',
      },
      {
        mechanism: 'a retired key does not make a profile one that asks each time',
        file: 'electron/engine/flows/ask-to-sign.ts',
        from: '.filter(({ retired }) => retired !== true);',
        to: ';',
        test: ASK_TEST,
        name: 'uses one that asks for its PIN each time, and then stops with nothing to type',
      },
    ],
  },
  {
    id: 'MAIN-04',
    sentence: 'The rule to ask for each signature is sealed with the key, and removing it needs the PIN or passphrase.',
    lifts: [
      {
        mechanism: 'whether a key asks is told by what is kept of it',
        file: VAULT,
        from: 'if (asks) factors.set(id, true);\n      stores.set(id, store);',
        to: 'stores.set(id, store);',
        test: FACTORS_TEST,
        name: 'asks in every later vault too, because the setting is sealed with it',
      },
      {
        mechanism: 'a key stops asking only when it was typed',
        file: VAULT,
        from: 'await keystore.proveAsked(store, given);\n      const { privateKey }',
        to: 'if (store === undefined) return { stored };\n      const { privateKey }',
        test: FACTORS_TEST,
        name: 'stops asking only after the PIN, whatever main says',
      },
      {
        mechanism: 'what was typed for another key of the same name is forgotten with it',
        file: VAULT,
        from: 'factors.dismiss(id);',
        to: '',
        test: FACTORS_TEST,
        name: 'uses no PIN typed for another key of the same name',
      },
      {
        mechanism: 'an older copy of a key that does not ask is refused where its profile does',
        file: 'electron/engine/requests/ask-to-stamp.ts',
        from: 'profile.asksToSign === true && isKept(key) && !asks',
        to: 'profile.asksToSign === true && isKept(key) && !asks && body.length === 0',
        test: 'test/unit/engine/flows/ask-to-sign.test.ts',
        name: 'one whose keys are an older copy that do not',
      },
    ],
  },
  {
    id: 'SEAT-02',
    sentence: '`castellan init` offers a PIN, as the window does.',
    lifts: [
      {
        mechanism: 'the PIN that is chosen on the terminal is what the engine is told',
        file: 'electron/cli/context.ts',
        from: 'passphrase: await choosePin(host, input, context.pinFile, question.onToken?.label ?? null),',
        to: 'passphrase: (await choosePin(host, input, context.pinFile, null), null),',
        test: 'test/unit/cli/pin.test.ts',
        name: 'is offered on the terminal, typed twice, with the echo off',
      },
    ],
  },
];
