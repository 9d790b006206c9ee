import type { HistoryStore, SeriesKey, Transaction } from '../../../../../electron/storage/cache/history/index.ts';

export const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
/** The n-th address, its first and last digits unlike those of others. */
export const addressAt = (n: number) => `0x${hex(Math.imul(n + 1, 0x9e3779b1) >>> 0, 8)}${hex(0, 24)}${hex(n, 8)}`;
export const hashAt = (n: number) => `0x${hex(Math.imul(n + 1, 0x85ebca6b) >>> 0, 8)}${hex(0, 48)}${hex(n, 8)}`;

export const TREASURY: SeriesKey = { address: addressAt(900), chain: 'eip155:1' };
export const USDC = {
  caip19: `eip155:1/erc20:${addressAt(77)}`,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
};
const NOON = Date.UTC(2026, 0, 15, 12) / 1000;

/** A transaction that differs from every other by its block: one every six hours. */
export function transactionAt(block: number, changes: Partial<Transaction> = {}): Transaction {
  return {
    hash: hashAt(block),
    time: NOON + block * 6 * 3600,
    block,
    blockHash: `0x${hex(block, 64)}`,
    finalized: true,
    failed: false,
    origin: 'EXTERNAL',
    from: addressAt(block % 5),
    to: TREASURY.address,
    fee: { amount: '21000', asset: 'eip155:1/slip44:60' },
    transfers: [{ incoming: true, asset: USDC, amount: String(block), counterparty: addressAt(block % 5) }],
    sent: null,
    ...changes,
  };
}

/** Blocks from one down to another, newest first. */
export const blocks = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);

/** One whole reading of a series. */
export function fill(
  store: HistoryStore,
  transactions: readonly Transaction[],
  profile = 'local',
  key = TREASURY,
): void {
  const { series, scans } = store.begin(profile, key, 0);
  store.add(series, scans[0]?.number ?? 0, transactions, null, null);
}

/** Loads the store in one go, without slices. */
export function load(store: HistoryStore): HistoryStore {
  for (const _step of store.load());
  return store;
}

/** The blocks that a search finds, in the order of the list. */
export function found(store: HistoryStore, ...terms: Parameters<HistoryStore['lines']>[1]): number[] {
  return store
    .lines('local', terms, 0, 5_000)
    .lines.flatMap((line) => ('transaction' in line ? [line.transaction.block] : []));
}
