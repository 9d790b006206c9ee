import type { Claim } from '../lift.ts';

/** Contents that act for the key beyond any chain. */
export const CREDENTIALS: readonly Claim[] = [
  {
    id: 'REQUEST-28',
    sentence: 'A text that a service may accept as a request or a token of the key is blind, in any spelling.',
    lifts: [
      {
        mechanism: 'a request or a token of no other form is recognized',
        file: 'electron/crypto/payloads/forms/index.ts',
        from: 'return only ?? readCredential(bytes);',
        to: 'return only ?? (bytes.length < 0 ? readCredential(bytes) : null);',
        test: 'test/meanings/signed-bytes-marked.test.ts',
        name: 'are told as reviewed',
      },
      {
        mechanism: 'a request or a token behind the prefix of a message has a mark',
        file: 'electron/crypto/payloads/quoted.ts',
        from: 'if (name === null) return [];',
        to: 'if (name !== null) return [];',
        test: 'test/unit/crypto/payloads/forms/credentials.test.ts',
        name: 'is blind, also as a personal message',
      },
      {
        mechanism: 'names of members are compared as lenient parsers do',
        file: 'electron/crypto/payloads/forms/credentials.ts',
        from: 'return BODY.test(folded(text));',
        to: 'return BODY.test(text.toLowerCase());',
        test: 'test/unit/crypto/payloads/forms/credentials.test.ts',
        name: 'is blind, also as a personal message',
      },
    ],
  },
  {
    id: 'REQUEST-29',
    sentence: 'An activity of an unknown type or version, or with members that are not as declared, is blind.',
    lifts: [
      {
        mechanism: 'a member that an activity lacks or that has another kind has a mark',
        file: 'electron/vault/describe.ts',
        from: '{ field: short(path), mark }',
        to: '{ field: short(path) }',
        test: 'test/unit/vault/unknown-activities.test.ts',
        name: 'that lacks a member',
      },
      {
        mechanism: 'a type that is not known has a mark',
        file: 'electron/vault/describe.ts',
        from: "        field: 'type',\n        mark,",
        to: "        field: 'type',",
        test: 'test/unit/vault/unknown-activities.test.ts',
        name: 'of a later version',
      },
      {
        mechanism: 'a member that is not declared has a mark',
        file: 'electron/vault/describe.ts',
        from: '            field: writePath(path),\n            mark,',
        to: '            field: writePath(path),',
        test: 'test/unit/vault/unknown-activities.test.ts',
        name: 'with a parameter more',
      },
    ],
  },
];
