/** Whether nothing is looked for of the time before the addresses of a chain were watched. */
export const pausedSearches = `
ALTER TABLE history_chains ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1));
`;
