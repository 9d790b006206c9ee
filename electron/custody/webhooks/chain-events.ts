import { toRfc3339 } from '../../../shared/model/index.ts';
import type { AddressEntry, SentRow } from '../store/index.ts';
import { checksummed, wireTransfer } from '../wire/history-item.ts';
import { type OutboxContext, recordEvent } from './outbox.ts';

const BALANCE_EVENTS = {
  confirmed: { type: 'balances:confirmed', eventType: 'BALANCE_CONFIRMED_UPDATES' },
  finalized: { type: 'balances:finalized', eventType: 'BALANCE_FINALIZED_UPDATES' },
} as const;

/**
 * Records each transfer of a history entry as an event, for every organization that has its address.
 * Choice (balance-events): a transfer that a reorganization removed is sent as confirmed in the opposite direction,
 * with the same transaction and block. Fees and zero amounts are no events.
 */
export function recordBalances(
  chain: string,
  turn: 'confirmed' | 'finalized' | 'taken out',
  { address, entry }: AddressEntry,
  context: OutboxContext,
): void {
  const { store } = context;
  const isTakenOut = turn === 'taken out';
  const { type, eventType } = BALANCE_EVENTS[isTakenOut ? 'confirmed' : turn];
  for (const organizationId of store.wallets.organizationsOf('ADDRESS_FORMAT_ETHEREUM', checksummed(address))) {
    for (const transfer of entry.transfers.filter(({ amount }) => amount !== '0')) {
      const { asset, amount } = wireTransfer(transfer, chain, store);
      const msg = {
        operation: (transfer.direction === 'IN') === isTakenOut ? 'withdraw' : 'deposit',
        caip2: chain,
        txHash: entry.transactionHash,
        address: checksummed(address),
        asset: { ...asset, amount },
        block: { number: String(entry.blockNumber), hash: entry.blockHash, timestamp: toRfc3339(entry.blockTime) },
      };
      const bodyOf = (idempotencyKey: string) => ({
        type,
        ...whose(organizationId, context),
        msg: { ...msg, idempotencyKey },
      });
      recordEvent(eventType, organizationId, bodyOf, context);
    }
  }
}

/** Records the new state of a transaction that this service sends. */
export function recordSent(row: SentRow, context: OutboxContext): void {
  const { organizationId, statusId, activityId, state, chain, transactionHash, error } = row;
  const bodyOf = (idempotencyKey: string) => ({
    type: 'transaction:status',
    ...whose(organizationId, context),
    msg: {
      sendTransactionStatusId: statusId,
      activityId,
      status: state,
      caip2: chain,
      idempotencyKey,
      timestamp: Math.floor(context.now() / 1000),
      txHash: transactionHash,
      ...(error === null ? {} : { error }),
    },
  });
  recordEvent('SEND_TRANSACTION_STATUS_UPDATES', organizationId, bodyOf, context);
}

/** An organization below no other is its own parent. */
function whose(organizationId: string, { store }: OutboxContext) {
  const parent = store.organizations.find(organizationId)?.parentOrganizationId ?? organizationId;
  return { organizationId, parentOrganizationId: parent };
}
