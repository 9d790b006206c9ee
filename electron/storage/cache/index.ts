export {
  type Asset,
  FLAGS,
  type HistoryFile,
  type HistoryStore,
  type Hits,
  type KeptTransaction,
  openHistoryFile,
  type Scan,
  type SeriesKey,
  type Term,
  type Transaction,
} from './history/index.ts';
export { type Cache, openCache } from './open.ts';
export type { DerivedAccount, LinesOfRows, RowsPage, Slice } from './reader.ts';
export { searchTerms, searchText } from './schema.ts';
