/** A block in which something happened to an address. */
export interface FoundBlock {
  readonly number: number;
  /** What a log said of its block; null where nothing did. */
  readonly said: { readonly blockHash: string; readonly transactionHash: string } | null;
}

/** What was found from a height downwards, the highest first: all there is down to `lowest`. */
export interface Found {
  readonly blocks: readonly FoundBlock[];
  readonly lowest: number;
}
