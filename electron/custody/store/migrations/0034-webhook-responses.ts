/** The beginning of the response to each attempt, and the activity that each delivery is about. */
export const webhookResponses = `
ALTER TABLE webhook_attempts ADD COLUMN response TEXT;
ALTER TABLE webhook_attempts ADD COLUMN response_is_cut INTEGER NOT NULL DEFAULT 0 CHECK (response_is_cut IN (0, 1));
ALTER TABLE webhook_deliveries ADD COLUMN activity_id TEXT;
ALTER TABLE webhook_deliveries ADD COLUMN activity_type TEXT;
ALTER TABLE webhook_deliveries ADD COLUMN activity_status TEXT;
`;
