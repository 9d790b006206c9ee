import type { Search } from '../../store/index.ts';
import { NodeFault } from '../fault.ts';
import type { Log } from './blocks.ts';
import { entriesOf, type ReadBlock } from './entries.ts';
import type { FoundBlock, SaidLog } from './found.ts';
import { createLogFinder } from './log-finder.ts';
import { findChange } from './state-finder.ts';
import { type ChainWork, keep, keepLack } from './work.ts';

/**
 * Makes what looks for what happened to addresses before they were watched, a step at a time; each block that was found is stored together with
 * how far the search came, so that it goes on from there after any end. Gives whether nothing is left, or it is paused. Throws NodeFault.
 *
 * Choice (history-search): tokens are found by their logs; coins by the blocks in which the nonce or the balance of the address became
 * another, each block looked at while an account is given over to a contract (EIP-7702), so that a transaction from somebody else without value and without tokens is not found, nor what came and went in one block.
 */
export function createSearch(work: ChainWork, kind: Search['kind']): () => Promise<boolean> {
  const { chain, store, reader, write } = work;
  const findLogs = createLogFinder(work.node);

  const isPaused = () => store.history.isPaused(chain);

  return async () => {
    if (isPaused()) return true;
    const search = store.history.nextSearch(chain, kind);
    if (search === undefined) return true;
    const progress = store.history.find(chain);
    if (progress === undefined || (await work.sameness(progress)) !== 'same') return true;
    const { searchId, addressId, address, highest, isTold } = search;
    const found = kind === 'logs' ? await findLogs(search) : await findChange(work.node, search);
    for (const { number, said } of found.blocks) {
      if (isPaused()) return true;
      const read = await reader.read(number);
      requireFits(read, said);
      const entries = entriesOf(read, (party) => (party === address ? addressId : undefined));
      await work.nameTokens(entries);
      write(() => {
        requireKnown(work, read);
        keepLack(work, read);
        for (const entry of entries) keep(work, entry, isTold === 1);
        store.history.searched(searchId, number - 1);
      });
    }
    if (found.lowest <= highest && !isPaused()) write(() => store.history.searched(searchId, found.lowest - 1));
    return false;
  };
}

/** A log has to be in the block that it said it is in, and the receipt of its transaction has to have it. */
function requireFits({ block, outcomes, isPassedOver }: ReadBlock, said: FoundBlock['said']): void {
  const keyOf = (hash: string, { contract, topics }: Pick<Log, 'contract' | 'topics'>) =>
    [hash, contract, ...topics].join();
  const logs = new Set(
    said.length === 0
      ? []
      : outcomes.flatMap((outcome, index) =>
          outcome.logs.map((log) => keyOf(block.transactions[index]?.hash ?? '', log)),
        ),
  );
  const isThere = (log: SaidLog) => logs.has(keyOf(log.transactionHash, log));
  if (said.some((log) => log.blockHash !== block.hash || !(isPassedOver || isThere(log))))
    throw new NodeFault('malformed', `a node told logs of block ${block.number} that are not in it`);
}

/** A block that can still change has to be the one that was followed to; what is leapt over was not followed to. */
function requireKnown({ store, chain }: ChainWork, { block }: ReadBlock): void {
  const progress = store.history.find(chain);
  if (progress === undefined || block.number < progress.final) return;
  const known = store.history.hashOf(chain, block.number);
  if (known === undefined && block.number < progress.head) return;
  if (known !== block.hash) throw new NodeFault('malformed', `a node told another block ${block.number} than before`);
}
