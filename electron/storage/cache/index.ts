export { type Cache, openCache } from './open.ts';
export type { CacheReader, RowsPage, Slice } from './reader.ts';
export type { AccountsRefresh, ActivityEntry, CachedWallet, CacheWriter } from './writer.ts';
