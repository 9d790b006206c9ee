/**
 * The audit entry of each journaled request, and indexes that list and search the log without its bodies.
 * The stamper recorded the same bytes shortly before the journal did. An index walks the newest stamps of the key first.
 */
export const listTheLog = `
ALTER TABLE journal ADD COLUMN entry INTEGER;
UPDATE journal SET entry = (
  SELECT sequence FROM audit
  WHERE audit.credential_id = journal.credential_id AND audit.at BETWEEN journal.created_at - 600000 AND journal.created_at
    AND audit.profile = journal.profile AND audit.operation = journal.operation AND audit.body = journal.body
  ORDER BY audit.at DESC, sequence DESC LIMIT 1
);
CREATE INDEX journal_by_entry ON journal (entry, state, status, activity_id);
CREATE INDEX audit_list ON audit (sequence, at, profile, operation);
CREATE INDEX audit_begins ON audit (sequence) WHERE operation = 'audit begin';
`;
