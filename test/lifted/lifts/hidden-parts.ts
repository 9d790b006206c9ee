import type { Claim } from '../lift.ts';

const REVIEWED = 'cases are described as reviewed';
const TAKERS = 'test/meanings/public-takers.test.ts';
const BYTES = 'test/meanings/named-bytes.test.ts';
const DECOYS = 'test/meanings/decoys.test.ts';
const EITHER = 'test/meanings/either-reader.test.ts';
const SEVERAL = 'test/meanings/several-payloads.test.ts';

/** Claims about parts of contents that other parts could hide. */
export const HIDDEN_PARTS: readonly Claim[] = [
  {
    id: 'REQUEST-420',
    sentence: 'A payload of unknown content hides no other payload of the same request, and one mark stands for all.',
    lifts: [
      {
        mechanism: 'a payload beside unknown bytes is described by itself',
        file: 'electron/vault/decode-payloads.ts',
        from: 'for (const each of described.summary)',
        to: 'for (const each of unknown.size > 0 ? [] : described.summary)',
        test: SEVERAL,
        name: REVIEWED,
      },
      {
        mechanism: 'unknown bytes beside known payloads are blind',
        file: 'electron/vault/decode-payloads.ts',
        from: 'unknown.set(warning, [...(unknown.get(warning) ?? []), index]);',
        to: '',
        test: SEVERAL,
        name: REVIEWED,
      },
      {
        mechanism: 'the mark is made of every payload',
        file: 'electron/vault/decode-payloads.ts',
        from: 'JSON.stringify(payloads)',
        to: 'JSON.stringify(payloads.slice(-1))',
        test: SEVERAL,
        name: 'changes with each of them',
      },
    ],
  },
  {
    id: 'REQUEST-421',
    sentence: 'Power for a contract that makes calls for everybody is a danger, in calls and in messages.',
    lifts: [
      {
        mechanism: 'a taker of a standard or a rule is compared with the contracts that make calls for everybody',
        file: 'electron/vault/calls/by-standard.ts',
        from: '...publicTakerFindings(call, values, isAbout),',
        to: '',
        test: TAKERS,
        name: REVIEWED,
      },
      {
        mechanism: 'a taker that a descriptor shows is compared with them too',
        file: 'electron/vault/calls/by-descriptor.ts',
        from: '...publicTakerFindings(call, values)',
        to: '',
        test: TAKERS,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-422',
    sentence: 'Tokens for a known contract that keeps nothing for an account are a danger, and it is no token.',
    lifts: [
      {
        mechanism: 'recipients are compared with the known contracts',
        file: 'electron/vault/calls/lost.ts',
        from: "keptByNobody(address, 'tokens', field)",
        to: '[]',
        test: TAKERS,
        name: REVIEWED,
      },
      {
        mechanism: 'a function of a token at a known contract that is none is blind',
        file: 'electron/vault/calls/by-standard.ts',
        from: "standard.moves === 'own tokens' ?",
        to: "standard.moves === 'own tokens' && call.to === '' ?",
        test: TAKERS,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-423',
    sentence: 'Withdrawal credentials and Bitcoin scripts in calls are shown as the addresses in them, or warned of.',
    lifts: [
      {
        mechanism: 'credentials of another form are warned of',
        file: 'electron/vault/calls/named-bytes.ts',
        from: 'else if (warning !== null) warn(warning, path);',
        to: '',
        test: BYTES,
        name: REVIEWED,
      },
      {
        mechanism: 'a script without an address is blind',
        file: 'electron/vault/calls/named-bytes.ts',
        from: 'who gets the coins is unknown.`, path, true)',
        to: 'who gets the coins is unknown.`, path)',
        test: BYTES,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-424',
    sentence: 'Members that a message is filled with push neither its recipients nor its amounts out of the summary.',
    lifts: [
      {
        mechanism: 'recipients and the largest amounts of an unknown message come first',
        file: 'electron/crypto/payloads/guessed-order.ts',
        from: 'if (rows.length <= MAXIMUM_ROWS) return [...rows];',
        to: 'if (rows.length > 0) return rows.slice(0, MAXIMUM_ROWS);',
        test: DECOYS,
        name: REVIEWED,
      },
      {
        mechanism: 'the spenders that have no finding of their own are counted',
        file: 'electron/crypto/payloads/permits.ts',
        from: '...(spenders.length > MAXIMUM_SPENDERS',
        to: '...(spenders.length > 1e9',
        test: DECOYS,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-425',
    sentence: 'Endless calls, limitless amounts and recipients without a key are reported whoever explains the call.',
    lifts: [
      {
        mechanism: 'calls of standards without an end are reported',
        file: 'electron/vault/calls/by-standard.ts',
        from: '...endlessCallFindings(values, { field: call.field, basis: standard.basis }),',
        to: '',
        test: EITHER,
        name: REVIEWED,
      },
      {
        mechanism: 'a descriptor’s call has the findings by the names of its arguments',
        file: 'electron/vault/calls/by-descriptor.ts',
        from: '...commonCallFindings(values, rows, { field: call.field, basis }),',
        to: '',
        test: EITHER,
        name: REVIEWED,
      },
      {
        mechanism: 'whoever gets something is compared with the addresses that nobody has the key of',
        file: 'electron/vault/calls/lost.ts',
        from: 'else if (GETS.test(name) && ',
        to: 'else if (GETS.test(name) && name === path + path && ',
        test: EITHER,
        name: REVIEWED,
      },
    ],
  },
  {
    id: 'REQUEST-426',
    sentence: 'An order of UniswapX counts with its least payment at any time, and is blind where its permit differs.',
    lifts: [
      {
        mechanism: 'a payment that rises counts with its start',
        file: 'electron/vault/calls/messages/uniswapx.ts',
        from: "of.number('startAmount') < of.number(least)",
        to: "of.number('startAmount') < 0n",
        test: 'test/meanings/orders.test.ts',
        name: REVIEWED,
      },
      {
        mechanism: 'the input of the order is compared with the permit',
        file: 'electron/vault/calls/messages/uniswapx.ts',
        from: '...inputFindings(of),',
        to: '',
        test: 'test/meanings/orders.test.ts',
        name: REVIEWED,
      },
    ],
  },
];
