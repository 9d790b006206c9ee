import type { EthereumChain } from '../../../shared/model/index.ts';
import type { NodeCaller, Report } from '../../../shared/processes/index.ts';
import { type ChainNode, createChainNode } from './node.ts';

export { NodeFault } from './fault.ts';
export type { ChainNode, Question } from './node.ts';

/** The chains that the operator named endpoints of. */
export interface Chains {
  /** The nodes of a chain by its CAIP-2 name; undefined when it has none. */
  find(chain: string): ChainNode | undefined;
  all(): readonly ChainNode[];
}

export interface ChainsOptions {
  readonly chains: readonly { readonly chain: EthereumChain; readonly endpoints: number }[];
  readonly callNode: NodeCaller;
  readonly now: () => number;
  readonly report: Report;
}

export function createChains({ chains, callNode, now, report }: ChainsOptions): Chains {
  const nodes = new Map(
    chains.map(({ chain, endpoints }) => {
      const onFault = (endpoint: number, fault: Error) => void report(`endpoint ${endpoint + 1} of ${chain}`, fault);
      return [chain as string, createChainNode({ chain, endpoints, callNode, now, onFault })];
    }),
  );
  return { find: (chain) => nodes.get(chain), all: () => [...nodes.values()] };
}
