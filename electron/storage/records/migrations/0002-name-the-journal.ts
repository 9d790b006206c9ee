/** Renames the journal's table to `journal`, and its open entries to unsettled, as elsewhere. Every row stays. */
export const nameTheJournal = `
DROP INDEX in_flight_open;
ALTER TABLE in_flight RENAME TO journal;
CREATE INDEX journal_unsettled ON journal (created_at) WHERE state IN ('prepared', 'sent');
`;
