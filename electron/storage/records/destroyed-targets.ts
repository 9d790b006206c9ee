import { type Database, type DatabaseRole, guarded } from '../sqlite/index.ts';

/**
 * The times at which the keys of exports were destroyed. It explains and permits nothing.
 * Times in milliseconds since the epoch. Throws DISK_FULL, DATABASE_IN_USE or DATABASE_CORRUPT.
 */
export interface DestroyedTargets {
  note(publicKey: string, at: number): void;
  /** Null for a key without a record. */
  at(publicKey: string): number | null;
}

export function openDestroyedTargets(database: Database, role: DatabaseRole): DestroyedTargets {
  const insert = database.prepare<[string, number]>(
    'INSERT OR REPLACE INTO destroyed_target (public_key, at) VALUES (?, ?)',
  );
  const select = database.prepare<[string], number>('SELECT at FROM destroyed_target WHERE public_key = ?').pluck();
  return {
    note: (publicKey, at) => guarded(role, () => void insert.run(publicKey, at)),
    at: (publicKey) => guarded(role, () => select.get(publicKey) ?? null),
  };
}
