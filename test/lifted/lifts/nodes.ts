import type { Claim } from '../lift.ts';

const NODE_ANSWERS_TEST = 'test/unit/custody/chains/node-answers.test.ts';
const NODE_TEST = 'test/unit/custody/chains/node.test.ts';
const EARN_TEST = 'test/contract/keys/earn.test.ts';
const SOLANA_TEST = 'test/unit/custody/chains/solana.test.ts';
const TOKEN_TEST = 'test/unit/custody/chains/erc20.test.ts';

/** Limits of a node of a chain against the local service. */
export const NODES: readonly Claim[] = [
  {
    id: 'NODE-10',
    sentence: 'A node’s reply counts only with proof that the node serves the right chain.',
    lifts: [
      {
        mechanism: 'a node has to say that it is of the chain',
        file: 'electron/custody/chains/node.ts',
        from: 'if (found !== chain) throw',
        to: "if (found === '') throw",
        test: NODE_TEST,
        name: 'discards all replies of a node of another chain',
      },
      {
        mechanism: 'it has to say so with every message',
        file: 'electron/custody/chains/line.ts',
        from: 'await say([identity, ...calls], onLength);\n    believe(identity, who);',
        to: 'await say([identity, ...calls], onLength);\n    void who;',
        test: NODE_TEST,
        name: 'believes nothing any more once another chain is behind the address',
      },
    ],
  },
  {
    id: 'NODE-11',
    sentence: 'Castellan waits as long as a rate-limiting node requests.',
    lifts: [
      {
        mechanism: 'it is not asked until then',
        file: 'electron/custody/chains/node.ts',
        from: 'if (endpoint.leftAloneUntil > at) {',
        to: 'if (at < 0) {',
        test: NODE_TEST,
        name: 'leaves one alone that asks to be asked less often and says how long',
      },
    ],
  },
  {
    id: 'NODE-12',
    sentence: 'All replies to one query together have the size limit of one reply.',
    lifts: [
      {
        mechanism: 'what is read in place of one answer is counted',
        file: 'electron/custody/chains/line.ts',
        from: 'if (read > LONGEST) throw tooLong();',
        to: '',
        test: NODE_TEST,
        name: 'reads no more in place of one answer than of one',
      },
    ],
  },
  {
    id: 'NODE-13',
    sentence: 'The window shows only the host of a node.',
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
    id: 'NODE-14',
    sentence: 'A transaction is signed on this machine and identified by its own hash.',
    lifts: [
      {
        mechanism: 'a node cannot call a transaction otherwise',
        file: 'electron/custody/chains/questions.ts',
        from: "if (readHash(result, 'the hash') !== transactionHash)",
        to: "if (readHash(result, 'the hash') === '')",
        test: NODE_ANSWERS_TEST,
        name: 'is refused: another hash',
      },
      {
        mechanism: 'a receipt is that of the transaction',
        file: 'electron/custody/chains/questions.ts',
        from: "if (readHash(receipt.transactionHash, 'the hash') !== transactionHash)",
        to: "if (readHash(receipt.transactionHash, 'the hash') === '')",
        test: NODE_ANSWERS_TEST,
        name: 'is refused: another receipt',
      },
    ],
  },
  {
    id: 'NODE-15',
    sentence: 'A Solana network is identified by its genesis hash.',
    lifts: [
      {
        mechanism: 'the hash of the first block says of which network of Solana a node is',
        file: 'electron/custody/chains/node.ts',
        from: "solanaChainName(readKey(result, 'the hash of the first block'))",
        to: 'chain',
        test: SOLANA_TEST,
        name: 'is not believed where its first block is that of another network',
      },
    ],
  },
  {
    id: 'NODE-28',
    sentence:
      'A Solana transaction is signed only with a blockhash or nonce of its cluster. Nodes of mainnet are asked about one of a test cluster.',
    lifts: [
      {
        mechanism: 'a blockhash or nonce that a request states is one of the cluster',
        file: 'electron/custody/handlers/chains/solana-cluster.ts',
        from: 'if (await hasLifetime(lifetime, node)) return;',
        to: "if (node.chain !== '') return;",
        test: 'test/unit/custody/chains/solana-cluster.test.ts',
        name: 'has a blockhash of devnet',
      },
      {
        mechanism: 'a blockhash of mainnet is not signed for a test cluster',
        file: 'electron/custody/handlers/chains/solana-cluster.ts',
        from: 'const isOfMainnet = await hasLifetime(lifetime, mainnet);',
        to: 'const isOfMainnet = (await hasLifetime(lifetime, mainnet)) && lifetime.blockhash === node.chain;',
        test: 'test/unit/custody/chains/solana-cluster.test.ts',
        name: 'is refused with a blockhash of mainnet that the node of devnet calls its own',
      },
    ],
  },
  {
    id: 'NODE-16',
    sentence: 'A missing Solana transaction counts as failed only when no block can contain it any more.',
    lifts: [
      {
        mechanism: 'a transaction on Solana has failed only when no block can have it any more',
        file: 'electron/custody/chains/solana/follow.ts',
        from: 'height > lastHeight',
        to: 'height >= lastHeight',
        test: SOLANA_TEST,
        name: 'has failed only when no block can have it any more',
      },
      {
        mechanism: 'a node of Solana cannot call a transaction otherwise',
        file: 'electron/custody/chains/solana/questions.ts',
        from: "if (readSignature(result, 'the signature') !== signature)",
        to: "if (result === '')",
        test: SOLANA_TEST,
        name: 'is named by its signature, or the reply is discarded',
      },
    ],
  },
  {
    id: 'NODE-17',
    sentence: 'The fee that a node proposes is limited to half a coin.',
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
    id: 'NODE-18',
    sentence: 'A reverting contract is no failure of the node. A token symbol is shown only in safe characters.',
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
        name: 'is reported if it can be shown: a text that turns what follows',
      },
    ],
  },
  {
    id: 'NODE-19',
    sentence:
      'Funds go only into a wrapper of the organization, for the token that the vault named when the wrapper was created.',
    lifts: [
      {
        mechanism: 'a wrapper is made by the contract that its address follows from',
        file: 'electron/custody/handlers/chains/earn.ts',
        from: '(await node.ask(codeAt(DEPLOYER))) !== DEPLOYER_CODE',
        to: "(await node.ask(codeAt(DEPLOYER))) === '0x'",
        test: EARN_TEST,
        name: 'cannot be created by any contract but the one in its address',
      },
      {
        mechanism: 'what does not answer as a vault is not wrapped',
        file: 'electron/custody/handlers/chains/earn.ts',
        from: 'if (asset !== null && assets !== null) return asset;',
        to: "if (assets !== null) return asset ?? '';",
        test: EARN_TEST,
        name: 'is made around no vault that names no token',
      },
      {
        mechanism: 'the token is the one that the vault named when its wrapper was made',
        file: 'electron/custody/handlers/chains/earn.ts',
        from: 'const { wrapperAddress, assetAddress } = wrapper;',
        to: 'const { wrapperAddress } = wrapper;\n  const assetAddress = await requireVault(node, wrapper.vaultAddress);',
        test: EARN_TEST,
        name: 'approves exactly its amount of the token that the vault named at first',
      },
      {
        mechanism: 'a wrapper is the organization’s own, or of the one above it for what accounts hold in it',
        file: 'electron/custody/handlers/chains/earn-wrappers.ts',
        from: 'own === undefined && orAbove !== undefined && parentOrganizationId !== null',
        to: 'own === undefined && parentOrganizationId !== null',
        test: EARN_TEST,
        name: 'can be used by sub-organizations, which cannot claim its fees or change it',
      },
      {
        mechanism: 'what is to be sponsored is refused, and not paid by the account',
        file: 'electron/custody/handlers/chains/earn.ts',
        from: '  refuseSponsor(sponsor);\n  requireDeployed(wrapper, context);',
        to: '  requireDeployed(wrapper, context);',
        test: EARN_TEST,
        name: 'is refused without the requested sponsor, and when the wrapper takes no deposits',
      },
    ],
  },
  {
    id: 'NODE-20',
    sentence: 'A transaction that depends on a failed one is not sent.',
    lifts: [
      {
        mechanism: 'a transaction waits for the one that it needs',
        file: 'electron/custody/chains/broadcaster.ts',
        from: "if (state === 'INCLUDED') return null;",
        to: "if (state !== 'INCLUDED') return null;",
        test: EARN_TEST,
        name: 'is not sent after a failed approval, and frees its nonce',
      },
    ],
  },
  {
    id: 'NODE-21',
    sentence: 'A transaction counts as replaced only when a mined transaction used its nonce.',
    lifts: [
      {
        mechanism: 'what a node hides has not failed',
        file: 'electron/custody/chains/follow-ethereum.ts',
        from: 'if (taker === transactionHash)',
        to: "if (taker === '')",
        test: 'test/unit/custody/chains/follow-ethereum.test.ts',
        name: 'has not when the block has it',
      },
    ],
  },
  {
    id: 'NODE-22',
    sentence: 'Only main knows the full address of a node, and removes it from every message.',
    lifts: [
      {
        mechanism: 'what a node repeats of its address is struck out',
        file: 'electron/engine/service/endpoints.ts',
        from: 'withoutSecrets(reply.body, named.url)',
        to: 'Uint8Array.from(reply.body)',
        test: 'test/unit/engine/service/endpoints.test.ts',
        name: 'strikes out what may be a key of the address',
      },
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
