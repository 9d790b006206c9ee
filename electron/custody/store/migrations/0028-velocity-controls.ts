/**
 * Velocity controls and their usage. `bucket` names the owner of the usage, `amount` is an integer in text, and
 * `last_at` is the time of its newest part.
 */
export const velocityControls = `
CREATE TABLE velocity_controls (
  velocity_control_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  name TEXT NOT NULL,
  identifier TEXT NOT NULL,
  data_source TEXT NOT NULL,
  aggregation TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, identifier)
) STRICT;
CREATE TABLE velocity_usage (
  usage TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  velocity_control_id TEXT NOT NULL COLLATE NOCASE REFERENCES velocity_controls (velocity_control_id),
  bucket TEXT NOT NULL COLLATE NOCASE,
  amount TEXT NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;
CREATE INDEX velocity_usage_of_bucket ON velocity_usage (bucket);
CREATE INDEX velocity_usage_of_control ON velocity_usage (velocity_control_id);
`;
