/** The attempts to send each delivery. A replay begins no new numbers. */
export const webhookAttempts = `
CREATE TABLE webhook_attempts (
  delivery_id TEXT NOT NULL COLLATE NOCASE REFERENCES webhook_deliveries (delivery_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  attempted_at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  failed_step TEXT,
  PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
`;
