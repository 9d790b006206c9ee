export interface Asset {
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** A stored transaction of one address on one chain. Addresses have their chain's spelling. */
export interface Transaction {
  /** `0x` and 64 hexadecimal digits in lowercase. */
  readonly hash: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly block: number;
  readonly blockHash: string;
  readonly finalized: boolean;
  readonly failed: boolean;
  readonly origin: string;
  readonly from: string;
  /** Null for the creation of a contract. */
  readonly to: string | null;
  /** In the smallest unit. */
  readonly fee: { readonly amount: string; readonly asset: string };
  readonly transfers: readonly {
    readonly incoming: boolean;
    /** Null when the service names none. */
    readonly asset: Asset | null;
    readonly amount: string;
    readonly counterparty: string;
  }[];
  /** The service's record of the transaction, if the service sent it. */
  readonly sent: {
    readonly sponsored: boolean;
    readonly fingerprint: string | null;
    readonly at: number | null;
  } | null;
}

/** An address on a chain with stored transactions. */
export interface SeriesKey {
  readonly address: string;
  readonly chain: string;
}

/** All hits of a search, newest first. The functions take the position of a hit. */
export interface Hits {
  readonly ids: Uint32Array;
  /** Undefined for a series that was removed meanwhile. */
  readonly seriesAt: (index: number) => SeriesKey | undefined;
  /** The bits of `FLAGS`. */
  readonly flagsAt: (index: number) => number;
}

/** A transaction as it is found. */
export interface KeptTransaction extends Transaction, SeriesKey {
  readonly id: number;
}

/** One reading of a series, page by page, from its newest transaction to a known one. */
export interface Scan {
  readonly number: number;
  /** The cursor of the next page. Null before the first one. */
  readonly cursor: string | null;
  /**
   * The newest id known at the start. The reading ends at a finalized transaction up to this id.
   * 0 for a reading to the very end.
   */
  readonly floor: number;
  /** The lowest block so far. */
  readonly lowest: number | null;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  /** True at the end. Earlier transactions that the service finds later are read from here. */
  readonly isAtEnd: boolean;
}

/** A word of a search. A row matches when one of its members does. */
export interface Term {
  /** Matches the beginning or the end of a hash or an address, or a part of a symbol or an asset's name. Lowercase. */
  readonly text?: string;
  readonly addresses?: readonly string[];
  readonly series?: (key: SeriesKey) => boolean;
  /** Assets that the text also means, whatever their own names. */
  readonly asset?: (asset: Asset) => boolean;
  /** The bits of `mask` equal `value` (see FLAGS). */
  readonly flags?: readonly { readonly mask: number; readonly value: number }[];
}

/**
 * A line of a list in groups of days: a transaction, or the start of a day in this machine's time zone.
 * A day has the number of its transactions, or null before they are counted.
 */
export type Line =
  | { readonly day: number; readonly transactions: number | null }
  | { readonly transaction: KeptTransaction };

export interface LinesPage {
  readonly lines: readonly Line[];
  /** The number of lines counted so far, days included. */
  readonly total: number;
  /** The number of all transactions. Null during the count. */
  readonly found: number | null;
  readonly refreshedAt: number | null;
}
