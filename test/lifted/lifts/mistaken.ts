import type { Claim } from '../lift.ts';

const MISTAKEN_TEST = 'test/meanings/mistaken-calls.test.ts';
const TOLD = 'cases are told as reviewed';

/** Names in a call or an order that promise less than it does. */
export const MISTAKEN: readonly Claim[] = [
  {
    id: 'MEANING-301',
    sentence: 'A known token in the place of an item of a collection is shown as its amount, and is blind.',
    lifts: [
      {
        mechanism: 'a token in the place of a collection is recognised',
        file: 'electron/vault/calls/messages/orders.ts',
        from: "tokenOf(of.chain, of.text('token')) !== null;",
        to: "tokenOf(of.chain, '') !== null;",
        test: MISTAKEN_TEST,
        name: TOLD,
      },
    ],
  },
  {
    id: 'MEANING-302',
    sentence: 'A call that gives somebody power is a danger, even when only a descriptor explains it.',
    lifts: [
      {
        mechanism: 'powers are recognised by the names in a described call',
        file: 'electron/vault/calls/given-powers.ts',
        from: 'if (holder === undefined) return [];',
        to: 'if (holder !== null) return [];',
        test: MISTAKEN_TEST,
        name: TOLD,
      },
      {
        mechanism: 'the data for the holder of an approval is blind',
        file: 'electron/vault/calls/given-powers.ts',
        from: 'CALLS_ON.test(name) && data !== undefined',
        to: 'CALLS_ON.test(name) && data === null',
        test: MISTAKEN_TEST,
        name: TOLD,
      },
    ],
  },
  {
    id: 'MEANING-303',
    sentence: 'A Safe that is made with unknown code, or without owners, is blind.',
    lifts: [
      {
        mechanism: 'the code of a new Safe is compared with the known versions',
        file: 'electron/vault/calls/safe-factories.ts',
        from: "SINGLETONS.has(of.text('singleton').toLowerCase());",
        to: "SINGLETONS.size > 0 && of.text('singleton') !== '';",
        test: MISTAKEN_TEST,
        name: TOLD,
      },
      {
        mechanism: 'a Safe that is not set up has no owner',
        file: 'electron/vault/calls/safe-factories.ts',
        from: '...(isSetUp(of)',
        to: '...(isSetUp(of) || true',
        test: MISTAKEN_TEST,
        name: TOLD,
      },
    ],
  },
  {
    id: 'MEANING-304',
    sentence: 'A function whose name several standards share is blind at an unknown contract.',
    lifts: [
      {
        mechanism: 'a vault is not known by the names of its functions',
        file: 'electron/vault/calls/tokens.ts',
        from: "strangerFindings(of, 'ERC-4626', false)",
        to: "strangerFindings(of, 'ERC-4626', true)",
        test: MISTAKEN_TEST,
        name: TOLD,
      },
      {
        mechanism: 'a call of the zero address by MultiSend is not explained',
        file: 'electron/vault/calls/packed.ts',
        from: 'if (isZero(bytes.subarray(start - HEAD_BYTES + 1,',
        to: 'if (start < 0 && isZero(bytes.subarray(start - HEAD_BYTES + 1,',
        test: MISTAKEN_TEST,
        name: TOLD,
      },
    ],
  },
];
