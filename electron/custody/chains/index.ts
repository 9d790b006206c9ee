import type { EndpointChain } from '../../../shared/model/index.ts';
import { MAXIMUM_NODE_PROBLEM, type NodeCaller, type NodeNote, type Report } from '../../../shared/processes/index.ts';
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
  readonly chains: readonly { readonly chain: EndpointChain; readonly endpoints: number }[];
  readonly callNode: NodeCaller;
  readonly now: () => number;
  readonly report: Report;
  /** Shows the operator how an endpoint does. */
  readonly noteNode: (note: NodeNote) => void;
}

export function createChains({ chains, callNode, now, report, noteNode }: ChainsOptions): Chains {
  const nodes = new Map(
    chains.map(({ chain, endpoints }) => {
      const onState = (endpoint: number, fault: Error | null) => {
        if (fault !== null) report(`endpoint ${endpoint + 1} of ${chain}`, fault);
        noteNode({ chain, endpoint, problem: fault === null ? null : fault.message.slice(0, MAXIMUM_NODE_PROBLEM) });
      };
      return [chain as string, createChainNode({ chain, endpoints, callNode, now, onState })];
    }),
  );
  return { find: (chain) => nodes.get(chain), all: () => [...nodes.values()] };
}
