/** The indexes find the newest backup, and the newest keys that a profile made, without reading the log. */
export const findByOperation = `
CREATE INDEX audit_backups ON audit (sequence) WHERE operation = 'backup create';
CREATE INDEX audit_new_keys ON audit (profile, at)
  WHERE operation IN ('create_wallet', 'create_private_keys', 'import_wallet', 'import_private_key');
`;
