import type { Database } from '../../../storage/sqlite/index.ts';

/** The kind of content that may be imported with a target. A target of one kind never opens another. */
export type ImportPurpose = 'private_key' | 'wallet' | 'secret';

/** A key of the service that one user may encrypt one import to. */
export interface ImportTargetRow {
  readonly importTargetId: string;
  readonly userId: string;
  readonly purpose: ImportPurpose;
  readonly publicKey: string;
  readonly sealedPrivateKey: Uint8Array;
  readonly createdAt: number;
}

/** The keys that imports are encrypted to, from `init` until an import used them up. */
export function importTargetTable(database: Database) {
  const insert = database.prepare<[ImportTargetRow]>(
    `INSERT INTO import_targets (import_target_id, user_id, purpose, public_key, sealed_private_key, created_at)
     VALUES (@importTargetId, @userId, @purpose, @publicKey, @sealedPrivateKey, @createdAt)`,
  );
  const removeOld = database.prepare<[{ userId: string; purpose: ImportPurpose; keep: number }]>(
    `DELETE FROM import_targets WHERE sequence IN (SELECT sequence FROM import_targets
     WHERE user_id = @userId AND purpose = @purpose ORDER BY sequence DESC LIMIT -1 OFFSET @keep)`,
  );
  const ofUser = database.prepare<[string, ImportPurpose], ImportTargetRow>(
    `SELECT import_target_id AS importTargetId, user_id AS userId, purpose, public_key AS publicKey,
       sealed_private_key AS sealedPrivateKey, created_at AS createdAt
     FROM import_targets WHERE user_id = ? AND purpose = ? ORDER BY sequence DESC`,
  );
  const remove = database.prepare<[string]>('DELETE FROM import_targets WHERE import_target_id = ?');

  const removeOf = database.prepare<[string]>('DELETE FROM import_targets WHERE user_id = ?');

  return {
    /** Forgets all of a user. */
    removeOf: (userId: string) => void removeOf.run(userId),
    /** Stores a target and forgets the user's oldest of the same purpose, so that at most `keep` are left. */
    insert(row: ImportTargetRow, keep: number): void {
      insert.run(row);
      removeOld.run({ userId: row.userId, purpose: row.purpose, keep });
    },
    /** Newest first. */
    listOf: (userId: string, purpose: ImportPurpose) => ofUser.all(userId, purpose),
    /** Returns true when it still existed. */
    remove: (importTargetId: string): boolean => remove.run(importTargetId).changes === 1,
  };
}
