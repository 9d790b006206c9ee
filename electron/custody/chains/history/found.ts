/** Where a log said that it is. */
export interface SaidLog {
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly contract: string;
  readonly topics: readonly string[];
}

/** A block in which something happened to an address. */
export interface FoundBlock {
  readonly number: number;
  /** The logs that named the block; none where it was found otherwise. */
  readonly said: readonly SaidLog[];
}

/** What was found from a height downwards, the highest first: all there is down to `lowest`. */
export interface Found {
  readonly blocks: readonly FoundBlock[];
  readonly lowest: number;
}
