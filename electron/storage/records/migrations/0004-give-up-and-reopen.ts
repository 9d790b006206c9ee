/** Why the operator gave a request up; and the requests closed without an activity, to be found when the service lists one all the same. */
export const giveUpAndReopen = `
ALTER TABLE journal ADD COLUMN reason TEXT;
CREATE INDEX journal_closed ON journal (fingerprint) WHERE activity_id IS NULL;
`;
