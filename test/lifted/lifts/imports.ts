import type { Claim } from '../lift.ts';

const TARGET = 'electron/crypto/bundles/signed-target.ts';
const BUNDLE = 'electron/crypto/bundles/import-bundle.ts';
const VAULT = 'electron/vault/imports.ts';
const VAULT_TEST = 'test/unit/vault/imports.test.ts';
const ENGINE = 'electron/engine/imports/imports.ts';
const ENGINE_TEST = 'test/unit/engine/imports/imports.test.ts';

const MOVES = 'electron/engine/flows/move';
const MOVES_TEST = 'test/unit/engine/flows/move/moves.test.ts';
const PASSED_ON = 'electron/vault/moves.ts';
const PASSED_ON_TEST = 'test/unit/vault/moves.test.ts';

/** The key that an import is encrypted to, and the proof of its addresses. */
export const IMPORTING: readonly Claim[] = [
  {
    id: 'SERVICE-21',
    sentence:
      'An imported wallet, key or secret is encrypted only to a key that the profile’s signer key signed for this organization and user.',
    lifts: [
      {
        mechanism: 'the key of an import is signed by the profile’s signer key',
        file: TARGET,
        from: 'if (message.signerKey !== signerKey.toLowerCase())',
        to: "if (signerKey === '')",
        test: VAULT_TEST,
        name: 'is not used when it is signed by another key',
      },
      {
        mechanism: 'the key of an import is as it was signed',
        file: TARGET,
        from: 'if (!p256Verify(message.signerKey, message.data, message.dataSignature))',
        to: "if (signerKey === '')",
        test: VAULT_TEST,
        name: 'is not used when it was changed',
      },
      {
        mechanism: 'the key of an import is for the profile’s organization',
        file: TARGET,
        from: 'claims.organizationId !== undefined && claims.organizationId !== organizationId',
        to: "organizationId === ''",
        test: VAULT_TEST,
        name: 'is not used when it is for another organization',
      },
      {
        mechanism: 'the key of an import is for the user who asked for it',
        file: BUNDLE,
        from: 'claims.userId !== undefined && claims.userId !== target.userId',
        to: "target.userId === ''",
        test: VAULT_TEST,
        name: 'is not used when it is for another user',
      },
      {
        mechanism: 'the profile of an import is as it was confirmed',
        file: ENGINE,
        from: 'await profiles.requireConfirmed(profile);',
        to: '',
        test: ENGINE_TEST,
        name: 'is not sealed for a profile that was changed outside, and wiped all the same',
      },
    ],
  },
  {
    id: 'SERVICE-22',
    sentence: 'The vault derives the addresses of an import, and compares them with the service’s.',
    lifts: [
      {
        mechanism: 'the addresses of an import are compared',
        file: ENGINE,
        from: 'if (!sameAddress(format, derived, other)) throw mismatch(derived, other);',
        to: '',
        test: ENGINE_TEST,
        name: 'are refused when the service reports others: 0',
      },
      {
        mechanism: 'an import with more addresses than were asked for is refused',
        file: ENGINE,
        from: 'if (reported.length !== formats.length)',
        to: 'if (reported.length < 0)',
        test: ENGINE_TEST,
        name: 'are refused when the service reports others: 2',
      },
      {
        mechanism: 'nothing of an import stays in the vault',
        file: VAULT,
        from: 'memory.release(held);',
        to: '',
        test: VAULT_TEST,
        name: 'is sealed as its words, with the addresses from the service’s derivation',
      },
    ],
  },
  {
    id: 'SERVICE-23',
    sentence:
      'A moved key is sealed only to a key that the target’s pinned signer signed. Nothing in between opens it. The addresses of both services are compared.',
    lifts: [
      {
        mechanism: 'the target of a move is signed by the pinned signer of the target',
        file: PASSED_ON,
        from: '{ ...target, needsUser: true }',
        to: '{ ...target, signerKey: JSON.parse(target.bundle).enclaveQuorumPublic, needsUser: true }',
        test: PASSED_ON_TEST,
        name: 'is refused for another signer',
      },
      {
        mechanism: 'the target of a move is for a named user',
        file: PASSED_ON,
        from: 'needsUser: true',
        to: 'needsUser: false',
        test: PASSED_ON_TEST,
        name: 'is refused for no user',
      },
      {
        mechanism: 'an export that is passed on is signed by the pinned signer of the source',
        file: PASSED_ON,
        from: 'checkExportBundle(exported)',
        to: 'checkExportBundle({ ...exported, signerKey: JSON.parse(exported.bundle).enclaveQuorumPublic })',
        test: PASSED_ON_TEST,
        name: 'is not passed on with another signer',
      },
      {
        mechanism: 'the addresses of a move are compared',
        file: `${MOVES}/choose.ts`,
        from: 'const [first] = compared.different;',
        to: 'const [first] = compared.different.slice(compared.different.length);',
        test: MOVES_TEST,
        name: 'names both addresses when the target reports another one',
      },
      {
        mechanism: 'both profiles of a move are as they were confirmed',
        file: `${MOVES}/moves.ts`,
        from: 'for (const profile of [source, target]) await profiles.requireConfirmed(profile);',
        to: '',
        test: MOVES_TEST,
        name: 'uses no profile that was changed outside: there',
      },
      {
        mechanism: 'a move asks the operator',
        file: `${MOVES}/moves.ts`,
        from: "await consents.ask({ kind: 'moveKeys',",
        to: "void ({ kind: 'moveKeys',",
        test: MOVES_TEST,
        name: 'sends nothing that the operator refuses',
      },
      {
        mechanism: 'a move exports only what was in its question',
        file: `${MOVES}/one-move.ts`,
        from: 'if (!isAsked && (there === null ||',
        to: 'if (!isAsked && there !== null && (here === there ||',
        test: MOVES_TEST,
        name: 'never exports a wallet that was not in the question',
      },
    ],
  },
  {
    id: 'SLIP-11',
    sentence: 'A text of 32 characters, such as a password, is not imported as a raw API key.',
    lifts: [
      {
        mechanism: 'raw bytes that are all text are no key',
        file: 'electron/cli/private-key.ts',
        from: ' && !bytes.every(isTextByte)',
        to: '',
        test: 'test/unit/cli/private-key.test.ts',
        name: 'refuses 32 bytes that are all text, and names what they look like: correct-horse-battery-staple-42!',
      },
    ],
  },
];
