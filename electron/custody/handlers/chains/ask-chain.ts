import { NO_ENDPOINT } from '../../../../shared/errors/index.ts';
import { chainNamed } from '../../../../shared/model/index.ts';
import type { ChainNode } from '../../chains/index.ts';
import type { ServiceContext } from '../../context.ts';
import { publicError } from '../../public-error.ts';

/**
 * The nodes of a chain, by any of its names. Throws RPC_CALL_ERROR when the operator named none.
 * Choice (no-endpoint): the request was checked before. The refusal is a failed precondition, under the public code of
 * a failed call to a chain. Nothing is stored that looks done.
 */
export function requireNode(chain: string, { chains }: Pick<ServiceContext, 'chains'>): ChainNode {
  const node = chains.find(chainNamed(chain));
  if (node !== undefined) return node;
  throw publicError(
    'RPC_CALL_ERROR',
    `${NO_ENDPOINT} for ${chain}, so no chain was asked, nothing was sent and nothing changed. Name one in Settings, Network, or where the service is started (castellan serve --rpc CAIP2=URL), or sign with sign_transaction and send through a node of your own.`,
  );
}
