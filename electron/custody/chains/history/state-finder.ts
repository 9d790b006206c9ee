import type { Search } from '../../store/index.ts';
import type { ChainNode } from '../node.ts';
import { balance, transactionCount } from '../questions.ts';
import type { Found } from './found.ts';

/** How much further down the chain is asked each time nothing was other there. */
const STRIDE = 4;

/**
 * Finds the newest block in which the nonce or the balance of an address became another. Without sending, an address only gains: while the
 * nonce stays the balance never falls, so that the blocks in which both are as at the end lie together, and their first one is found by halving.
 * Throws NodeFault: `unable` where the node has forgotten what was then.
 */
export async function findChange(node: ChainNode, { address, lowest, highest }: Search): Promise<Found> {
  const stateAt = async (block: number): Promise<string> => {
    if (block < 0) return '0,0';
    const [nonce, coins] = await node.askAll<[bigint, bigint]>([
      transactionCount(address, block),
      balance(address, block),
    ]);
    return `${nonce},${coins}`;
  };

  const end = await stateAt(highest);
  // The state is as at the end from `same` on; it was another at `other`.
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
  return { blocks: [{ number: same, said: [] }], lowest: same };
}
