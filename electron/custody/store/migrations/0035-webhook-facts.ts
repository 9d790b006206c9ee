/** The duration, response size and signing key of each attempt, and the time since which an endpoint is off. */
export const webhookFacts = `
ALTER TABLE webhook_attempts ADD COLUMN duration INTEGER;
ALTER TABLE webhook_attempts ADD COLUMN response_bytes INTEGER;
ALTER TABLE webhook_attempts ADD COLUMN key_id TEXT;

CREATE TABLE webhook_pauses (
  endpoint_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY REFERENCES webhook_endpoints (endpoint_id) ON DELETE CASCADE,
  since INTEGER NOT NULL,
  user_id TEXT NOT NULL COLLATE NOCASE
) STRICT, WITHOUT ROWID;
`;
