export { type Cache, openCache } from './open.ts';
export type { RowsPage, Slice } from './reader.ts';
export { searchTerms, searchText } from './schema.ts';
