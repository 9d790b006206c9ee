/** The identity of a chain, and whether its nodes serve another chain under its name. */
export const chainsBegunAnew = `
ALTER TABLE history_chains ADD COLUMN genesis TEXT;
ALTER TABLE history_chains ADD COLUMN is_another INTEGER NOT NULL DEFAULT 0 CHECK (is_another IN (0, 1));
`;
