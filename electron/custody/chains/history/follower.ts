import { NodeFault } from '../../node-fault.ts';
import type { ChainProgress, KnownBlock } from '../../store/index.ts';
import { finalBlock } from '../finality.ts';
import { blockHead } from '../questions.ts';
import { entriesOf, type Watched } from './entries.ts';
import { begunAnew } from './origin.ts';
import { type ChainWork, keep, keepLack } from './work.ts';

/** The number of blocks that are read before the final block is queried again. */
const AT_A_TIME = 64;
/**
 * Choice (history-leap): when more than this many blocks became final unread, they are searched instead of read one by
 * one. A search needs a node that remembers the old state. Reading a block needs less.
 */
const LEAP = 10_000;
/** Entries whose events are sent in one transaction. */
const ANNOUNCED_AT_A_TIME = 100;
/** Hashes that are compared at a time when a chain has changed. */
const COMPARED = 16;

/**
 * Reads the blocks that a chain added since the last time, for all addresses at once. Each block has to follow from the
 * one before. If one does not, it goes back to the fork. Returns true when it has reached the newest block. Throws
 * NodeFault.
 */
export async function follow(work: ChainWork): Promise<boolean> {
  const { node, store, chain } = work;
  const progress = store.history.find(chain) ?? (await begin(work));
  if (progress === null) return true;
  if ((await work.sameness(progress)) === 'another') throw new NodeFault('malformed', begunAnew(chain));
  if (store.history.hasNewAddresses(chain)) work.write(() => store.history.watch(chain, progress));
  const final = await finalBlock(node);
  if (final.number > progress.head + LEAP) return leap(work, progress, final);
  const latest = await node.ask(blockHead('latest'));
  if (latest === null || !isAhead(work, latest, progress)) return goBack(work, progress);
  const end = Math.min(latest.number, progress.head + AT_A_TIME);
  const watched: Watched = (address) => store.history.addressId(chain, address);
  for (let height = progress.head + 1; height <= end; height += 1) {
    if (!(await add(work, height, watched))) return goBack(work, store.history.find(chain) ?? progress);
  }
  finalize(work, final);
  return reportFinal(work) && end === latest.number;
}

/** Begins at the newest final block. Returns null while no address is watched. */
async function begin({ node, store, chain, write }: ChainWork): Promise<ChainProgress | null> {
  if (!store.history.hasNewAddresses(chain)) return null;
  const final = await finalBlock(node);
  write(() => store.history.begin(chain, final));
  return { head: final.number, final: final.number };
}

/**
 * Returns true when a node's newest block is consistent with the blocks that were read. Throws a `malformed` NodeFault
 * when it is below a block that was final.
 */
function isAhead({ store, chain }: ChainWork, { number, hash }: KnownBlock, { head, final }: ChainProgress): boolean {
  if (number < final)
    throw new NodeFault(
      'malformed',
      `a node of ${chain} reports ${number} as its newest block, but block ${final} was reported as final`,
    );
  const known = store.history.hashOf(chain, number);
  // Only after a leap can blocks up to the head have unknown hashes.
  return known === undefined ? number > head : known === hash;
}

/** False when the block does not follow from the one before it. */
async function add(work: ChainWork, height: number, watched: Watched): Promise<boolean> {
  const { reader, store, chain, write } = work;
  const found = await reader.read(height);
  if (found.block.parentHash !== store.history.hashOf(chain, height - 1)) return false;
  const entries = entriesOf(found, watched);
  await work.nameTokens(entries);
  write(() => {
    store.history.advance(chain, found.block);
    keepLack(work, found);
    for (const entry of entries) keep(work, entry, true);
  });
  return true;
}

/**
 * A block that was leapt to is not final yet. It was not read from the block before it, so a fork can still undo it.
 */
function finalize({ store, chain, write }: ChainWork, { number, hash }: KnownBlock): void {
  const progress = store.history.find(chain);
  if (progress === undefined || number <= progress.final || number > progress.head) return;
  if (store.history.hashOf(chain, number - 1) === undefined) return;
  if (store.history.hashOf(chain, number) !== hash)
    throw new NodeFault('malformed', `a node reported another block ${number} than before as final`);
  write(() => store.history.finalize(chain, number));
}

/**
 * Records events for entries that became final, at most ANNOUNCED_AT_A_TIME in one call. Returns true when none are left.
 */
function reportFinal({ store, chain, write, announce }: ChainWork): boolean {
  const { final } = store.history.find(chain) ?? { final: -1 };
  const due = store.history.toFinalize(chain, final, ANNOUNCED_AT_A_TIME);
  if (due.length > 0)
    write(() => {
      for (const one of due) {
        announce('finalized', one);
        store.history.setFinalized(one.entry);
      }
    });
  return due.length < ANNOUNCED_AT_A_TIME;
}

/** Continues at a final block far ahead if the chain is still the one that was read. */
async function leap(work: ChainWork, progress: ChainProgress, final: KnownBlock): Promise<boolean> {
  const { node, store, chain, write } = work;
  const head = await node.ask(blockHead(progress.head));
  if (head?.hash !== store.history.hashOf(chain, progress.head)) return goBack(work, progress);
  write(() => store.history.leap(chain, final, progress));
  return false;
}

/** Finds the newest stored block that the chain still has, and forgets the blocks above it. Always returns false. */
async function goBack(
  { node, store, chain, write, announce }: ChainWork,
  { head, final }: ChainProgress,
): Promise<false> {
  for (let height = head; height >= final; ) {
    const known = store.history.knownBelow(chain, height, COMPARED);
    height = (known.at(-1)?.number ?? final) - 1;
    const heads = await node.askAll(known.map(({ number }) => blockHead(number)));
    const shared = known.find(({ hash }, index) => heads[index]?.hash === hash);
    if (shared === undefined) continue;
    if (shared.number === head)
      throw new NodeFault(
        'malformed',
        `a node of ${chain} reported a block that does not follow from its block ${head}`,
      );
    write(() => {
      for (const one of store.history.announcedAbove(chain, shared.number)) announce('taken out', one);
      store.history.rewind(chain, shared.number);
      store.history.lacks.rewind(chain, shared.number);
    });
    return false;
  }
  throw new NodeFault('malformed', `a node of ${chain} contradicts its earlier blocks`);
}
