/** The block and transaction that a log names. */
export interface ReportedLog {
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly contract: string;
  readonly topics: readonly string[];
}

/** A block in which something happened to an address. */
export interface FoundBlock {
  readonly number: number;
  /** The logs that named the block. Empty when the state search found it. */
  readonly reported: readonly ReportedLog[];
}

/** Blocks found from a height downwards, highest first. The list is complete down to `lowest`. */
export interface Found {
  readonly blocks: readonly FoundBlock[];
  readonly lowest: number;
}
