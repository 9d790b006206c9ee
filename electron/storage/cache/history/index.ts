export { type HistoryFile, openHistoryFile } from './open.ts';
export { FLAGS } from './schema.ts';
export type { HistoryStore } from './store.ts';
export type { Asset, KeptTransaction, Line, Scan, SeriesKey, Term, Transaction } from './types.ts';
