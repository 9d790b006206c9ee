/** Features of organizations, the interfaces of contracts, and the records of verifiable applications. */
export const featuresAndApplications = `
CREATE TABLE organization_features (
  feature TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  name TEXT NOT NULL,
  value TEXT
) STRICT;
CREATE INDEX features_of_organization ON organization_features (organization_id);

CREATE TABLE smart_contract_interfaces (
  smart_contract_interface_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  smart_contract_address TEXT NOT NULL COLLATE NOCASE,
  smart_contract_interface TEXT NOT NULL,
  type TEXT NOT NULL,
  label TEXT NOT NULL,
  notes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX smart_contract_interfaces_of_organization ON smart_contract_interfaces (organization_id);

CREATE TABLE tvc_records (
  record_id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
  organization_id TEXT NOT NULL COLLATE NOCASE REFERENCES organizations (organization_id),
  kind TEXT NOT NULL CHECK (kind IN ('operator', 'operator_set', 'app', 'deployment')),
  app_id TEXT COLLATE NOCASE REFERENCES tvc_records (record_id),
  content TEXT NOT NULL,
  is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tvc_records_of_organization ON tvc_records (organization_id, kind);
`;
