import type { EthereumChain } from '../../../../shared/model/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { AddressEntry, ChainProgress, Store } from '../../store/index.ts';
import type { ChainNode } from '../node.ts';
import { lackOf, type ReadBlock } from './entries.ts';
import type { Sameness } from './origin.ts';
import type { BlockReader } from './reader.ts';

/** A change of an entry: it was found in a block, its block became final, or its block left the chain. */
export type Turn = 'confirmed' | 'finalized' | 'taken out';

/** The dependencies of the work on one chain's history. */
export interface ChainWork {
  /** By CAIP-2. */
  readonly chain: EthereumChain;
  readonly node: ChainNode;
  readonly reader: BlockReader;
  /** Queries the names of the moved tokens, for a bounded time. */
  readonly nameTokens: (found: readonly AddressEntry[]) => Promise<void>;
  readonly store: Store;
  /** Compares the chain with the one that was read, once in a round. Throws NodeFault. */
  readonly sameness: (progress: ChainProgress) => Promise<Sameness>;
  /** Stores all of what `change` does or nothing of it. Throws when the service has ended meanwhile. */
  readonly write: (change: () => void) => void;
  /** Records events for the entry's new state. Runs inside a write. */
  readonly announce: (turn: Turn, one: AddressEntry) => void;
}

/**
 * Stores an entry, and sends an event when it is new. Runs inside a write. Throws a `malformed` NodeFault for a
 * transaction that is known from another place, because a node invented one of the two.
 */
export function keep({ store, announce }: ChainWork, one: AddressEntry, isAnnounced: boolean): void {
  const outcome = store.history.add(one.entry, isAnnounced ? 'confirmed' : 'nothing');
  if (outcome === 'elsewhere')
    throw new NodeFault('malformed', `a node reported the transaction ${one.entry.transactionHash} twice`);
  if (outcome === 'added' && isAnnounced) announce('confirmed', one);
}

/** Records that a block is incomplete. Runs inside the write that stores its entries. */
export function keepLack({ store, chain }: ChainWork, read: ReadBlock): void {
  const lack = lackOf(read);
  if (lack !== null) store.history.lacks.add(chain, lack, read.block.number);
}
