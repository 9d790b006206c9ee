import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';
import { profilesDigest } from './audit-chain.ts';

/** A document as stored. Anybody who can write the file may have changed both members. */
export interface StoredDocument {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Written with the body, to show later changes. */
  readonly copy: Uint8Array<ArrayBuffer>;
}

/**
 * The operator's documents, whole, each under its SHA-256. The audit log decides which one is in force, never this
 * table.
 * Throws DISK_FULL, DATABASE_IN_USE or DATABASE_CORRUPT.
 */
export interface DocumentStore {
  /** The document written under this digest, in its present state. Null when there is none. */
  find(name: string, digest: Uint8Array): StoredDocument | null;
  /** Any stored document of this name, or null. */
  any(name: string): StoredDocument | null;
  /** Writes a document beside the existing ones, and returns its digest. */
  write(name: string, body: Uint8Array): Buffer;
  /**
   * Removes every document of that name written before this one. Null removes all.
   * A later one belongs to another process, which is about to put it in force.
   */
  keepOnly(name: string, digest: Uint8Array | null): void;
}

type Row = { readonly body: Buffer; readonly copy: Buffer };

export function openDocuments(database: Database, role: DatabaseRole): DocumentStore {
  const select = database.prepare<[string, Uint8Array], Row>(
    'SELECT body, copy FROM document WHERE name = ? AND digest = ?',
  );
  const selectAny = database.prepare<[string], Row>('SELECT body, copy FROM document WHERE name = ? ORDER BY digest');
  const insert = database.prepare<[string, Uint8Array, Uint8Array, Uint8Array]>(
    'INSERT OR REPLACE INTO document (name, digest, body, copy) VALUES (?, ?, ?, ?)',
  );
  const remove = database.prepare<[string]>('DELETE FROM document WHERE name = ?');
  const removeBefore = database.prepare<[string, string, Uint8Array]>(
    'DELETE FROM document WHERE name = ? AND rowid < (SELECT rowid FROM document WHERE name = ? AND digest = ?)',
  );
  const owned = (row: Row | undefined): StoredDocument | null =>
    row === undefined ? null : { body: Uint8Array.from(row.body), copy: Uint8Array.from(row.copy) };

  return {
    find: (name, digest) => guarded(role, () => owned(select.get(name, digest))),
    any: (name) => guarded(role, () => owned(selectAny.get(name))),
    write: (name, body) =>
      guarded(role, () => {
        const digest = profilesDigest(body);
        insert.run(name, digest, body, body);
        return digest;
      }),
    keepOnly: (name, digest) =>
      guarded(role, () => void (digest === null ? remove.run(name) : removeBefore.run(name, name, digest))),
  };
}
