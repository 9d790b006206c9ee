/** Calls the journal's table `journal`, and what is open in it unsettled, as everything else does; every row stays. */
export const nameTheJournal = `
DROP INDEX in_flight_open;
ALTER TABLE in_flight RENAME TO journal;
CREATE INDEX journal_unsettled ON journal (created_at) WHERE state IN ('prepared', 'sent');
`;
