import { SOLANA_SENDING_CHAINS } from '../../../../shared/model/index.ts';
import type { ChainNode } from '../../chains/index.ts';
import type { ServiceContext } from '../../context.ts';
import { noEndpoint } from './no-endpoint.ts';

/** The aliases of Solana's chains. CAIP-30 names them by the beginning of the hash of their first block. */
const SHORT_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  SOLANA_SENDING_CHAINS.map((name, index) => [name, SOLANA_SENDING_CHAINS[index % 2] ?? name]),
);

/** The nodes of a chain, by any of its names. Throws RPC_CALL_ERROR when the operator named none. */
export function requireNode(chain: string, { chains }: Pick<ServiceContext, 'chains'>): ChainNode {
  const node = chains.find(SHORT_NAMES[chain] ?? chain);
  if (node === undefined) throw noEndpoint(chain);
  return node;
}
