/** The index finds the requests of an activity without reading the journal. */
export const findByActivity = `
CREATE INDEX journal_answered ON journal (profile, activity_id) WHERE activity_id IS NOT NULL;
`;
