export { yieldToEventLoop } from '../../storage/sqlite/index.ts';

/** Signing, deriving and listing are done in parts of this number. Other requests are served between two parts. */
export const BATCH = 8;
