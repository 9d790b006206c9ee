export { type HistoryFile, openHistoryFile } from './open.ts';
export { FLAGS } from './schema.ts';
export type { HistoryStore } from './store.ts';
export type { Asset, Hits, KeptTransaction, Line, Scan, SeriesKey, Term, Transaction } from './types.ts';
