/**
 * The reason for giving a request up.
 * The index finds requests that were closed without an activity, in case the service lists one later.
 */
export const giveUpAndReopen = `
ALTER TABLE journal ADD COLUMN reason TEXT;
CREATE INDEX journal_closed ON journal (fingerprint) WHERE activity_id IS NULL;
`;
