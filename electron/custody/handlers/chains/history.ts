import type { QueryHandler } from '../types.ts';
import { formatOf, requireAccount } from './addresses.ts';
import { noEndpoint } from './no-endpoint.ts';

/** What is read from a chain about one address: it has to be that of a wallet account. */
const ofAccount: QueryHandler<'list_eth_transaction_history' | 'list_sol_transaction_history'> = (
  { address, caip2 },
  context,
) => {
  requireAccount('/address', address, formatOf(caip2), context);
  throw noEndpoint(caip2);
};

export const listEthTransactionHistory: QueryHandler<'list_eth_transaction_history'> = ofAccount;
export const listSolTransactionHistory: QueryHandler<'list_sol_transaction_history'> = ofAccount;
