import type { Claim } from '../lift.ts';

const NODE_TEST = 'test/unit/custody/chains/node.test.ts';
const TOKEN_TEST = 'test/unit/custody/chains/erc20.test.ts';

/** What a node of a chain can have the local service believe and do. */
export const NODES: readonly Claim[] = [
  {
    claims: ['nothing is believed of a node of another chain'],
    lifts: [
      {
        mechanism: 'a node has to say that it is of the chain',
        file: 'electron/custody/chains/node.ts',
        from: 'if (found !== chain) throw',
        to: "if (found === '') throw",
        test: NODE_TEST,
        name: 'believes nothing of a node of another chain',
      },
      {
        mechanism: 'a node that could not be reached has to say so anew',
        file: 'electron/custody/chains/node.ts',
        from: 'if (!ANSWERED.includes(fault.kind)) endpoint.isProven = false;',
        to: '',
        test: NODE_TEST,
        name: 'proves an endpoint anew after it could not be reached',
      },
    ],
  },
  {
    claims: ['one that was named in the window is shown by its host alone from then on'],
    lifts: [
      {
        mechanism: 'the rest of the address is left out of rows and questions',
        file: 'electron/engine/service/named-endpoints.ts',
        from: 'return { id, chain, origin, hides',
        to: 'return { id, chain, origin: url, hides',
        test: 'test/unit/engine/service/named-endpoints.test.ts',
        name: 'is shown without what may be a key, in every question, row and error',
      },
    ],
  },
  {
    claims: ['a transaction is signed here, and known by its own hash'],
    lifts: [
      {
        mechanism: 'a node cannot call a transaction otherwise',
        file: 'electron/custody/chains/questions.ts',
        from: "if (readHash(result, 'the hash') !== transactionHash)",
        to: "if (readHash(result, 'the hash') === '')",
        test: NODE_TEST,
        name: 'is refused: another hash',
      },
      {
        mechanism: 'a receipt is that of the transaction',
        file: 'electron/custody/chains/questions.ts',
        from: "if (readHash(told.transactionHash, 'the hash') !== transactionHash)",
        to: "if (readHash(told.transactionHash, 'the hash') === '')",
        test: NODE_TEST,
        name: 'is refused: another receipt',
      },
    ],
  },
  {
    claims: ['fees are paid on its word up to half a coin'],
    lifts: [
      {
        mechanism: 'fees that a node asks for have a bound',
        file: 'electron/custody/handlers/chains/quote.ts',
        from: 'if (total > MAXIMUM_FEE && !isGiven)',
        to: 'if (total < 0n && !isGiven)',
        test: 'test/unit/custody/chains/quote.test.ts',
        name: 'are not paid on its word beyond half a coin',
      },
    ],
  },
  {
    claims: ["what a contract gives is no fault of a node, and a token's symbol is told only where it can be shown"],
    lifts: [
      {
        mechanism: 'a contract that refuses is told from a node that is asked too much',
        file: 'electron/custody/chains/json-rpc.ts',
        from: 'if (code === REVERTED) return',
        to: 'if (code === 0) return',
        test: TOKEN_TEST,
        name: 'is no fault of the node, and no balance: it refuses in the words of a node',
      },
      {
        mechanism: 'a symbol has no signs that steer what is shown',
        file: 'electron/custody/chains/erc20.ts',
        from: '/^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]+$/u.test(text)',
        to: "text !== ''",
        test: TOKEN_TEST,
        name: 'is told where it can be shown: a text that turns what follows',
      },
    ],
  },
  {
    claims: ['its address, which may hold a key, is known to main alone and in no message'],
    lifts: [
      {
        mechanism: 'a refusal does not repeat an address',
        file: 'electron/engine/service/endpoints.ts',
        from: 'throw refusal(`the address of',
        to: 'throw refusal(text + `the address of',
        test: 'test/unit/engine/service/endpoints.test.ts',
        name: 'is refused in the clear',
      },
    ],
  },
];
