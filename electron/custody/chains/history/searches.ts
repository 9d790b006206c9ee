import { NodeFault } from '../../node-fault.ts';
import type { Search } from '../../store/index.ts';
import type { Log } from './blocks.ts';
import { entriesOf, type ReadBlock } from './entries.ts';
import type { FoundBlock, ReportedLog } from './found.ts';
import { createLogFinder } from './log-finder.ts';
import { findChange } from './state-finder.ts';
import { type ChainWork, keep, keepLack } from './work.ts';

/**
 * Creates the search for the history of addresses before they were watched, one step at a time. Each found block is
 * stored together with the progress, so that the search resumes there after any interruption. The step returns true
 * when nothing is left, or when the search is paused. Throws NodeFault.
 *
 * Choice (history-search): tokens are found by their logs, coins by the blocks that changed the nonce or the balance of
 * the address. While an account delegates to a contract (EIP-7702), each block is checked. So a transaction from
 * another account without value and without tokens is not found. Nor is an amount that came and went in one block.
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
    const { searchId, addressId, address, highest, isAnnounced } = search;
    const found = kind === 'logs' ? await findLogs(search) : await findChange(work.node, search);
    for (const { number, reported } of found.blocks) {
      if (isPaused()) return true;
      const read = await reader.read(number);
      requireFits(read, reported);
      const entries = entriesOf(read, (party) => (party === address ? addressId : undefined));
      await work.nameTokens(entries);
      write(() => {
        requireKnown(work, read);
        keepLack(work, read);
        for (const entry of entries) keep(work, entry, isAnnounced === 1);
        store.history.searched(searchId, number - 1);
      });
    }
    if (found.lowest <= highest && !isPaused()) write(() => store.history.searched(searchId, found.lowest - 1));
    return false;
  };
}

/** Requires each log to be in the block that it named, and in the receipt of its transaction. */
function requireFits({ block, outcomes, isPassedOver }: ReadBlock, reported: FoundBlock['reported']): void {
  const keyOf = (hash: string, { contract, topics }: Pick<Log, 'contract' | 'topics'>) =>
    [hash, contract, ...topics].join();
  const logs = new Set(
    reported.length === 0
      ? []
      : outcomes.flatMap((outcome, index) =>
          outcome.logs.map((log) => keyOf(block.transactions[index]?.hash ?? '', log)),
        ),
  );
  const isThere = (log: ReportedLog) => logs.has(keyOf(log.transactionHash, log));
  if (reported.some((log) => log.blockHash !== block.hash || !(isPassedOver || isThere(log))))
    throw new NodeFault('malformed', `a node reported logs of block ${block.number} that are not in it`);
}

/**
 * Requires a block that is not final to have the hash that was stored for it. Blocks that a leap skipped have no stored
 * hash.
 */
function requireKnown({ store, chain }: ChainWork, { block }: ReadBlock): void {
  const progress = store.history.find(chain);
  if (progress === undefined || block.number < progress.final) return;
  const known = store.history.hashOf(chain, block.number);
  if (known === undefined && block.number < progress.head) return;
  if (known !== block.hash)
    throw new NodeFault('malformed', `a node reported another block ${block.number} than before`);
}
