/**
 * The time at which an export's key was destroyed, by its public key, so that the export can explain why it stays
 * closed.
 */
export const destroyedTargets = `
CREATE TABLE destroyed_target (
  public_key TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
