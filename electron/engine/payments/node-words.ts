import { chainName, type EndpointChain } from '../../../shared/model/index.ts';

/** Returns the problem of a node with the name of its chain. The local service names chains by their CAIP-2 ids. */
export const withChainName = (problem: string, chain: EndpointChain): string =>
  problem.replaceAll(chain, chainName(chain));
