import type { EthereumChain } from '../../../../shared/model/index.ts';
import type { Store } from '../../store/index.ts';
import { NodeFault } from '../fault.ts';
import type { ChainNode } from '../node.ts';
import type { BlockReader } from './reader.ts';

/** What the work on the history of one chain is done with. */
export interface ChainWork {
  /** By CAIP-2. */
  readonly chain: EthereumChain;
  readonly node: ChainNode;
  readonly reader: BlockReader;
  readonly store: Store;
  /** Stores all of what `change` does or nothing of it. Throws when the service has ended meanwhile. */
  readonly write: (change: () => void) => void;
}

/** A block of another chain cannot have it too, so one of the two was made up. */
export const twice = (transactionHash: string): NodeFault =>
  new NodeFault('malformed', `a node told the transaction ${transactionHash} at two places`);
