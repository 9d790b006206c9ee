import { AppError } from '../../../shared/errors/index.ts';
import type { EndpointChain } from '../../../shared/model/index.ts';
import { MAXIMUM_NODE_PROBLEM, type NodeCaller, type NodeNote, type Report } from '../../../shared/processes/index.ts';
import type { NodeFault } from '../node-fault.ts';
import { type ChainNode, createChainNode } from './node.ts';

export { NodeFault } from '../node-fault.ts';
export type { ChainNode, Question } from './node.ts';

/** The chains that the operator named endpoints of. */
export interface Chains {
  /** The nodes of a chain by its CAIP-2 name. Undefined when it has none. */
  find(chain: string): ChainNode | undefined;
  all(): readonly ChainNode[];
  /**
   * Reports an inconsistency in the answers of a chain's nodes, or null once the work proceeds. It is shown at each
   * endpoint without a failure of its own, because the endpoint that caused it is unknown.
   */
  doubt(chain: string, during: string, fault: NodeFault | null): void;
}

export interface ChainsOptions {
  readonly chains: readonly { readonly chain: EndpointChain; readonly endpoints: number }[];
  readonly callNode: NodeCaller;
  /** Milliseconds of a clock that nobody sets. */
  readonly steady: () => number;
  readonly report: Report;
  /** Shows the operator how an endpoint does. */
  readonly noteNode: (note: NodeNote) => void;
}

export function createChains({ chains, callNode, steady, report, noteNode }: ChainsOptions): Chains {
  const nodes = new Map<string, ChainNode>();
  const doubted = new Map<string, (during: string, fault: NodeFault | null) => void>();
  for (const { chain, endpoints } of chains) {
    /** The problem of each endpoint itself, and the inconsistencies of their answers. */
    const own = new Map<number, string | null>();
    const doubts = new Map<string, string>();
    const note = (endpoint: number) => {
      const [doubt = null] = doubts.values();
      const problem = own.get(endpoint) ?? doubt;
      noteNode({ chain, endpoint, problem: problem === null ? null : problem.slice(0, MAXIMUM_NODE_PROBLEM) });
    };
    const onState = (endpoint: number, fault: NodeFault | null) => {
      if (fault !== null) report(`endpoint ${endpoint + 1} of ${chain}`, errorOf(fault));
      own.set(endpoint, fault === null ? null : fault.message);
      note(endpoint);
    };
    nodes.set(chain, createChainNode({ chain, endpoints, callNode, steady, onState }));
    doubted.set(chain, (during, fault) => {
      if (fault === null) {
        if (!doubts.delete(during)) return;
      } else {
        doubts.set(during, fault.message);
        report(during, errorOf(fault));
      }
      for (let endpoint = 0; endpoint < endpoints; endpoint += 1) note(endpoint);
    });
  }
  return {
    find: (chain) => nodes.get(chain),
    all: () => [...nodes.values()],
    doubt: (chain, during, fault) => doubted.get(chain)?.(during, fault),
  };
}

/**
 * Makes a malformed fault, whose message is our own text, an error that the log shows. Other faults can quote the node,
 * so the log omits their messages.
 */
const errorOf = (fault: NodeFault): Error =>
  fault.kind === 'malformed' ? new AppError('SERVICE_REPLY_INVALID', fault.message, { cause: fault }) : fault;
