import type { Transport } from '../../../../electron/client/index.ts';
import { addressAt, hex } from '../../storage/cache/history/transactions.ts';
import { createTestTransport } from '../harness.ts';

export type WireItem = Record<string, unknown>;

/** A transaction as a service returns it. */
export function itemAt(block: number, changes: WireItem = {}): WireItem {
  return {
    transactionHash: `0x${hex(block + 1, 64)}`,
    block: {
      number: String(block),
      hash: `0x${hex(block, 64)}`,
      timestamp: new Date(Date.UTC(2026, 0, 15, 12) + block * 3_600_000).toISOString(),
    },
    status: 'FINALIZED',
    origin: 'EXTERNAL',
    from: addressAt(1),
    to: addressAt(2),
    fee: { amount: '21000000000000', caip19: 'eip155:1/slip44:60' },
    transfers: [
      {
        direction: 'IN',
        asset: { caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 },
        amount: '1500000000000000001',
        counterparty: addressAt(1),
      },
    ],
    ...changes,
  };
}

/**
 * A service whose history of Ethereum is `items`, newest first. It has a node of no other chain. All other requests go
 * to the real one.
 */
export interface StandIn {
  readonly transport: Transport;
  items: WireItem[];
  /** Changes a page before it is sent. */
  change: (page: { transactions: WireItem[]; pageInfo: WireItem }) => unknown;
  /** Called before a page is answered. */
  before: (pages: number) => void;
  /** The requested cursors. Null for a first page. */
  readonly asked: (string | null)[];
}

export function createStandIn(size = 2): StandIn {
  const inner = createTestTransport();
  const standIn: StandIn = {
    items: [],
    change: (page) => page,
    before: () => undefined,
    asked: [],
    async transport(request) {
      if (!request.url.endsWith('/list_eth_transaction_history')) return inner.send(request);
      const { caip2, paginationOptions = {} } = JSON.parse(Buffer.from(request.body ?? []).toString());
      const answer = (status: number, body: unknown) => ({
        status,
        headers: { 'content-type': 'application/json' },
        body: Uint8Array.from(Buffer.from(JSON.stringify(body))),
      });
      if (caip2 !== 'eip155:1')
        return answer(400, {
          code: 9,
          message: `no endpoint is configured for ${caip2}, so no chain was asked`,
          details: [{ turnkeyErrorCode: 'RPC_CALL_ERROR' }],
        });
      standIn.asked.push(paginationOptions.after ?? null);
      standIn.before(standIn.asked.length);
      const start =
        paginationOptions.after === undefined
          ? 0
          : standIn.items.findIndex(({ transactionHash }) => transactionHash === paginationOptions.after) + 1;
      if (start === 0 && paginationOptions.after !== undefined)
        return answer(400, { code: 3, message: 'invalid pagination cursor', details: [] });
      const transactions = standIn.items.slice(start, start + size);
      const hasNextPage = start + size < standIn.items.length;
      const endCursor = transactions.at(-1)?.transactionHash;
      return answer(
        200,
        standIn.change({ transactions, pageInfo: { hasNextPage, ...(endCursor ? { endCursor } : {}) } }),
      );
    },
  };
  return standIn;
}
