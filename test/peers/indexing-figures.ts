/** The cost of reading transfers from a node. */
export interface IndexingFigures {
  readonly transfers: number;
  /** Entries of all accounts together: a transaction is one of each account that it concerns. */
  readonly transactions: number;
  readonly seconds: number;
  /** Seconds of a processor that the service’s process used. */
  readonly processor: number;
  /** The most that the process had in memory, a tenth of the way and at the end, and its file then. Megabytes. */
  readonly early: number;
  readonly peak: number;
  readonly file: number;
}
