/** Webhook endpoints, their queued and finished deliveries, and the time from which a service key signs. */
export const webhooks = `
CREATE TABLE webhook_endpoints (
  endpoint_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  url TEXT NOT NULL,
  name TEXT NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  subscriptions TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_endpoints_of_organization ON webhook_endpoints (organization_id);

CREATE TABLE webhook_deliveries (
  sequence INTEGER PRIMARY KEY,
  delivery_id TEXT NOT NULL COLLATE NOCASE UNIQUE,
  endpoint_id TEXT NOT NULL COLLATE NOCASE REFERENCES webhook_endpoints (endpoint_id) ON DELETE CASCADE,
  event_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  organization_id TEXT NOT NULL COLLATE NOCASE,
  body BLOB NOT NULL,
  mac BLOB NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  outcome TEXT,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, state, sequence);

ALTER TABLE service_keys ADD COLUMN signs_from INTEGER;
`;
