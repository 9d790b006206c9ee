import { NO_ENDPOINT } from '../../../../shared/errors/index.ts';
import { type PublicError, publicError } from '../../public-error.ts';

/**
 * The answer to all work on a chain, after its request was checked: no chain can be asked from here.
 * Choice (no-endpoint): it is a failed precondition under the public code of a failed call to a chain, so nothing is stored
 * that looks done.
 */
export function noEndpoint(chain: string): PublicError {
  return publicError(
    'RPC_CALL_ERROR',
    `${NO_ENDPOINT} for ${chain}, so no chain was asked, nothing was sent and nothing changed. Name one in Settings, Network, or where the service is started (castellan serve --rpc CAIP2=URL), or sign with sign_transaction and send through a node of your own.`,
  );
}
