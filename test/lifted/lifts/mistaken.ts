import type { Claim } from '../lift.ts';

const MISTAKEN_TEST = 'test/meanings/mistaken-calls.test.ts';
const MESSAGES_TEST = 'test/meanings/mistaken-messages.test.ts';
const REVIEWED = 'cases are described as reviewed';

/** Names in a call or an order that promise less than it does. */
export const MISTAKEN: readonly Claim[] = [
  {
    id: 'REQUEST-301',
    sentence: 'A known token in the place of an item of a collection is shown as its amount, and is blind.',
    lifts: [
      {
        mechanism: 'a token in the place of a collection is recognised',
        file: 'electron/vault/calls/messages/orders.ts',
        from: "tokenOf(of.chain, of.text('token')) !== null;",
        to: "tokenOf(of.chain, '') !== null;",
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-302',
    sentence: 'A call that gives somebody power is a danger, even when only a descriptor explains it.',
    lifts: [
      {
        mechanism: 'powers are recognised by the names in a described call',
        file: 'electron/vault/calls/given-powers.ts',
        from: 'if (holder === undefined) return [];',
        to: 'if (holder !== null) return [];',
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
      {
        mechanism: 'the data for the holder of an approval is blind',
        file: 'electron/vault/calls/given-powers.ts',
        from: 'CALLS_ON.test(name) && data !== undefined',
        to: 'CALLS_ON.test(name) && data === null',
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-303',
    sentence: 'A Safe that is made with unknown code, or without owners, is blind.',
    lifts: [
      {
        mechanism: 'the code of a new Safe is compared with the known versions',
        file: 'electron/vault/calls/safe-factories.ts',
        from: "SINGLETONS.has(of.text('singleton').toLowerCase());",
        to: "SINGLETONS.size > 0 && of.text('singleton') !== '';",
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
      {
        mechanism: 'a Safe that is not set up has no owner',
        file: 'electron/vault/calls/safe-factories.ts',
        from: '...(isSetUp(of)',
        to: '...(isSetUp(of) || true',
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-304',
    sentence: 'A function whose name several standards share is blind at an unknown contract.',
    lifts: [
      {
        mechanism: 'a vault is not known by the names of its functions',
        file: 'electron/vault/calls/tokens.ts',
        from: "strangerFindings(of, 'ERC-4626', false)",
        to: "strangerFindings(of, 'ERC-4626', true)",
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
      {
        mechanism: 'a call of the zero address by MultiSend is not explained',
        file: 'electron/vault/calls/packed.ts',
        from: 'if (isZero(bytes.subarray(start - HEAD_BYTES + 1,',
        to: 'if (start < 0 && isZero(bytes.subarray(start - HEAD_BYTES + 1,',
        test: MISTAKEN_TEST,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-305',
    sentence:
      'Bytes that a descriptor only shows are blind, and a message that it explains has the findings of every message.',
    lifts: [
      {
        mechanism: 'bytes that are shown as they are do not count as explained',
        file: 'electron/vault/calls/descriptors/describe.ts',
        from: "if (format === 'raw' && isOpaque(each))",
        to: "if (format === '' && isOpaque(each))",
        test: 'test/meanings/described-messages.test.ts',
        name: REVIEWED,
      },
      {
        mechanism: 'a chain other than that of the domain is a danger',
        file: 'electron/vault/calls/messages/common.ts',
        from: 'number(value) && String(value) !== own',
        to: 'number(value) && own === null',
        test: 'test/meanings/described-messages.test.ts',
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-306',
    sentence:
      'A text that a Safe signs has the findings of a personal message, and control characters make a text blind.',
    lifts: [
      {
        mechanism: 'the text of a SafeMessage is read as a personal message',
        file: 'electron/crypto/payloads/nested.ts',
        from: 'if (hashed.types.encoded(hashed.primaryType) === SAFE_MESSAGE)',
        to: "if (hashed.primaryType === '')",
        test: MESSAGES_TEST,
        name: REVIEWED,
      },
      {
        mechanism: 'a text with control characters is not understood',
        file: 'electron/crypto/payloads/messages.ts',
        from: "if (isPlain(bytes)) return { ...described, title: 'Text' };",
        to: "if (isUtf8(bytes)) return { ...described, title: 'Text' };",
        test: MESSAGES_TEST,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-307',
    sentence:
      'Coins in a new Solana account that nobody initialises, a lock, and recipients of other chains are dangers.',
    lifts: [
      {
        mechanism: 'an account without an owner is a danger',
        file: 'electron/crypto/transactions/solana/open-accounts.ts',
        from: 'if (isOwned) return [];',
        to: 'if (isOwned || index >= 0) return [];',
        test: 'test/meanings/open-accounts.test.ts',
        name: REVIEWED,
      },
      {
        mechanism: 'an address of Cosmos has the prefix of the account that acts',
        file: 'electron/crypto/payloads/forms/cosmos/sign-doc.ts',
        from: 'if (readAddress(value)?.prefix === prefix) return [];',
        to: 'if (prefix.length > 0) return [];',
        test: MESSAGES_TEST,
        name: REVIEWED,
      },
      {
        mechanism: 'a recipient in 32 bytes is judged as an address',
        file: 'electron/vault/calls/messages/bridges.ts',
        from: '...recipientFindings(of, spec),',
        to: '',
        test: MESSAGES_TEST,
        name: REVIEWED,
      },
    ],
  },
];
