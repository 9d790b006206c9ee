import { begunAnew } from '../../chains/history/origin.ts';
import { publicError } from '../../public-error.ts';
import { wireEntry } from '../../wire/history-item.ts';
import type { QueryHandler } from '../types.ts';
import { requireAccount } from './addresses.ts';
import { requireNode } from './ask-chain.ts';

/** Returns the history of a wallet account's address, from the blocks that were read so far. */
export const listEthTransactionHistory: QueryHandler<'list_eth_transaction_history'> = (
  { address, caip2, paginationOptions = {} },
  context,
) => {
  requireAccount('/address', address, ['ADDRESS_FORMAT_ETHEREUM'], context);
  requireNode(caip2, context);
  const { store, caller } = context;
  if (store.history.origins.find(caip2)?.isAnother === 1) throw publicError('RPC_CALL_ERROR', begunAnew(caip2));
  const progress = store.history.find(caip2);
  const addressId = store.history.addressId(caip2, address.toLowerCase());
  if (progress === undefined || addressId === undefined) return { transactions: [] };
  const { entries, hasNext, hasPrevious } = store.history.list(
    addressId,
    caller.organization.organizationId,
    paginationOptions,
  );
  const [first, last] = [entries[0], entries.at(-1)];
  return {
    transactions: entries.map((entry) => wireEntry(entry, { chain: caip2, final: progress.final }, context)),
    pageInfo: {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      ...(first === undefined ? {} : { startCursor: first.transactionHash }),
      ...(last === undefined ? {} : { endCursor: last.transactionHash }),
    },
  };
};

/**
 * Choice (solana-history): no history of Solana is stored. Transactions are sent and followed, and balances are
 * reported.
 */
export const listSolTransactionHistory: QueryHandler<'list_sol_transaction_history'> = (
  { address, caip2 },
  context,
) => {
  requireAccount('/address', address, ['ADDRESS_FORMAT_SOLANA'], context);
  const { chain } = requireNode(caip2, context);
  throw publicError('RPC_CALL_ERROR', `this service keeps no history of ${chain}, so there is none to list.`);
};
