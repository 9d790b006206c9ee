import type { ChainProgress, Store } from '../../store/index.ts';
import type { ChainNode } from '../node.ts';
import { blockHead } from '../questions.ts';

/** `behind`: the node has not reached the last block that was read. `another`: it serves another chain. */
export type Sameness = 'same' | 'behind' | 'another';

/** The dependencies of the check. */
export interface OriginWork {
  readonly node: ChainNode;
  readonly store: Store;
  readonly write: (change: () => void) => void;
}

/** The time that a result stays valid, in milliseconds: one round of following the chain. */
const HOLDS = 2000;

/** Returns a function that runs `sameness` and shares its result among all calls of a round. */
export function createSameness(
  work: OriginWork,
  later: (milliseconds: number, work: () => void) => void,
): (progress: ChainProgress) => Promise<Sameness> {
  let known: Promise<Sameness> | undefined;
  return (progress) => {
    if (known !== undefined) return known;
    const asked = sameness(work, progress);
    known = asked;
    const forget = () => {
      known = undefined;
    };
    asked.then(() => later(HOLDS, forget), forget);
    return asked;
  };
}

/** The error text for a chain that was replaced by another one. */
export const begunAnew = (chain: string): string =>
  `a node reports other blocks of ${chain} than it had reported as final, so the chain is no longer read, and nothing was changed. If the chain was restarted under the same name, remove its nodes and add them again (or start the service once without --rpc for it): what was kept of the chain is then forgotten, and it is read from its beginning`;

/** Compares a chain with the one that was read, by its first block and by the newest final one. Throws NodeFault. */
export async function sameness({ node, store, write }: OriginWork, { final }: ChainProgress): Promise<Sameness> {
  const { chain } = node;
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
 * Forgets the chains that were replaced and have no nodes now.
 * Choice (begun-anew): such a chain is forgotten only when the operator removes its nodes.
 */
export function forgetOthers(
  { history, earn, sentTransactions, transaction }: Store,
  hasNodes: (chain: string) => boolean,
) {
  for (const chain of history.origins.others().filter((other) => !hasNodes(other)))
    transaction(() => {
      history.origins.forget(chain);
      earn.forget(chain);
      sentTransactions.giveUp(chain, 'its chain was restarted before this was final');
    });
}
