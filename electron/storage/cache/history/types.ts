export interface Asset {
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** A transaction of one address on one chain, as it is kept; addresses in their chain's spelling. */
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
  /** Null where it makes a contract. */
  readonly to: string | null;
  /** In the smallest unit. */
  readonly fee: { readonly amount: string; readonly asset: string };
  readonly transfers: readonly {
    readonly incoming: boolean;
    /** Null where the service names none. */
    readonly asset: Asset | null;
    readonly amount: string;
    readonly counterparty: string;
  }[];
  /** What the service knows of it, where it sent it. */
  readonly sent: {
    readonly sponsored: boolean;
    readonly fingerprint: string | null;
    readonly at: number | null;
  } | null;
}

/** An address on a chain, whose transactions are kept. */
export interface SeriesKey {
  readonly address: string;
  readonly chain: string;
}

/** A transaction as it is found. */
export interface KeptTransaction extends Transaction, SeriesKey {
  readonly id: number;
}

/** One reading of a series, from its newest transaction to one that is known, page after page. */
export interface Scan {
  readonly number: number;
  /** Where it goes on; null at its beginning. */
  readonly cursor: string | null;
  /** The newest id that was known when it began: a finalized one of these ends it. 0 for a reading to the very end. */
  readonly floor: number;
  /** The lowest block that it has seen. */
  readonly lowest: number | null;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  /** It has come to the end. What a service finds later of earlier times is asked for from there. */
  readonly isAtEnd: boolean;
}

/** A word of a search: a row fits it when one of what it names is true. */
export interface Term {
  /** Stands at the beginning or the end of a hash or an address, or within a symbol or an asset's name; lowercase. */
  readonly text?: string;
  readonly addresses?: readonly string[];
  readonly series?: (key: SeriesKey) => boolean;
  /** Assets that the text means too, whatever they call themselves. */
  readonly asset?: (asset: Asset) => boolean;
  /** Those of `mask` are as in `value`; see FLAGS. */
  readonly flags?: readonly { readonly mask: number; readonly value: number }[];
}

/**
 * A line of a list in groups of days: the beginning of a day in this machine's time zone, with how many are of it where that is
 * known already, or a transaction.
 */
export type Line =
  | { readonly day: number; readonly transactions: number | null }
  | { readonly transaction: KeptTransaction };

export interface LinesPage {
  readonly lines: readonly Line[];
  /** Lines in all as far as they are counted, days included. */
  readonly total: number;
  /** Transactions in all; null while they are counted. */
  readonly found: number | null;
  readonly refreshedAt: number | null;
}
