import type { Search } from '../../store/index.ts';
import { codeAt } from '../contract-calls.ts';
import type { ChainNode, Question } from '../node.ts';
import { balance, transactionCount } from '../questions.ts';
import type { Found } from './found.ts';

/** The factor by which the step down the chain grows while the state is unchanged. */
const STRIDE = 4;
/** Blocks that are looked at one by one in one step. */
const EACH = 64;
/** The prefix of the code of an account that delegates to a contract (EIP-7702). */
const GIVEN_OVER = '0xef0100';

/**
 * Finds the newest block that changed the nonce or the balance of an address. Throws NodeFault: `unable` where the node
 * has forgotten the old state.
 *
 * An address that sends nothing only gains, so its balance never falls while its nonce stays. The blocks with the final
 * nonce and balance are therefore contiguous, and a binary search finds the first one.
 *
 * Anybody may move the coins of an account that delegates to a contract. Its code changes only with its nonce, so each
 * block is checked while the nonce is the final one.
 */
export async function findChange(node: ChainNode, search: Search): Promise<Found> {
  const { address, lowest, highest } = search;
  const [code, nonce, coins] = await node.askAll<[string, bigint, bigint]>([
    codeAt(address, highest),
    ...stateOf(address, highest),
  ]);
  const find = code.startsWith(GIVEN_OVER) ? findOneByOne : findByHalves;
  return find(node, { address, lowest, highest }, `${nonce},${coins}`);
}

type Span = Pick<Search, 'address' | 'lowest' | 'highest'>;

async function findByHalves(node: ChainNode, { address, lowest, highest }: Span, end: string): Promise<Found> {
  const stateAt = async (block: number): Promise<string> => {
    if (block < 0) return NOTHING;
    return String(await node.askAll<[bigint, bigint]>(stateOf(address, block)));
  };
  // From the block `same` on, the state equals that at the end. At the block `other`, it differs.
  let same = highest;
  let other = highest;
  for (let stride = 1; other === same; stride *= STRIDE) {
    const below = Math.max(lowest - 1, highest - stride);
    if ((await stateAt(below)) !== end) other = below;
    else if (below === lowest - 1) return { blocks: [], lowest };
    else other = same = below;
  }
  while (same - other > 1) {
    const middle = Math.floor((same + other) / 2);
    if ((await stateAt(middle)) === end) same = middle;
    else other = middle;
  }
  return { blocks: [{ number: same, reported: [] }], lowest: same };
}

/**
 * Compares block by block, down to the first block with another state, or for one step. The next step searches below.
 */
async function findOneByOne(node: ChainNode, { address, lowest, highest }: Span, end: string): Promise<Found> {
  const below = Array.from({ length: Math.min(EACH, highest - lowest + 1) }, (_, index) => highest - 1 - index);
  const asked = below.filter((block) => block >= 0);
  const states = await node.askAll<bigint[]>(asked.flatMap((block) => stateOf(address, block)));
  const stateAt = (index: number) => (index < asked.length ? String(states.slice(2 * index, 2 * index + 2)) : NOTHING);
  const other = below.findIndex((_, index) => stateAt(index) !== end);
  if (other === -1) return { blocks: [], lowest: highest - below.length + 1 };
  return { blocks: [{ number: highest - other, reported: [] }], lowest: highest - other };
}

/** Before the first block. */
const NOTHING = '0,0';

const stateOf = (address: string, block: number): [Question<bigint>, Question<bigint>] => [
  transactionCount(address, block),
  balance(address, block),
];
