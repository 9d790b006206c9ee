import type { ChainProgress, Store } from '../../store/index.ts';
import { blockHead } from '../questions.ts';
import type { ChainWork } from './work.ts';

/** A node has not come as far as was read, or tells another chain. */
export type Sameness = 'same' | 'behind' | 'another';

/** What is said of a chain that is another one. */
export const begunAnew = (chain: string): string =>
  `a node tells other blocks of ${chain} than it said were final, so nothing is read of it any more and nothing was changed. Where the chain was begun anew under its name, take its nodes away and add them again (or start the service once without --rpc for it): what was kept of the chain is then forgotten, and it is read from its beginning`;

/** Whether a chain is still the one that was read: by its first block, and by the newest of those that were final. Throws NodeFault. */
export async function sameness({ node, store, chain, write }: ChainWork, { final }: ChainProgress): Promise<Sameness> {
  const [first, newest] = await node.askAll([blockHead(0), blockHead(final)] as const);
  const { genesis = null, isAnother = 0 } = store.history.origins.find(chain) ?? {};
  const isElsewhere = newest !== null && newest.hash !== store.history.hashOf(chain, final);
  if (isElsewhere || (first !== null && genesis !== null && first.hash !== genesis)) {
    if (isAnother === 0) write(() => store.history.origins.set(chain, { genesis, isAnother: 1 }));
    return 'another';
  }
  if (newest === null) return 'behind';
  if (isAnother === 1 || genesis === null)
    write(() => store.history.origins.set(chain, { genesis: genesis ?? first?.hash ?? null, isAnother: 0 }));
  return 'same';
}

/**
 * Forgets the chains that were begun anew and have no nodes now.
 * Choice (begun-anew): that the operator takes the nodes of such a chain away is what has it forgotten; nothing else does.
 */
export function forgetOthers({ history, sentTransactions, transaction }: Store, hasNodes: (chain: string) => boolean) {
  for (const chain of history.origins.others().filter((other) => !hasNodes(other)))
    transaction(() => {
      history.origins.forget(chain);
      sentTransactions.giveUp(chain, 'its chain was begun anew before this was final');
    });
}
