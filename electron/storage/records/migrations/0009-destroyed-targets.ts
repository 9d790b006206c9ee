/** When the key that opened an export was destroyed, by its public key, so that the export can say why it stays closed. */
export const destroyedTargets = `
CREATE TABLE destroyed_target (
  public_key TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
