import { chainNamed } from '../../../../shared/model/index.ts';
import type { ChainNode } from '../../chains/index.ts';
import type { ServiceContext } from '../../context.ts';
import { noEndpoint } from './no-endpoint.ts';

/** The nodes of a chain, by any of its names. Throws RPC_CALL_ERROR when the operator named none. */
export function requireNode(chain: string, { chains }: Pick<ServiceContext, 'chains'>): ChainNode {
  const node = chains.find(chainNamed(chain));
  if (node === undefined) throw noEndpoint(chain);
  return node;
}
