import type { Claim } from '../lift.ts';

const FOLDER = 'electron/custody/chains/history';
const LIES = 'test/unit/custody/chains/history/lies.test.ts';
const FOLLOWED = 'test/unit/custody/chains/history/followed.test.ts';
const TOLD = 'test/unit/custody/chains/history/told.test.ts';

/** What a node of a chain can have the local service tell of the past. */
export const HISTORY: readonly Claim[] = [
  {
    claims: [
      'what is told of a block has to fit the block, and each block the one before it, else nothing of it is stored',
    ],
    lifts: [
      {
        mechanism: 'what is told of a block names it',
        file: `${FOLDER}/blocks.ts`,
        from: "if (readHash(told.blockHash, 'the hash of the block') !== blockHash)",
        to: "if (readHash(told.blockHash, 'the hash of the block') === '')",
        test: LIES,
        name: 'is reported: receipts of another block',
      },
      {
        mechanism: 'transactions are in their order',
        file: `${FOLDER}/blocks.ts`,
        from: "if (readCount(told.transactionIndex, 'the index') !== index)",
        to: "if (readCount(told.transactionIndex, 'the index') < 0)",
        test: LIES,
        name: 'is reported: transactions at other places',
      },
      {
        mechanism: 'a receipt is of its transaction',
        file: `${FOLDER}/blocks.ts`,
        from: "if (readHash(told.transactionHash, 'the hash') !== hash || readAddress(told.from, 'the sender') !== from)",
        to: "if (readHash(told.transactionHash, 'the hash') === '' || readAddress(told.from, 'the sender') === '')",
        test: LIES,
        name: 'is reported: a receipt of another sender',
      },
      {
        mechanism: 'receipts that are told one by one are held to the same',
        file: `${FOLDER}/blocks.ts`,
        from: 'readOutcome(value, index, hash, transactions[index] as Transaction)',
        to: 'readOutcome(value, index, (value as { blockHash: string }).blockHash, transactions[index] as Transaction)',
        test: LIES,
        name: 'is reported: a receipt of another block, one by one',
      },
      {
        mechanism: 'a log is of its transaction',
        file: `${FOLDER}/blocks.ts`,
        from: "if (readHash(told.transactionHash, 'the hash') !== transactionHash || told.removed === true)",
        to: "if (readHash(told.transactionHash, 'the hash') === '')",
        test: LIES,
        name: 'is reported: a log of another transaction',
      },
      {
        mechanism: 'each transaction has its trace',
        file: `${FOLDER}/traces.ts`,
        from: 'if (traces.length !== transactions.length)',
        to: 'if (traces.length > transactions.length)',
        test: LIES,
        name: 'is reported: half of the traces',
      },
      {
        mechanism: 'a trace is of its transaction',
        file: `${FOLDER}/traces.ts`,
        from: "if (trace.txHash != null && readHash(trace.txHash, 'the hash') !== transactions[index]?.hash)",
        to: "if (trace.txHash != null && readHash(trace.txHash, 'the hash') === '')",
        test: LIES,
        name: 'is reported: the trace of another transaction',
      },
      {
        mechanism: 'a block follows from the one before it',
        file: `${FOLDER}/follower.ts`,
        from: 'if (found.block.parentHash !== store.history.hashOf(chain, height - 1)) return false;',
        to: '',
        test: LIES,
        name: 'is reported: a block from another parent',
      },
      {
        mechanism: 'a transaction is at one place',
        file: `${FOLDER}/work.ts`,
        from: "if (outcome === 'elsewhere')",
        to: "if (outcome === 'added' && isTold && store === undefined)",
        test: LIES,
        name: 'cannot have the same transaction at two places',
      },
      {
        mechanism: 'a log that was searched is in its block',
        file: `${FOLDER}/searches.ts`,
        from: 'if (said.some((log) => log.blockHash !== block.hash || !(isPassedOver || isThere(log))))',
        to: 'if (said.some((log) => !(isPassedOver || isThere(log))))',
        test: LIES,
        name: 'does not end the search: logs of a block that is not there',
      },
      {
        mechanism: 'the receipts have each log that was searched',
        file: `${FOLDER}/searches.ts`,
        from: '!(isPassedOver || isThere(log))))',
        to: '!(isPassedOver || isThere(log) || block.number > 0)))',
        test: LIES,
        name: 'does not end the search: receipts without the logs',
      },
      {
        mechanism: 'a block that can change is found as it was followed to',
        file: `${FOLDER}/searches.ts`,
        from: 'if (store.history.hashOf(chain, block.number) !== block.hash)',
        to: "if (block.hash === '')",
        test: LIES,
        name: 'cannot have a block that was followed to found as another',
      },
    ],
  },
  {
    claims: ['a false word of what is final moves nothing for good'],
    lifts: [
      {
        mechanism: 'a final block is not above the newest one',
        file: 'electron/custody/chains/finality.ts',
        from: 'if (final !== null && (newest === null || final.number > newest.number))',
        to: 'if (final !== null && newest === null)',
        test: LIES,
        name: 'a final block above its newest',
      },
      {
        mechanism: 'a block that was leapt to is final when blocks were read from it',
        file: `${FOLDER}/follower.ts`,
        from: 'if (store.history.hashOf(chain, number - 1) === undefined) return;',
        to: '',
        test: LIES,
        name: 'final and newest blocks far above',
      },
      {
        mechanism: 'what is leapt over is gone back from where the newest block is in it',
        file: `${FOLDER}/follower.ts`,
        from: 'return known === undefined ? number > head : known === hash;',
        to: 'return known === undefined ? number >= 0 || head >= 0 : known === hash;',
        test: LIES,
        name: 'final and newest blocks far above',
      },
      {
        mechanism: 'the newest block is not below what was final',
        file: `${FOLDER}/follower.ts`,
        from: 'if (number < final)',
        to: 'if (number < 0 && final > 0)',
        test: LIES,
        name: 'is reported when its newest block is below what was final',
      },
    ],
  },
  {
    claims: ['what does not fit is shown at the endpoints of its chain and said in words'],
    lifts: [
      {
        mechanism: 'what reading the chain finds wrong is told',
        file: `${FOLDER}/index.ts`,
        from: 'if (error instanceof NodeFault) chains.doubt(chain, during, error);',
        to: 'if (error instanceof NodeFault) report(during, error);',
        test: FOLLOWED,
        name: 'shows what does not fit at the endpoint and says it in words',
      },
      {
        mechanism: 'it is taken back when the chain is read on',
        file: `${FOLDER}/index.ts`,
        from: 'if (told !== null) chains.doubt(chain, during, null);',
        to: '',
        test: FOLLOWED,
        name: 'shows what does not fit at the endpoint and says it in words',
      },
      {
        mechanism: 'the log has the words',
        file: 'electron/custody/chains/index.ts',
        from: "fault.kind === 'malformed' ? new AppError",
        to: "fault.kind === 'wrongChain' ? new AppError",
        test: FOLLOWED,
        name: 'shows what does not fit at the endpoint and says it in words',
      },
    ],
  },
  {
    claims: ['what was before an address was watched is found, also where others may have its coins sent'],
    lifts: [
      {
        mechanism: 'each block is looked at of an account that was given over',
        file: `${FOLDER}/state-finder.ts`,
        from: 'code.startsWith(GIVEN_OVER) ? findOneByOne : findByHalves',
        to: 'code.startsWith(GIVEN_OVER) && nonce < 0n ? findOneByOne : findByHalves',
        test: 'test/unit/custody/chains/history/searched.test.ts',
        name: 'is found block by block where anybody may have the coins of the account sent',
      },
    ],
  },
  {
    claims: ['what was final is not taken back'],
    lifts: [
      {
        mechanism: 'going back ends at what is final',
        file: `${FOLDER}/follower.ts`,
        from: "  throw new NodeFault(\n    'malformed',\n    `a node tells other blocks",
        to: "  write(() => store.history.rewind(chain, 0));\n  throw new NodeFault(\n    'malformed',\n    `a node tells other blocks",
        test: FOLLOWED,
        name: 'never takes back what was final',
      },
      {
        mechanism: 'a block that is final is the one that was followed to',
        file: `${FOLDER}/follower.ts`,
        from: 'if (store.history.hashOf(chain, number) !== hash)',
        to: "if (hash === '')",
        test: LIES,
        name: 'is reported: a chain that is final elsewhere',
      },
    ],
  },
  {
    claims: ['what a reorganization takes out is forgotten, and told as taken out'],
    lifts: [
      {
        mechanism: 'what was above the fork is forgotten',
        file: 'electron/custody/store/history/progress.ts',
        from: 'dropEntries.run(name, startOf(number + 1));',
        to: '',
        test: FOLLOWED,
        name: 'forgets what a reorganization took out',
      },
      {
        mechanism: 'what was told is told as taken out',
        file: `${FOLDER}/follower.ts`,
        from: "for (const one of store.history.toldAbove(chain, shared.number)) tell('taken out', one);",
        to: '',
        test: TOLD,
        name: 'taken out',
      },
      {
        mechanism: 'what is there already is not told again',
        file: `${FOLDER}/work.ts`,
        from: "if (outcome === 'added' && isTold)",
        to: 'if (isTold)',
        test: TOLD,
        name: 'is told once',
      },
    ],
  },
];
