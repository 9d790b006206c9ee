/** Marks chains whose search of blocks from before the addresses were watched is paused. */
export const pausedSearches = `
ALTER TABLE history_chains ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1));
`;
