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
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a request or a token behind the prefix of a message has a mark',
        file: 'electron/crypto/payloads/quoted.ts',
        from: 'if (name === null) return recordFindings(message, field);',
        to: 'if (name !== null) return [];',
        test: 'test/unit/crypto/payloads/forms/credentials.test.ts',
        name: 'is blind, also as a personal message',
      },
      {
        mechanism: 'requests, deliveries and statements of web services are recognized by their shape',
        file: 'electron/crypto/payloads/forms/credentials.ts',
        from: '?.name ?? requestIn(text);',
        to: '?.name ?? (text.length < 0 ? requestIn(text) : null);',
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
    id: 'REQUEST-441',
    sentence:
      'A text that only begins like a sign-in, or spells bytes or a transaction, is blind. Words out of sight have a warning.',
    lifts: [
      {
        mechanism: 'a text that spells bytes or a transaction has a mark',
        file: 'electron/crypto/payloads/quoted.ts',
        from: 'return [look.isReadable ?',
        to: 'return [look.isReadable || look.name.length > 0 ?',
        test: 'test/meanings/hidden-texts.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a text that only begins like a sign-in has a mark',
        file: 'electron/crypto/payloads/quoted.ts',
        from: 'if (fields.length > 0) return findings;',
        to: 'if (fields.length >= 0) return findings;',
        test: 'test/meanings/hidden-texts.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'words behind many blanks are a danger',
        file: 'electron/crypto/payloads/quoted.ts',
        from: '...(FAR_BELOW.test(text.trimEnd())',
        to: '...(text.length < 0 && FAR_BELOW.test(text.trimEnd())',
        test: 'test/meanings/hidden-texts.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'digits among words are looked at',
        file: 'electron/crypto/payloads/looks-like.ts',
        from: 'if (digits === undefined) return null;',
        to: 'if (digits !== null) return null;',
        test: 'test/meanings/hidden-texts.test.ts',
        name: 'are described as reviewed',
      },
    ],
  },
  {
    id: 'REQUEST-442',
    sentence:
      'A memo that is an instruction for the recipient, and data or a message of Bitcoin that is no text, are blind.',
    lifts: [
      {
        mechanism: 'a memo that passes a payment on has a mark',
        file: 'electron/crypto/transactions/routes.ts',
        from: 'if (INVOICE.test(memo)) return false;',
        to: 'if (INVOICE.test(memo) || memo.length > 0) return false;',
        test: 'test/meanings/solana.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'published data that is no text has a mark',
        file: 'electron/crypto/transactions/bitcoin/outputs.ts',
        from: 'if (bareBytes(script) !== null)\n    return [',
        to: 'if (bareBytes(script) !== null && script.length < 0)\n    return [',
        test: 'test/meanings/hostile-contents.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a message that is no text has a mark',
        file: 'electron/crypto/transactions/bitcoin/message-meaning.ts',
        from: 'if (isTrue && stated !== null && !isUtf8(stated))',
        to: 'if (isTrue && stated !== null && stated.length < 0)',
        test: 'test/meanings/matrix.test.ts',
        name: 'that is unknown',
      },
    ],
  },
  {
    id: 'REQUEST-443',
    sentence:
      'An amount that no token has is named where no word stands for it, and signers who cannot sign are blind.',
    lifts: [
      {
        mechanism: 'an amount that no token has is looked for in the sentence and the rows',
        file: 'electron/vault/calls/messages/common.ts',
        from: 'if (unlimited.length === 0) return [];\n  return [\n    care(',
        to: 'if (unlimited.length >= 0) return [];\n  return [\n    care(',
        test: 'test/meanings/hostile-calls.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a number of signatures that the signers cannot give has a mark',
        file: 'electron/vault/calls/messages/hyperliquid.ts',
        from: "if (of.text('signers') === 'null') return [];",
        to: "if (of.text('signers') !== '') return [];",
        test: 'test/meanings/hostile-messages.test.ts',
        name: 'are described as reviewed',
      },
    ],
  },
  {
    id: 'REQUEST-444',
    sentence:
      'A transfer between chains in an unknown form, to an unknown chain or on another chain than its domain is blind.',
    lifts: [
      {
        mechanism: 'a transfer of Gateway of another version has a mark',
        file: 'electron/vault/calls/messages/bridges.ts',
        from: "...(spec.text('version') === VERSION",
        to: "...(spec.text('version') !== ''",
        test: 'test/meanings/mistaken-messages.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a deposit of Across on another chain than the domain has a mark',
        file: 'electron/vault/calls/messages/bridges.ts',
        from: "...(of.chain === ethereumChainName(of.text('originChainId'))",
        to: "...(of.chain !== ethereumChainName(of.text('depositId'))",
        test: 'test/meanings/disguised-messages.test.ts',
        name: 'are described as reviewed',
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
        from: '{ field, mark }));',
        to: '{ field }));',
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
  {
    id: 'REQUEST-30',
    sentence:
      'A delegation that leaves every token open, and a payment to a contract or an account without a key, are dangers.',
    lifts: [
      {
        mechanism: 'a limit of coins, times or uses bounds no token',
        file: 'electron/vault/calls/messages/delegations.ts',
        from: '.filter(({ limit }) => limit.isOfTokens === true)',
        to: '',
        test: 'test/meanings/delegated.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a contract that returns nothing is named',
        file: 'electron/crypto/transactions/ethereum/meaning.ts',
        from: 'if (what === null) return [];',
        to: 'if (what !== null) return [];',
        test: 'test/meanings/lost-calls.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'withdrawals to an account without a key are payments too',
        file: 'electron/crypto/transactions/solana/off-curve.ts',
        from: 'PAYS[program]?.includes(name) === true',
        to: "name === 'transfer'",
        test: 'test/meanings/attack-solana.test.ts',
        name: 'are described as reviewed',
      },
      {
        mechanism: 'a transaction of zkSync on a chain without them has a mark',
        file: 'electron/vault/calls/messages/zksync.ts',
        from: "CHAINS.has(of.chain ?? '')",
        to: "CHAINS.has(of.chain ?? '') || of.chain !== ''",
        test: 'test/meanings/disguised-messages.test.ts',
        name: 'are described as reviewed',
      },
    ],
  },
];
