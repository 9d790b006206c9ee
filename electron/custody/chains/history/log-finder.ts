import { NodeFault } from '../../node-fault.ts';
import type { Search } from '../../store/index.ts';
import type { ChainNode, Question } from '../node.ts';
import { quantity, readAddress, readCount, readHash, readList, readObject } from '../quantities.ts';
import type { Found, FoundBlock, ReportedLog } from './found.ts';
import { TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from './tokens.ts';

const FIRST_RANGE = 1024;
const LARGEST_RANGE = 2 ** 17;
/** The number of halvings of a range before a pause. A node that reports a limit may mean its rate limit. */
const HALVINGS = 6;
/** The number of answers after which a range that was too large is tried again. */
const PATIENCE = 32;
/** The faults of a node when a range is too large or takes too long. */
const TOO_LARGE = ['limited', 'tooLong', 'refused', 'unable', 'unreachable'];

/** Finds the blocks that have logs of tokens from or to an address, in ranges of blocks that the node allows. Throws NodeFault. */
export function createLogFinder(node: ChainNode): (search: Search) => Promise<Found> {
  let range = FIRST_RANGE;
  let ceiling = LARGEST_RANGE;
  let answers = 0;

  return async ({ address, lowest, highest }) => {
    for (let halvings = 0; ; halvings += 1) {
      const from = Math.max(lowest, highest - range + 1);
      try {
        const found = await node.askAll(filtersOf(address).map((topics) => logsOf(topics, from, highest)));
        answers += 1;
        if (answers % PATIENCE === 0) ceiling = Math.min(ceiling * 2, LARGEST_RANGE);
        range = Math.min(range * 2, ceiling);
        return { blocks: inOrder(found.flat()), lowest: from };
      } catch (error) {
        if (!(error instanceof NodeFault) || !TOO_LARGE.includes(error.kind) || from === highest) throw error;
        range = Math.max(1, Math.floor((highest - from + 1) / 2));
        ceiling = range;
        answers = 0;
        // An unreachable node is not queried again at once.
        if (error.kind === 'unreachable' || halvings === HALVINGS) throw error;
      }
    }
  };
}

/** One block each with all its logs, the highest first. */
function inOrder(found: readonly PlacedLog[]): FoundBlock[] {
  const byNumber = new Map<number, ReportedLog[]>();
  for (const { number, reported } of found) {
    const others = byNumber.get(number);
    if (others === undefined) byNumber.set(number, [reported]);
    else others.push(reported);
  }
  return [...byNumber]
    .map(([number, reported]) => ({ number, reported }))
    .sort((one, other) => other.number - one.number);
}

interface PlacedLog {
  readonly number: number;
  readonly reported: ReportedLog;
}
type Topics = readonly (readonly string[] | null)[];

/** From and to in ERC-20 and ERC-721, from in ERC-1155, to in ERC-1155. */
function filtersOf(address: string): Topics[] {
  const party = [`0x${'0'.repeat(24)}${address.slice(2)}`];
  return [
    [[TRANSFER], party],
    [[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH], null, party],
    [[TRANSFER_SINGLE, TRANSFER_BATCH], null, null, party],
  ];
}

/** The logs with these topics. */
const logsOf = (topics: Topics, from: number, to: number): Question<readonly PlacedLog[]> => ({
  method: 'eth_getLogs',
  params: [{ fromBlock: quantity(from), toBlock: quantity(to), topics }],
  read: (result) =>
    readList(result, 'the list of logs').map((value) => {
      const log = readObject(value, 'the log');
      const number = readCount(log.blockNumber, 'the height of the block');
      if (number < from || number > to)
        throw new NodeFault('malformed', `it returned a log of block ${number}, outside of ${from} to ${to}`);
      const reported = {
        blockHash: readHash(log.blockHash, 'the hash of the block'),
        transactionHash: readHash(log.transactionHash, 'the hash'),
        contract: readAddress(log.address, 'the contract'),
        topics: readList(log.topics, 'the topics').map((topic) => readHash(topic, 'the topic')),
      };
      return { number, reported };
    }),
});
